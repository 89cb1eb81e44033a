/** What a browser is shown at an address below /docs where there is nothing: the documents ask for no key, and neither does this. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeylessLimit } from '../limits/keyless-limit.ts';
import { guidePolicy } from './page.ts';
import { upFrom } from './render.ts';

/** Links are relative, so that they hold below any path of a proxy. */
function missingPage(path: string): string {
  const up = upFrom(path.replace(/^\/docs\//, ''));
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Not found · Wallet data</title>
    <link rel="icon" href="data:,">
  </head>
  <body>
    <main>
      <h1>There is no such page in the guide</h1>
      <p><a href="${up}guide">The guide</a> lists its pages; <a href="${up}../docs">the reference of REST</a> is beside it.</p>
    </main>
  </body>
</html>
`;
}

export async function sendMissingPage(
  request: FastifyRequest,
  reply: FastifyReply,
  keyless: KeylessLimit,
): Promise<FastifyReply> {
  await keyless.take(request, reply);
  const [path = ''] = request.url.split('?', 1);
  return reply
    .code(404)
    .header('Content-Security-Policy', guidePolicy)
    .type('text/html; charset=utf-8')
    .send(missingPage(path));
}
