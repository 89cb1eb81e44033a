import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { isDatabaseUnavailable } from '../src/errors.ts';

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
