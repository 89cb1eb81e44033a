/**
 * The pages for people: one document for every address of theirs, and its files. They read everything over the public GraphQL. Where they are
 * not built, the service runs without them and says so.
 */
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { PublicError } from '../../errors.ts';
import type { KeylessLimit } from '../limits/keyless-limit.ts';
import { type BuiltFiles, readBuiltFiles } from './built-files.ts';
import { prepareText } from './page-routes.ts';
import { immutable, type Prepared, revalidated, sendPrepared } from './prepared-pages.ts';

/** Nothing from elsewhere, nothing inline. Styles that scripts set go through the CSSOM, which this allows. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** As web/src/app/router.tsx has them. Each is answered with the same document; what it shows, the browser decides. */
export const webPaths = [
  '/',
  '/holdings',
  '/holding/:id',
  '/activity',
  '/transaction/:chainId/:hash',
  '/counterparties',
  '/issues',
  '/wallets',
] as const;

const builtDirectory = join(import.meta.dirname, '..', '..', '..', 'web', 'dist');

interface Web {
  files: BuiltFiles;
  /** By how many folders below the first an address is: links are relative, so that they hold under any path of a proxy. */
  documents: Map<number, Promise<Prepared>>;
}

/** Adds the pages for people. `directory`: where their build is, for tests. */
export function webPages(
  server: FastifyInstance,
  { keyless, directory = builtDirectory }: { keyless: KeylessLimit; directory?: string },
): void {
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

  for (const path of webPaths) {
    server.get(path, options, async (request, reply) => {
      const { files, documents } = await webOf();
      const [asked = '/'] = request.url.split('?', 1);
      const depth = asked.split('/').length - 2;
      const made =
        documents.get(depth) ?? prepareText('text/html; charset=utf-8', below(files.document, depth));
      documents.set(depth, made);
      reply.header('Content-Security-Policy', contentSecurityPolicy).header('Referrer-Policy', 'no-referrer');
      return sendPrepared(request, reply, await made, { keyless, cacheControl: revalidated });
    });
  }
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
