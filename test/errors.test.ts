import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { hideApiKeys, isDatabaseUnavailable } from '../src/errors.ts';

const nowhere = '/nonexistent/directory/.s.PGSQL.5432';

test('a socket file that is not there is a database that is away', async () => {
  const error = await new Promise<Error>((resolve) => connect(nowhere).once('error', resolve));
  expect(error).toMatchObject({ code: 'ENOENT', syscall: 'connect' });
  expect(isDatabaseUnavailable(error)).toBe(true);
  expect(isDatabaseUnavailable(new Error('query failed', { cause: error }))).toBe(true);
});

test('any other file that is not there is a fault of ours', async () => {
  const error: unknown = await readFile(nowhere).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'ENOENT', syscall: 'open' });
  expect(isDatabaseUnavailable(error)).toBe(false);
});

test('a refused connection is a database that is away', async () => {
  const error = await new Promise<Error>((resolve) =>
    connect({ host: '127.0.0.1', port: 1 }).once('error', resolve),
  );
  expect(error).toMatchObject({ code: 'ECONNREFUSED' });
  expect(isDatabaseUnavailable(error)).toBe(true);
});

test.each<[string, string]>([
  ['GET /x?apikey=abc123 failed', 'GET /x?apikey=[hidden] failed'],
  ['/x?page=1&API-KEY=abc&wallet=0x1', '/x?page=1&API-KEY=[hidden]&wallet=0x1'],
  ['https://n.example/?a=1&access_token=abc"', 'https://n.example/?a=1&access_token=[hidden]"'],
  ['?x-api-key=a&key=b;token=c', '?x-api-key=[hidden]&key=[hidden];token=[hidden]'],
  ['token eyJhbGciOiJFUzI1.eyJpc3MiOiJ3.c2ln, and more', 'token [hidden], and more'],
  ['host.example.eyJhbGciOiJFUzI1.eyJpc3MiOiJ3.c2ln', 'host.example.[hidden]'],
  ['key-eyJhbGciOiJFUzI1.eyJpc3MiOiJ3.', 'key-[hidden]'],
  // Not keys.
  ['eyJhbGciOiJFUzI1.short.c2ln and eyJhbGciOiJFUzI1', 'eyJhbGciOiJFUzI1.short.c2ln and eyJhbGciOiJFUzI1'],
  [`?token=0x${'ab'.repeat(20)},0x1`, `?token=0x${'ab'.repeat(20)},0x1`],
  ['?token=token_AAB6aefx&page=2', '?token=token_AAB6aefx&page=2'],
  ['?monkey=1&tokens=2&order=DESC&keyword=x', '?monkey=1&tokens=2&order=DESC&keyword=x'],
  ['a=b and key=value', 'a=b and key=value'],
])('%s is written as %s', (text, written) => {
  expect(hideApiKeys(text)).toBe(written);
});

test('a text that begins a token at every turn takes about as long as another one', () => {
  const secondsOf = (part: string): number => {
    const text = part.repeat(25_000);
    const begin = performance.now();
    expect(hideApiKeys(text)).toBe(text);
    return performance.now() - begin;
  };
  secondsOf('-abc');
  // Looked through to its end from each of its 25,000 places it takes a thousand times as long.
  expect(secondsOf('-eyJ') / secondsOf('-abc')).toBeLessThan(100);
});
