/** Servers that do with HTTP what nobody asked for, by hand over TCP: whatever they do, the wait has an end. */
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createRemoteMetadata } from '../../src/labels/metadata/remote-metadata.ts';
import { createGuardedFetch } from '../../src/outgoing/guarded-fetch.ts';

let server: Server | undefined;
const sockets = new Set<Socket>();
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server?.close(resolve));
});

/** A server that speaks as told once it has heard something. */
async function serve(speak: (socket: Socket) => void): Promise<string> {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    socket.once('data', () => speak(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/nft`;
}

/** The same words again and again, as fast as they are taken. */
const flood = (first: string, words: string) => (socket: Socket) => {
  socket.write(first);
  const write = (): void => {
    while (!socket.destroyed && socket.write(words));
    if (!socket.destroyed) socket.once('drain', write);
  };
  write();
};
/** One piece per turn of the event loop, without end. */
const drip = (first: string, piece: string) => (socket: Socket) => {
  socket.write(first);
  const write = (): void => {
    if (socket.destroyed) return;
    // Slow enough never to be too much, on any machine.
    socket.write(piece, () => setTimeout(write, 5));
  };
  write();
};
const switching = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n';
const json = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

const allowAddress = () => true;
/** Long enough that only the guard itself ends the wait within the time of a test. */
const patient = createGuardedFetch({ allowAddress, timeoutMs: 300_000 });
/** Ends what nothing else would. */
const impatient = createGuardedFetch({ allowAddress, timeoutMs: 200 });

describe('is refused at once', () => {
  test.each<[string, (socket: Socket) => void, string]>([
    [
      'another protocol (101)',
      (socket) => socket.write(switching),
      'HTTP status 101: another protocol is not spoken',
    ],
    [
      '101 without a name of the protocol',
      (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
      'HTTP status 101',
    ],
    ['100 without end', flood('', 'HTTP/1.1 100 Continue\r\n\r\n'), 'more than 8 interim answers'],
    [
      'early hints (103) without end',
      flood('', 'HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n'),
      'more than 8 interim answers',
    ],
    ['headers without end', flood('HTTP/1.1 200 OK\r\n', 'X-Header: value\r\n'), 'Header overflow'],
    ['one header without end', flood('HTTP/1.1 200 OK\r\nX-Header: ', 'x'.repeat(1000)), 'Header overflow'],
    ['a connection closed without a word', (socket) => socket.destroy(), 'socket hang up'],
    ['what is no HTTP', (socket) => socket.write('220 mail.example ESMTP\r\n'), 'Parse Error'],
    [
      'a document that breaks off',
      (socket) => socket.end(`${json}Content-Length: 100\r\n\r\n{"name":`),
      'aborted',
    ],
    [
      'trailers without end',
      flood(`${json}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n`, 'X-Trailer: value\r\n'),
      'aborted',
    ],
  ])('%s', async (_, speak, reason) => {
    await expect(patient(await serve(speak))).rejects.toThrow(reason);
    await expect.poll(() => sockets.size).toBe(0);
  });
});

describe('ends with the time for a document, and the connection with it', () => {
  test.each<[string, (socket: Socket) => void]>([
    ['silence', () => undefined],
    ['a status line that does not end', drip('HTTP/1.1 200 ', 'O')],
    ['headers that drip', drip('HTTP/1.1 200 OK\r\nX-', 'a')],
    ['a body that drips', drip(`${json}Content-Length: 1000000\r\n\r\n`, ' ')],
    ['chunks that drip', drip(`${json}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n')],
    ['one 100 and then nothing', (socket) => socket.write('HTTP/1.1 100 Continue\r\n\r\n')],
  ])('%s', async (_, speak) => {
    await expect(impatient(await serve(speak))).rejects.toThrow('no document within 200 ms');
    await expect.poll(() => sockets.size).toBe(0);
  });

  test('an address that leads to itself', async () => {
    const url = await serve((socket) => socket.end('HTTP/1.1 302 Found\r\nLocation: /nft\r\n\r\n'));
    await expect(patient(url)).rejects.toThrow('more than 3 redirects');
  });

  test('a name that is never resolved', async () => {
    const resolve = (): Promise<string[]> => new Promise(() => {});
    const nameless = createGuardedFetch({ allowAddress, timeoutMs: 200, resolve });
    await expect(nameless('http://slow.example/')).rejects.toThrow('no document within 200 ms');
  });
});

test('four documents that switch the protocol leave the slots free, and closing ends', async () => {
  const url = await serve((socket) => socket.write(switching));
  const failures: string[] = [];
  const remote = createRemoteMetadata({
    ...{ enabled: true, ipfsGateway: 'http://127.0.0.1:1', fetchJson: patient, concurrency: 4 },
    store: async () => {},
    onFailure: (_, reason) => failures.push(reason),
  });
  remote.queueRemoteMetadata(
    Array.from({ length: 6 }, (_, index) => ({ metadata: nft(BigInt(index)), uri: url })),
  );
  await remote.idle();
  expect(failures).toEqual(Array(6).fill('HTTP status 101: another protocol is not spoken'));
  await remote.close();
});

test('closing ends what is under way, whatever the server does', async () => {
  const url = await serve(drip(`${json}Content-Length: 1000000\r\n\r\n`, ' '));
  const remote = createRemoteMetadata({
    ...{ enabled: true, ipfsGateway: 'http://127.0.0.1:1', fetchJson: patient, concurrency: 4 },
    store: async () => {},
  });
  remote.queueRemoteMetadata([{ metadata: nft(1n), uri: url }]);
  await expect.poll(() => sockets.size).toBe(1);
  await remote.close();
  await expect.poll(() => sockets.size).toBe(0);
});

const nft = (tokenId: bigint) => ({
  ...{ chainId: 1, address: '0x00000000000000000000000000000000000000aa' as const, tokenId, name: 'A' },
  ...{ description: '', image: null, preview: null, thumbnail: null, original: null },
  ...{ animationImage: null, animationOriginal: null, externalUrl: null },
});
