/** Who asks from a tab: what a new sign-in does to the one before, and what answers that are older than it do not. */
import { expect, onTestFinished, test, vi } from 'vitest';

const owner = { id: 'mem_1', name: 'Owner', wallet: null, scopes: ['read'] };
const rival = { id: 'mem_2', name: 'Rival', wallet: null, scopes: ['read'] };
const ways = { link: true, ethereum: true, passkey: true };

interface Asked {
  path: string;
  headers: Record<string, string>;
  /** With who has signed in, with nobody, or otherwise. */
  answer: (of: object | null | Response) => void;
}

/** A tab where nobody is signed in, and whose questions of sessions the test answers. The modules are the same for all tests. */
async function startTab() {
  const asked: Asked[] = [];
  vi.stubGlobal('location', { href: 'http://localhost:4000/', hash: '', pathname: '/', search: '' });
  vi.stubGlobal('fetch', (url: string, { headers }: { headers: Record<string, string> }) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const answer = (of: object | null | Response): void =>
      resolve(of instanceof Response ? of : Response.json({ signed_in: of, ways }));
    asked.push({ path: new URL(url).pathname, headers, answer });
    return promise;
  });
  const key = await import('../../web/src/app/key.ts');
  /** Answers the last question, and waits until all that follows has happened. */
  const answer = async (of: object | null | Response): Promise<void> => {
    await settled();
    asked.at(-1)?.answer(of);
    await settled();
  };
  const leave = async (): Promise<void> => {
    key.signOut();
    await settled();
    for (const { answer } of asked.splice(0)) answer(new Response(null, { status: 204 }));
    await settled();
  };
  await leave();
  onTestFinished(async () => {
    await leave();
    vi.unstubAllGlobals();
  });
  return { ...key, asked, answer, paths: () => asked.map(({ path }) => path) };
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

test('who signs in again is signed in, and only who signs out is signed out', async () => {
  const tab = await startTab();
  void tab.findSession();
  await tab.answer(owner);
  const first = tab.signInNumber();
  expect([first > 0, tab.credentials().headers]).toEqual([true, { 'x-wd-csrf': '1', 'x-wd-as': 'mem_1' }]);
  // By a link that was opened in the same browser: the cookie is of the new session by now.
  void tab.startSession(tab.countEntries());
  await tab.answer(rival);
  expect([tab.signInNumber() > first, tab.credentials().headers['x-wd-as']]).toEqual([true, 'mem_2']);
  expect(tab.paths()).toEqual(['/auth/', '/auth/']);
  tab.signOut();
  await settled();
  expect([tab.signInNumber(), tab.paths().at(-1)]).toEqual([0, '/auth/sign-out']);
  expect(tab.asked.at(-1)?.headers['x-wd-as']).toBe('mem_2');
});

test('who signs in or out while it is asked who has, has the last word', async () => {
  const tab = await startTab();
  // Back from the app of a wallet, the tab looks; what it was signed with there is through before the answer.
  void tab.findSession();
  await settled();
  const looked = tab.asked.at(-1);
  void tab.startSession(tab.countEntries());
  await tab.answer(owner);
  looked?.answer(null);
  await settled();
  expect(tab.signInNumber()).toBeGreaterThan(0);
  void tab.findSession();
  await settled();
  const lookedAgain = tab.asked.at(-1);
  tab.signOut();
  lookedAgain?.answer(rival);
  await settled();
  expect(tab.signInNumber()).toBe(0);
});

test('a sign-in that was begun before somebody came in otherwise is too late', async () => {
  const tab = await startTab();
  const since = tab.countEntries();
  // A wallet's window waits; meanwhile a key is given.
  tab.setKey('wdk_given');
  void tab.startSession(since);
  await tab.answer(rival);
  expect(tab.currentKey()).toBe('wdk_given');
});

test('nothing of sessions is asked before a sign-out was answered; one that fails is said, and made good', async () => {
  const tab = await startTab();
  void tab.findSession();
  await tab.answer(owner);
  tab.signOut();
  await settled();
  void tab.findSession();
  await settled();
  expect(tab.paths()).toEqual(['/auth/', '/auth/sign-out']);
  await tab.answer(new Response(null, { status: 503 }));
  expect(tab.lastRefusal()).toContain('your session is open still');
  // What was to be asked waits for another sign-out.
  expect(tab.paths()).toEqual(['/auth/', '/auth/sign-out', '/auth/sign-out']);
  await tab.answer(new Response(null, { status: 204 }));
  expect(tab.paths().at(-1)).toBe('/auth/');
  await tab.answer(null);
  expect(tab.signInNumber()).toBe(0);
});

test('a key that is given back ends nobody’s session: whoever has signed in is shown', async () => {
  const tab = await startTab();
  tab.setKey('wdk_given');
  tab.signOut();
  await tab.answer(owner);
  expect([tab.signInNumber() > 0, tab.paths()]).toEqual([true, ['/auth/']]);
});

test('the page of somebody who was signed out becomes nobody else’s unasked', async () => {
  const tab = await startTab();
  void tab.findSession();
  await tab.answer(owner);
  tab.noteAnswer(tab.signInNumber());
  tab.noteRefusal(tab.signInNumber(), 'Somebody else has signed in.');
  void tab.findSession();
  await tab.answer(rival);
  expect([tab.signInNumber(), tab.personBeside()?.name, tab.isBeneath()]).toEqual([0, 'Rival', true]);
  // The same person, in another tab: goes on.
  void tab.findSession();
  await tab.answer(owner);
  expect([tab.signInNumber() > 0, tab.personBeside(), tab.isBeneath()]).toEqual([true, null, false]);
  tab.noteRefusal(tab.signInNumber(), 'Somebody else has signed in.');
  void tab.findSession();
  await tab.answer(rival);
  tab.goOnAsBeside();
  expect(tab.credentials().headers['x-wd-as']).toBe('mem_2');
});

test('what is no key drops nothing', async () => {
  const tab = await startTab();
  tab.setKey('wdk_given');
  tab.noteAnswer(tab.signInNumber());
  tab.noteRefusal(tab.signInNumber(), 'Revoked.');
  tab.setKey(' ');
  expect([tab.lastRefusal(), tab.isBeneath()]).toEqual(['A key is needed.', true]);
});

test('a sign-out that is told to have failed while somebody signs in keeps nobody out', async () => {
  const tab = await startTab();
  void tab.findSession();
  await tab.answer(owner);
  tab.signOut();
  await settled();
  const since = tab.countEntries();
  await tab.answer(new Response(null, { status: 503 }));
  expect(tab.lastRefusal()).toContain('your session is open still');
  void tab.startSession(since);
  await tab.answer(rival);
  expect(tab.credentials().headers['x-wd-as']).toBe('mem_2');
});
