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
