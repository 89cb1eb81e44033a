/** What the demo reads has limits of bytes, too: of its node, and of the service that it starts. */
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerAndWait } from '../../demo/demo-client.ts';
import { localTransport } from '../../demo/node/rpc.ts';

/** A body without end. */
function flood(response: ServerResponse): void {
  const piece = Buffer.alloc(1024 * 1024, ' ');
  const write = (): void => {
    if (response.destroyed) return;
    while (response.write(piece));
    response.once('drain', write);
  };
  write();
}

let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((_request, response) => flood(response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test('a node that does not stop answering is given up', async () => {
  const { request } = localTransport(url)({});
  // 128 MiB, as of any node.
  await expect(request({ method: 'eth_chainId' })).rejects.toThrow(
    'the answer is larger than 134217728 bytes',
  );
});

test('a service that does not stop answering is given up', async () => {
  const asking = registerAndWait({
    ...{ url, key: 'key', addresses: ['0x1'], timeoutMs: 60_000 },
    signal: new AbortController().signal,
    onProgress: () => {},
  });
  // 8 MiB.
  await expect(asking).rejects.toThrow('/wallet/manage/ answered more than 8388608 bytes');
});
