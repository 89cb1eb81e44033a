/** What late answers do to whoever has signed in meanwhile: nothing. */
import type { RequestParameters } from 'relay-runtime';
import { afterEach, expect, test, vi } from 'vitest';

/** A service in whose place the test answers, question by question. */
async function startTab() {
  const questions: { key: string | null; answer: (response: Response) => void }[] = [];
  vi.stubGlobal('location', { href: 'http://localhost:4000/', hash: '', pathname: '/', search: '' });
  vi.stubGlobal('fetch', (_: string, { headers }: { headers: Record<string, string> }) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    questions.push({ key: headers['x-api-key'] ?? null, answer: resolve });
    return promise;
  });
  vi.resetModules();
  const { currentKey, hasEnded, lastRefusal, setKey } = await import('../../web/src/app/key.ts');
  const { fetchQuery, subscribe } = await import('../../web/src/relay/network.ts');
  const request: RequestParameters = {
    ...{ id: null, cacheID: '', metadata: {}, name: 'question', text: '{ a }', operationKind: 'query' },
  };
  const ask = (): void => void fetchQuery(request, {}, {});
  const follow = (): void => {
    const stream = subscribe({ ...request, operationKind: 'subscription' }, {}, {});
    if ('subscribe' in stream) stream.subscribe({ error: () => undefined });
  };
  return { questions, ask, follow, currentKey, hasEnded, lastRefusal, setKey };
}

const refusal = (): Response =>
  Response.json(
    { errors: [{ message: 'This key was revoked', extensions: { code: 'X' } }] },
    { status: 401 },
  );
const data = (): Response => Response.json({ data: { a: 1 } });

/** All that follows from an answer has happened. */
const done = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 10));

afterEach(() => vi.unstubAllGlobals());

test('a refusal signs out whoever asked, and nobody who has signed in meanwhile', async () => {
  const tab = await startTab();
  tab.setKey('wdk_wrong');
  tab.ask();
  tab.ask();
  tab.follow();
  expect(tab.questions.map(({ key }) => key)).toEqual(['wdk_wrong', 'wdk_wrong', 'wdk_wrong']);
  tab.questions[0]?.answer(refusal());
  await done();
  expect([tab.currentKey(), tab.lastRefusal()]).toEqual(['', 'This key was revoked']);
  tab.setKey('wdk_right');
  // A page asks several questions at once: those of the wrong key are answered after the right one is here.
  for (const { answer } of tab.questions) answer(refusal());
  await done();
  expect([tab.currentKey(), tab.lastRefusal()]).toEqual(['wdk_right', null]);
});

test('what is answered after a sign-out is no page of whoever mistypes a key then', async () => {
  const tab = await startTab();
  tab.setKey('wdk_first');
  tab.ask();
  tab.setKey('');
  tab.questions[0]?.answer(data());
  await done();
  tab.setKey('wdk_wrong');
  tab.ask();
  tab.questions[1]?.answer(refusal());
  await done();
  // Nothing was typed that would be there still.
  expect([tab.currentKey(), tab.hasEnded()]).toEqual(['', false]);
  tab.setKey('wdk_right');
  tab.ask();
  tab.questions[2]?.answer(data());
  tab.ask();
  await done();
  tab.questions[3]?.answer(refusal());
  await done();
  expect([tab.currentKey(), tab.hasEnded()]).toEqual(['', true]);
});
