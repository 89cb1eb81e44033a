/**
 * The guide: the project's own documents as pages below /docs, with a search, rendered when somebody asks first and kept.
 * The reference of REST stays at /docs itself.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PublicError } from '../../errors.ts';
import type { KeylessLimit } from '../limits/keyless-limit.ts';
import { isForBrowser } from '../pages/for-browser.ts';
import { prepareBytes, prepareText } from '../pages/page-routes.ts';
import { immutable, type Prepared, revalidated, sendPrepared } from '../pages/prepared-pages.ts';
import { type GuideContent, type GuideDocument, projectDirectory, readContent } from './documents.ts';
import { sendMissingPage } from './missing-page.ts';
import { type GuideFiles, guidePage, guidePolicy } from './page.ts';
import { type RenderedDocument, renderDocument } from './render.ts';

interface Guide {
  content: GuideContent;
  files: GuideFiles;
  /** The style and the script by their served names, with the hash of their content. */
  served: ReadonlyMap<string, Prepared>;
  /** Pages, pictures and the search by their names below /docs: no more of them than there are files. */
  kept: Map<string, Promise<Prepared>>;
}

/** Adds the guide's pages. `directory`: where the documents are, for tests. */
export function guideRoutes(
  server: FastifyInstance,
  { keyless, directory = projectDirectory }: { keyless: KeylessLimit; directory?: string },
): void {
  const options = { schema: { hide: true }, compress: false } as const;
  let read: Promise<Guide> | null = null;
  const guideOf = (): Promise<Guide> => {
    read ??= readGuide(directory).catch((error: unknown) => {
      read = null;
      throw error;
    });
    return read;
  };
  const send = (request: FastifyRequest, reply: FastifyReply, prepared: Prepared, cacheControl: string) =>
    sendPrepared(request, reply, prepared, { keyless, cacheControl });
  const missing = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (isForBrowser(request)) return sendMissingPage(request, reply, keyless);
    await keyless.take(request, reply);
    throw new PublicError('NOT_FOUND', 'There is no such page in the guide: /docs/guide lists them.');
  };

  const sendPage = async (request: FastifyRequest, reply: FastifyReply, name: string) => {
    const guide = await guideOf();
    const document = guide.content.documents.get(name);
    if (document === undefined) return missing(request, reply);
    const [path = ''] = request.url.split('?', 1);
    // Relative links count from the last slash.
    if (path.endsWith('/')) {
      await keyless.take(request, reply);
      return reply.redirect(`../${name.split('/').at(-1) ?? ''}`, 301);
    }
    reply.header('Content-Security-Policy', guidePolicy).header('Referrer-Policy', 'no-referrer');
    return send(request, reply, await pageOf(guide, document), revalidated);
  };

  server.get<{ Params: { name: string } }>('/docs/:name', options, (request, reply) =>
    sendPage(request, reply, request.params.name),
  );
  server.get<{ Params: { name: string } }>('/docs/decisions/:name', options, (request, reply) =>
    sendPage(request, reply, `decisions/${request.params.name}`),
  );
  server.get<{ Params: { file: string } }>('/docs/files/:file', options, async (request, reply) => {
    const guide = await guideOf();
    const { file } = request.params;
    const found = guide.served.get(file);
    if (found !== undefined) return send(request, reply, found, immutable);
    if (file === 'search.json') return send(request, reply, await searchOf(guide), revalidated);
    const picture = pictureOf(guide, file);
    return picture === null ? missing(request, reply) : send(request, reply, await picture, revalidated);
  });
}

async function readGuide(directory: string): Promise<Guide> {
  const read = (name: string): Promise<string> => readFile(join(import.meta.dirname, 'static', name), 'utf8');
  const [content, style, script] = await Promise.all([
    readContent(directory),
    read('guide.css').then((text) => prepareText('text/css; charset=utf-8', text)),
    read('guide.js').then((text) => prepareText('text/javascript; charset=utf-8', text)),
  ]);
  const files = { style: `guide.${style.hash}.css`, script: `guide.${script.hash}.js` };
  const served = new Map([
    [files.style, style],
    [files.script, script],
  ]);
  return { content, files, served, kept: new Map() };
}

function pageOf({ content, files, kept }: Guide, document: GuideDocument): Promise<Prepared> {
  const frame = { groups: content.groups, files };
  return keptOf(kept, document.name, () =>
    prepareText('text/html; charset=utf-8', guidePage(document, renderDocument(content, document), frame)),
  );
}

function pictureOf({ content, kept }: Guide, file: string): Promise<Prepared> | null {
  const picture = content.pictures.get(file);
  if (picture === undefined) return null;
  return keptOf(kept, `files/${file}`, () => prepareBytes(picture.contentType, picture.content));
}

/** What the script searches: of each section its page, heading, anchor and text. */
const searchOf = ({ content, kept }: Guide): Promise<Prepared> =>
  keptOf(kept, 'files/search.json', () => makeSearch(content));

/** Makes it when it is asked for first. What failed is made anew the next time. */
function keptOf(kept: Guide['kept'], name: string, make: () => Promise<Prepared>): Promise<Prepared> {
  const made =
    kept.get(name) ??
    make().catch((error: unknown) => {
      kept.delete(name);
      throw error;
    });
  kept.set(name, made);
  return made;
}

async function makeSearch(content: GuideContent): Promise<Prepared> {
  const sections: [page: string, title: string, heading: string, anchor: string, text: string][] = [];
  for (const document of content.documents.values()) {
    const rendered: RenderedDocument = renderDocument(content, document);
    for (const { heading, anchor, text } of rendered.sections)
      sections.push([document.name, document.title, heading, anchor, text]);
    // Each takes some milliseconds: requests go between them.
    await setImmediate();
  }
  return prepareText('application/json; charset=utf-8', JSON.stringify(sections));
}
