/** Bytes are counted while they arrive, after decompression, and reading ends with the first one too many. */
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AnswerTooLargeError, readText } from '../../src/outgoing/answer-size.ts';

const text = '€'.repeat(1000);
const bomb = Buffer.alloc(50_000_000, ' ');
let open: ServerResponse | undefined;
const answers: Record<string, (response: ServerResponse) => void> = {
  '/text': (response) => response.end(text),
  '/gzip': (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(text)),
  '/gzip-bomb': (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(bomb)),
  '/brotli-bomb': (response) =>
    response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync(bomb)),
  '/endless': (response) => {
    open = response;
    const write = (): void => {
      while (response.write('x'.repeat(1000)));
      response.once('drain', write);
    };
    write();
  },
};

let server: Server;
let base: string;
beforeAll(async () => {
  server = createServer((request, response) => answers[request.url ?? '']?.(response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  base = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const read = async (path: string, maximumBytes: number) =>
  readText((await fetch(base + path)).body, maximumBytes);

test.each(['/text', '/gzip'])('%s: as many bytes as the limit are read, one more is not', async (path) => {
  // Three bytes for each sign.
  expect(await read(path, 3000)).toBe(text);
  await expect(read(path, 2999)).rejects.toThrow(new AnswerTooLargeError(2999));
});

test.each(['/gzip-bomb', '/brotli-bomb'])('%s counts as large as it is unpacked', async (path) => {
  await expect(read(path, 1_000_000)).rejects.toThrow('the answer is larger than 1000000 bytes');
});

test('a body without end is closed, and its connection with it', async () => {
  await expect(read('/endless', 100_000)).rejects.toThrow(AnswerTooLargeError);
  await expect.poll(() => open?.destroyed).toBe(true);
});

test('no body is no text', async () => {
  expect(await readText(null, 0)).toBe('');
});
