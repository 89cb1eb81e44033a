/** What the two pages share: a small HTML document, a script that starts it, and files with their hash in their name. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PublicError } from '../../errors.ts';
import type { KeylessLimit } from '../limits/keyless-limit.ts';
import { type Assets, createAssets, type PageName } from './page-assets.ts';
import { immutable, type Prepared, revalidated, sendPrepared } from './prepared-pages.ts';

export interface PageDefinition {
  name: PageName;
  /** Where the page is, without a slash at the end; its files are below `<path>/assets/`. */
  path: string;
  contentSecurityPolicy: string;
  /** The script that starts the page. It and the files have the same folder. */
  bootScript(fileOf: Assets['fileOf']): string;
  /** The document. `linkTo`: where the page finds one of its files, 'boot.js' included. */
  html(linkTo: (key: string) => string): string;
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** A text as an answer that is made once. */
export const prepareText = (contentType: string, text: string): Promise<Prepared> =>
  prepareBytes(contentType, Buffer.from(text));

/** Bytes as an answer that is made once. */
export async function prepareBytes(contentType: string, identity: Uint8Array): Promise<Prepared> {
  const hash = createHash('sha256').update(identity).digest('hex').slice(0, 16);
  const [br, gzipped] = await Promise.all([compressBrotli(identity), compressGzip(identity)]);
  return { contentType, hash, bodies: { br, gzip: gzipped, identity } };
}

/** What of a page is made once: its documents by where they are asked for, and its starting script. */
interface Page {
  assets: Assets;
  boot: Prepared;
  bootFile: string;
  /** With and without a slash at the end of the address, from which the links are told. */
  documents: { plain: Prepared; slash: Prepared };
}

async function makePage(definition: PageDefinition, assets: Assets): Promise<Page> {
  const boot = await prepareText('text/javascript; charset=utf-8', definition.bootScript(assets.fileOf));
  const bootFile = `boot.${boot.hash}.js`;
  const document = (folder: string): Promise<Prepared> =>
    prepareText(
      'text/html; charset=utf-8',
      definition.html((key) => folder + (key === 'boot.js' ? bootFile : assets.fileOf(key))),
    );
  // Relative, so that they hold under any prefix of a proxy.
  const ownName = definition.path.slice(definition.path.lastIndexOf('/') + 1);
  const [plain, slash] = await Promise.all([document(`${ownName}/assets/`), document('assets/')]);
  return { assets, boot, bootFile, documents: { plain, slash } };
}

/** Answers the page to a request at its path. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Adds the route of the page's files; the page itself is for the caller to route. */
export function addPage(
  server: FastifyInstance,
  definition: PageDefinition,
  keyless: KeylessLimit,
): SendPage {
  const assetsOf = createAssets(definition.name);
  let made: Promise<Page> | null = null;
  const pageOf = (): Promise<Page> => {
    made ??= assetsOf()
      .then((assets) => makePage(definition, assets))
      .catch((error: unknown) => {
        made = null;
        throw error;
      });
    return made;
  };

  server.get<{ Params: { file: string } }>(
    `${definition.path}/assets/:file`,
    { schema: { hide: true }, compress: false },
    async (request, reply) => {
      const { file } = request.params;
      const page = await pageOf();
      const found = file === page.bootFile ? page.boot : page.assets.find(file);
      if (found !== null) return sendPrepared(request, reply, found, { keyless, cacheControl: immutable });
      await keyless.take(request, reply);
      throw new PublicError('NOT_FOUND', 'There is no such file here (any more): load the page anew.');
    },
  );

  return async (request, reply) => {
    const { documents } = await pageOf();
    const [path = ''] = request.url.split('?', 1);
    reply.header('Content-Security-Policy', definition.contentSecurityPolicy);
    const document = path.endsWith('/') ? documents.slash : documents.plain;
    return sendPrepared(request, reply, document, { keyless, cacheControl: revalidated });
  };
}
