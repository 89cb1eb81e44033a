/** What late answers do to whoever has signed in meanwhile: nothing. */
import type { RequestParameters } from 'relay-runtime';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';

/** A service in whose place the test answers, question by question. */
async function startTab() {
  const questions: { key: string | null; body: string; answer: (response: Response) => void }[] = [];
  vi.stubGlobal('location', { href: 'http://localhost:4000/', hash: '', pathname: '/', search: '' });
  vi.stubGlobal(
    'fetch',
    (url: string, { headers, body }: { headers: Record<string, string>; body: string }) => {
      const { promise, resolve } = Promise.withResolvers<Response>();
      if (url.endsWith('/graphql'))
        questions.push({ key: headers['x-api-key'] ?? null, body, answer: resolve });
      return promise;
    },
  );
  const key = await import('../../web/src/app/key.ts');
  // The modules are the same for all tests.
  key.signOut();
  const { createNetwork } = await import('../../web/src/relay/network.ts');
  const request: RequestParameters = {
    ...{ id: null, cacheID: '', metadata: {}, name: 'question', text: '{ a }', operationKind: 'query' },
  };
  /** By whoever is signed in. */
  const send = (kind: RequestParameters['operationKind'], variables = {}) => {
    const told: unknown[] = [];
    createNetwork(key.signInNumber())
      .execute({ ...request, operationKind: kind }, variables, {})
      .subscribe({ next: (answer) => told.push(answer), error: (error: Error) => told.push(error.message) });
    return told;
  };
  return { ...key, questions, send, ask: () => send('query'), follow: () => send('subscription') };
}

const refusal = (): Response =>
  Response.json(
    { errors: [{ message: 'This key was revoked', extensions: { code: 'X' } }] },
    { status: 401 },
  );
const data = (): Response => Response.json({ data: { a: 1 } });

/** All that follows from an answer has happened. */
const done = (ms = 10): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

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
  tab.signOut();
  tab.questions[0]?.answer(data());
  await done();
  tab.setKey('wdk_wrong');
  tab.ask();
  tab.questions[1]?.answer(refusal());
  await done();
  // Nothing was typed that would be there still.
  expect([tab.currentKey(), tab.isBeneath()]).toEqual(['', false]);
  tab.setKey('wdk_right');
  tab.ask();
  tab.questions[2]?.answer(data());
  tab.ask();
  await done();
  tab.questions[3]?.answer(refusal());
  await done();
  expect([tab.currentKey(), tab.isBeneath()]).toEqual(['', true]);
});

test('a question is asked by whoever it is of, also when it is repeated, and a change by nobody else', async () => {
  const tab = await startTab();
  tab.setKey('wdk_alice');
  tab.send('query', { wallets: ['0xalice'] });
  await done();
  const busy = { status: 429, headers: { 'retry-after': '0.05' } };
  tab.questions[0]?.answer(Response.json({ errors: [{ message: 'busy' }] }, busy));
  await done();
  tab.setKey('wdk_bob');
  await done(150);
  expect(tab.questions.map(({ key, body }) => [key, body.includes('0xalice')])).toEqual([
    ['wdk_alice', true],
  ]);
  // Of a page whose person was signed out, with whatever the browser has by now.
  tab.noteAnswer(tab.signInNumber());
  tab.noteRefusal(tab.signInNumber(), 'This key was revoked');
  const told = tab.send('mutation');
  await done();
  expect([tab.questions.length, told]).toEqual([
    1,
    ['You were signed out meanwhile, and nothing was done: do it again.'],
  ]);
});

test('a refusal that is not of the service is said, and signs nobody out', async () => {
  const tab = await startTab();
  tab.setKey('wdk_given');
  const told = tab.ask();
  await done();
  tab.questions[0]?.answer(Response.json({}, { status: 401 }));
  await done();
  expect([told, tab.currentKey()]).toEqual([['The service answered 401.'], 'wdk_given']);
});

test('a stream that says nothing any more is given up, so that another is opened', async () => {
  const tab = await startTab();
  tab.setKey('wdk_given');
  const told = tab.follow();
  await done();
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  tab.questions[0]?.answer(new Response(readable));
  const writer = writable.getWriter();
  // What keeps it open, as often as the service sends it.
  for (let minute = 0; minute < 5; minute += 1) {
    void writer.write(new TextEncoder().encode(':\n\n'));
    await vi.advanceTimersByTimeAsync(12_000);
  }
  expect(told).toEqual([]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual(['The service cannot be reached. Is it running?']);
});
