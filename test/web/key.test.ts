/** Who asks from a tab: what a new sign-in does to the one before. */
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

test('who signs in again is signed in, and only who signs out is signed out', async () => {
  const asked: string[] = [];
  vi.stubGlobal('location', { href: 'http://localhost:4000/', hash: '', pathname: '/', search: '' });
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(new URL(url).pathname);
    const ways = { link: true, ethereum: true, passkey: true };
    return Response.json({ signed_in: { name: 'Owner', wallet: null, scopes: ['read'] }, ways });
  });
  const { currentKey, findSession, setKey, startSession } = await import('../../web/src/app/key.ts');
  await findSession();
  expect(currentKey()).not.toBe('');
  // By a link that was opened in the same browser: the cookie is of the new session by now.
  startSession();
  expect([currentKey() === '', asked]).toEqual([false, ['/auth/']]);
  setKey('');
  expect([currentKey(), asked]).toEqual(['', ['/auth/', '/auth/sign-out']]);
});

test('who signs in or out while it is asked who has, has the last word', async () => {
  vi.stubGlobal('location', { href: 'http://localhost:4000/', hash: '', pathname: '/', search: '' });
  let answer: (signedIn: object | null) => void = () => undefined;
  vi.stubGlobal('fetch', (url: string) => {
    const ways = { link: true, ethereum: true, passkey: true };
    return url.endsWith('/sign-out')
      ? Promise.resolve(Response.json({}))
      : new Promise((resolve) => {
          answer = (signedIn) => resolve(Response.json({ signed_in: signedIn, ways }));
        });
  });
  vi.resetModules();
  const { currentKey, findSession, setKey, startSession } = await import('../../web/src/app/key.ts');
  // Back from the app of a wallet, the tab looks; what it was signed with there is through before the answer.
  const looked = findSession();
  startSession();
  answer(null);
  expect(await looked).toEqual({ link: true, ethereum: true, passkey: true });
  expect(currentKey()).not.toBe('');
  const lookedAgain = findSession();
  setKey('');
  answer({ name: 'Owner', wallet: null, scopes: ['read'] });
  await lookedAgain;
  expect(currentKey()).toBe('');
  // Nothing happened meanwhile: the answer counts, and another one is another sign-in.
  const found: string[] = [];
  for (let times = 0; times < 2; times += 1) {
    const asked = findSession();
    answer({ name: 'Owner', wallet: null, scopes: ['read'] });
    await asked;
    found.push(currentKey());
  }
  expect(new Set(found).size).toBe(2);
  expect(found).not.toContain('');
});
