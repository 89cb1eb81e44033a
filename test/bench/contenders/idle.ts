/** A server that does nothing: every request gets the same short answer. What a load costs the machine that sends it. */
import { createServer } from 'node:http';
import { serveContender } from './program.ts';

await serveContender(async () => {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'text/plain', 'content-length': 2 }).end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const at = server.address();
  if (at === null || typeof at === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${at.port}` };
});
