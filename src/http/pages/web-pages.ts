/**
 * The pages for people: one document for every address of theirs, and its files. They read everything over the public GraphQL. Where they are
 * not built, the service runs without them and says so.
 */
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PublicError } from '../../errors.ts';
import type { KeylessLimit } from '../limits/keyless-limit.ts';
import { type BuiltFiles, readBuiltFiles } from './built-files.ts';
import { prepareText, type SendPage } from './page-routes.ts';
import { immutable, type Prepared, revalidated, sendPrepared } from './prepared-pages.ts';

/** Nothing from elsewhere, nothing inline. Styles that scripts set go through the CSSOM, which this allows. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  // GraphiQL and the page of REST, inside the frame of the pages.
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** As web/src/app/router.tsx has them. Each is answered with the same document; what it shows, the browser decides. */
export const webPaths = [
  '/',
  '/held',
  '/holdings',
  '/holding/:id',
  '/activity',
  '/transaction/:chainId/:hash',
  '/corrections',
  '/counterparties',
  '/issues',
  '/nfts',
  '/reports',
  '/summary',
  '/wallets',
  ...['/dev', '/dev/keys', '/dev/usage', '/dev/requests', '/dev/webhooks', '/dev/webhooks/:id'],
  ...['/dev/members', '/dev/audit', '/dev/clients', '/dev/system', '/dev/graphql', '/dev/rest'],
] as const;

/** An address below more folders is none of ours, nor a mistyped one of ours: each depth has a document of its own, which is kept. */
const deepest = 6;

const builtDirectory = join(import.meta.dirname, '..', '..', '..', 'web', 'dist');

interface Web {
  files: BuiltFiles;
  /** By how many folders below the first an address is: links are relative, so that they hold under any path of a proxy. */
  documents: Map<number, Promise<Prepared>>;
}

/** Adds the pages for people, and answers how a browser is shown that an address is none. `directory`: where their build is, for tests. */
export function webPages(
  server: FastifyInstance,
  { keyless, directory = builtDirectory }: { keyless: KeylessLimit; directory?: string },
): { sendUnknown: SendPage } {
  const options = { schema: { hide: true }, compress: false } as const;
  let read: Promise<Web> | null = null;
  const webOf = (): Promise<Web> => {
    read ??= readWeb(directory).catch((error: unknown) => {
      read = null;
      throw error;
    });
    return read;
  };

  server.get<{ Params: { file: string } }>('/assets/:file', options, async (request, reply) => {
    const found = (await webOf()).files.find(request.params.file);
    if (found !== null) return sendPrepared(request, reply, found, { keyless, cacheControl: immutable });
    await keyless.take(request, reply);
    throw new PublicError('NOT_FOUND', 'There is no such file here (any more): load the page anew.');
  });

  const send: SendPage = async (request, reply) => {
    const { files, documents } = await webOf();
    const depth = depthOf(request);
    const made =
      documents.get(depth) ?? prepareText('text/html; charset=utf-8', below(files.document, depth));
    documents.set(depth, made);
    reply.header('Content-Security-Policy', contentSecurityPolicy).header('Referrer-Policy', 'no-referrer');
    return sendPrepared(request, reply, await made, { keyless, cacheControl: revalidated });
  };
  for (const path of webPaths) server.get(path, options, send);
  return {
    async sendUnknown(request, reply) {
      if (depthOf(request) <= deepest) return sendAsUnknown(send, request, reply);
      await keyless.take(request, reply);
      throw new PublicError('NOT_FOUND', 'There is nothing at this address.');
    },
  };
}

/** The document shows by itself that there is no such page. */
function sendAsUnknown(send: SendPage, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  // Another document than the one that the browser may have: it stands for what is there by now.
  delete request.headers['if-none-match'];
  return send(request, reply.code(404));
}

function depthOf({ url }: FastifyRequest): number {
  const [asked = '/'] = url.split('?', 1);
  return asked.split('/').length - 2;
}

const below = (document: string, depth: number): string =>
  depth === 0 ? document : document.replaceAll('"./assets/', `"${'../'.repeat(depth)}assets/`);

async function readWeb(directory: string): Promise<Web> {
  const files = await readBuiltFiles(directory);
  if (files === null) {
    throw new PublicError(
      'NOT_FOUND',
      'The pages are not built: `npm run web` builds them. See /docs for the API.',
    );
  }
  return { files, documents: new Map() };
}
