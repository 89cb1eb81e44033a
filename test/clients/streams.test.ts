/** A subscription as the client reads it: events however a network cuts them, silence that ends, and readers who take their time. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClient } from '../../packages/client/src/client.ts';
import { json, scriptedFetch } from './scripted-fetch.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** An answer of these pieces; `isOpen`: nothing more comes, and it does not end. */
function streamOf(pieces: readonly Uint8Array[], isOpen = false): Response {
  const left = [...pieces];
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = left.shift();
      if (piece !== undefined) controller.enqueue(piece);
      else if (isOpen) return new Promise(() => {});
      else controller.close();
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
}

function subscribe(answer: Response, signal?: AbortSignal) {
  const { fetch } = scriptedFetch(answer);
  const client = createClient({ url: 'http://api.test', key: 'wdk_k', fetch });
  return client.subscribe('subscription { n }', {}, { signal });
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const next = (data: string): string => `event: next\ndata: ${data}\n\n`;

test('events are read however they are cut and whichever line ends they have', async () => {
  const text =
    ':\r\n\r\nevent: next\r\ndata: {"data":{"n":"ü1"}}\r\n\r\n:\n\nevent:next\ndata:{"data":\ndata: {"n":2}}\n\nevent: complete\ndata:\n\nevent: next\ndata: {}\n\n';
  const all = bytes(text);
  for (const size of [1, 2, 3, 7, 1_000]) {
    const count = Math.ceil(all.length / size);
    const pieces = Array.from({ length: count }, (_, index) => all.slice(index * size, (index + 1) * size));
    const read: unknown[] = [];
    for await (const data of subscribe(streamOf(pieces))) read.push(data);
    expect(read).toEqual([{ n: 'ü1' }, { n: 2 }]);
  }
});

test('a stream that is cut or falls silent is told, however long its reader takes between events', async () => {
  const cut = subscribe(streamOf([bytes(next('{"data":{"n":1}}'))]));
  expect((await cut.next()).value).toEqual({ n: 1 });
  await expect(cut.next()).rejects.toMatchObject({ code: 'UNREACHABLE' });

  const silent = subscribe(
    streamOf([bytes(next('{"data":{"n":1}}')), bytes(next('{"data":{"n":2}}'))], true),
  );
  expect((await silent.next()).value).toEqual({ n: 1 });
  await vi.advanceTimersByTimeAsync(600_000);
  expect((await silent.next()).value).toEqual({ n: 2 });
  const ended = expect(silent.next()).rejects.toMatchObject({ code: 'UNREACHABLE' });
  await vi.advanceTimersByTimeAsync(40_000);
  await ended;
  expect(vi.getTimerCount()).toBe(0);
});

test('errors in a stream, refusals of one, and what is too long are told as such', async () => {
  const failed = next('{"errors":[{"message":"x","extensions":{"code":"UNAUTHENTICATED"}}]}');
  const refused = json({ errors: [{ message: 'x', extensions: { code: 'FORBIDDEN' } }] }, 403);
  for (const [answer, code] of [
    [streamOf([bytes(failed)], true), 'UNAUTHENTICATED'],
    [refused, 'FORBIDDEN'],
    [streamOf([bytes(`data: ${'x'.repeat(4_000_001)}`)], true), 'BAD_ANSWER'],
  ] as const)
    await expect(subscribe(answer).next()).rejects.toMatchObject({ name: 'WalletDataError', code });
  const controller = new AbortController();
  const stopped = subscribe(streamOf([], true), controller.signal);
  const waiting = expect(stopped.next()).rejects.toThrow('enough');
  await vi.advanceTimersByTimeAsync(1_000);
  controller.abort(new Error('enough'));
  await waiting;
});
