/** The bare server: node:http, one prepared join, JSON.stringify. No framework, no schema, no keys. */
import { createServer } from 'node:http';
import { createPool, readJoinedPage } from './joined-page.ts';
import { serveContender } from './program.ts';

await serveContender(async ({ databaseUrl, clientId }) => {
  const pool = createPool(databaseUrl);
  const server = createServer((request, response) => {
    const [address = '', chain] = (request.url ?? '').slice('/?wallet='.length).split('&chain=');
    readJoinedPage(pool, address, clientId, chain === undefined ? null : Number(chain)).then(
      (transfers) => {
        const body = Buffer.from(JSON.stringify({ results: transfers }));
        response
          .writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
          .end(body);
      },
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const at = server.address();
  if (at === null || typeof at === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${at.port}` };
});
