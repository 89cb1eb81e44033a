/**
 * Every setting with values that cannot work, given to the real command: one clear message that names the variable and
 * the remedy, a code that is not zero, no stack and no secret.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { runCommand, startCommand } from '../support/command.ts';
import { makeDataDirectory } from '../support/postgres.ts';

let directory: string;
let taken: Server;
let takenPort: string;
beforeAll(async () => {
  directory = await makeDataDirectory();
  taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const address = taken.address();
  takenPort = String(typeof address === 'object' ? address?.port : '');
  await writeFile(join(directory, 'file'), 'not a directory\n');
  await writeFile(join(directory, 'not.json'), '{ "prices": { "coingecko": { "apiKey": "top-sekret" } }, }');
  await writeFile(join(directory, 'unknown.json'), '{ "chain": [] }');
  await mkdir(join(directory, 'locked'), { mode: 0o555 });
  // A pipe that nobody writes to hangs as a file of a dead network share does.
  await mkdir(join(directory, 'hanging'));
  execFileSync('mkfifo', [join(directory, 'hanging', 'postgres.json')]);
  await chmod(join(directory, 'hanging'), 0o755);
});
afterAll(async () => {
  taken.close();
  await rm(directory, { recursive: true, force: true });
});

interface Case {
  given: Record<string, string>;
  code: number;
  /** The whole of standard error. */
  says: string | RegExp;
  user?: number;
}

/** Bad input has one line below a title, and code 2. */
const problem = (line: string): Pick<Case, 'code' | 'says'> => ({
  code: 2,
  says: `The configuration has a problem:\n  ${line}\n`,
});
const wholeNumber = (name: string, value: string, minimum: number, maximum: number): Case => ({
  given: { [name]: value },
  ...problem(`${name} is '${value}': a whole number from ${minimum} to ${maximum} is expected`),
});
const notAHost = (value: string): Case => ({
  given: { HOST: value },
  ...problem(
    `HOST is '${value}': a host name or an address is expected, such as 127.0.0.1 or 0.0.0.0, without http:// and port`,
  ),
});
const notAProxy = (value: string, wrong = value): Case => ({
  given: { TRUST_PROXY: value },
  ...problem(
    `TRUST_PROXY has '${wrong}', which is no address: the proxies' addresses or ranges are expected, such as '10.0.0.1, ` +
      "10.1.0.0/16', loopback, linklocal, uniquelocal, or 'false' (a number of proxies is not understood)",
  ),
});
const notADatabase = (value: string): Case => ({
  given: { DATABASE_URL: value },
  ...problem(
    'DATABASE_URL is not a PostgreSQL address: postgresql://user:password@host:port/database is expected (special ' +
      'characters of the password as %XX)',
  ),
});

async function expectRefused({ given, code, says, user }: Case): Promise<void> {
  const environment = { PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: join(directory, 'unused'), ...given };
  const outcome = await runCommand(['serve'], { environment, ...(user === undefined ? {} : { user }) });
  expect(outcome).toMatchObject({
    code,
    stderr: typeof says === 'string' ? says : expect.stringMatching(says),
  });
  const text = outcome.stdout + outcome.stderr;
  expect(text).not.toMatch(/sekret|^\s+at /m);
}

describe('values of a wrong form', () => {
  test.for<Case>([
    wholeNumber('PORT', 'abc', 0, 65_535),
    wholeNumber('PORT', '70000', 0, 65_535),
    wholeNumber('PORT', '-1', 0, 65_535),
    wholeNumber('PORT', '80.5', 0, 65_535),
    wholeNumber('METRICS_PORT', '65536', 0, 65_535),
    {
      given: { PORT: '4998', METRICS_PORT: '4998' },
      ...problem('METRICS_PORT is 4998, as PORT is: set it to a port of its own'),
    },
    notAHost('a b'),
    notAHost('http://127.0.0.1'),
    notAHost('127.0.0.1:80'),
    notAProxy('1'),
    notAProxy('yes'),
    notAProxy('0.0.0.1.2'),
    notAProxy('10.0.0.0/99'),
    notAProxy('10.0.0.1,', ''),
    notAProxy('10.0.0.1, proxy.example', 'proxy.example'),
    {
      given: { PUBLIC_URL: 'example.com' },
      ...problem('PUBLIC_URL is not a URL: http://… or https://… is expected'),
    },
    {
      given: { PUBLIC_URL: 'ftp://example.com' },
      ...problem('PUBLIC_URL is not a URL: http://… or https://… is expected'),
    },
    { given: { PUBLIC_URL: 'https://example.com/?a=1' }, ...problem('PUBLIC_URL must have no ? or # part') },
    {
      given: { PUBLIC_URL: 'https://me:sekret@example.com' },
      ...problem('PUBLIC_URL must have no user or password: everybody sees it'),
    },
    notADatabase('mysql://me:sekret@localhost/x'),
    notADatabase('postgres:me:sekret@localhost/x'),
    notADatabase('postgres://me:sek/ret:sekret@localhost:port/x'),
    {
      given: { BOOTSTRAP_API_KEY: 'sekret' },
      ...problem('BOOTSTRAP_API_KEY must be 16 to 200 of the characters A-Z a-z 0-9 _ -'),
    },
    { given: { ROLE: 'both' }, ...problem("ROLE is 'both': one of all, api, worker is expected") },
    {
      given: { LOG_LEVEL: 'loud' },
      ...problem("LOG_LEVEL is 'loud': one of fatal, error, warn, info, debug, trace, silent is expected"),
    },
    wholeNumber('RATE_LIMIT_PER_SECOND', '0', 1, 1_000_000),
    wholeNumber('RATE_LIMIT_BURST', '1e3', 1, 1_000_000),
    wholeNumber('QUOTA_PER_DAY', '0', 1, 999_999_999_999),
    wholeNumber('QUOTA_PER_MONTH', 'none', 1, 999_999_999_999),
    wholeNumber('FAILED_KEYS_PER_MINUTE', '0', 1, 1_000_000),
    wholeNumber('REQUEST_TIMEOUT_SECONDS', '601', 1, 600),
    wholeNumber('MAX_CONCURRENT_REQUESTS', '0', 1, 1_000_000),
    wholeNumber('MAX_EVENT_LOOP_DELAY_MS', '9', 10, 60_000),
    { given: { ETHERSCAN_API_KEY: 'sek ret' }, ...problem('ETHERSCAN_API_KEY must not contain spaces') },
    { given: { COINGECKO_API_KEY: 'sek ret' }, ...problem('COINGECKO_API_KEY must not contain spaces') },
  ])('$given', expectRefused);

  test('all at once, and an empty one counts as not given', async () => {
    await expectRefused({
      given: { PORT: 'x', HOST: ' ', TRUST_PROXY: '', ROLE: 'both' },
      code: 2,
      says:
        "The configuration has 2 problems:\n  PORT is 'x': a whole number from 0 to 65535 is expected\n" +
        "  ROLE is 'both': one of all, api, worker is expected\n",
    });
  });
});

describe('CONFIG_FILE', () => {
  const file = (name: string) => ({ CONFIG_FILE: join(directory, name) });
  const titled = (line: RegExp) =>
    new RegExp(`^The configuration has a problem:\\n  CONFIG_FILE \\S+${line.source}\\n$`);

  test('missing, a directory, a pipe, not JSON, with a field that nobody knows', async () => {
    const unset = /\. Correct CONFIG_FILE or unset it/.source;
    for (const [name, says] of [
      ['missing.json', new RegExp(` cannot be read: ENOENT.*${unset}`)],
      ['.', new RegExp(` cannot be read: it is not a file${unset}`)],
      [join('hanging', 'postgres.json'), new RegExp(` cannot be read: it is not a file${unset}`)],
      ['not.json', / is not JSON: .*/],
      ['unknown.json', /: chain is not a known field.*|: chain .*/],
    ] as const) {
      await expectRefused({ given: file(name), code: 2, says: titled(says) });
    }
  });
});

describe('DATA_DIR', () => {
  const at = (name: string) => ({ DATA_DIR: join(directory, name) });

  test('a file, or below one', async () => {
    const says = /^DATA_DIR \S+ is a file or lies below one: set DATA_DIR to a directory\.\n$/;
    await expectRefused({ given: at('file'), code: 1, says });
    await expectRefused({ given: at('file/below'), code: 1, says });
  });

  test('not to be written by this user', async () => {
    const user = process.getuid?.() === 0 ? { user: 65_534 } : {};
    const says =
      /^DATA_DIR \S+ cannot be written by this user \(EACCES.*\): give the user the right, or set DATA_DIR/;
    await expectRefused({ given: at('locked'), code: 1, says, ...user });
    await expectRefused({ given: at('locked/missing/deep'), code: 1, says, ...user });
  });

  test('in a file system that hangs: a bounded wait', async () => {
    const says =
      /^DATA_DIR \S+ does not answer within 10 s: .* set DATA_DIR to a directory on a disk of this machine\.\n$/;
    await expectRefused({ given: at('hanging'), code: 1, says });
    // The other commands look there, too.
    const { code, stderr } = await runCommand(['keys', 'list'], { environment: at('hanging') });
    expect([code, stderr]).toEqual([1, expect.stringMatching(says)]);
  });
});

describe('addresses', () => {
  test('taken, not of this machine, or of no machine; said before a database is started', async () => {
    const inUse = (variable: string) =>
      `Port ${takenPort} of 127.0.0.1 is in use: end what uses it, or set ${variable} to another one.\n`;
    await expectRefused({ given: { PORT: takenPort }, code: 1, says: inUse('PORT') });
    await expectRefused({ given: { METRICS_PORT: takenPort }, code: 1, says: inUse('METRICS_PORT') });
    await expectRefused({
      given: { METRICS_PORT: takenPort, ROLE: 'worker' },
      code: 1,
      says: inUse('METRICS_PORT'),
    });
    // RFC 5737: documentation only. RFC 2606: no such name.
    await expectRefused({
      given: { HOST: '192.0.2.1' },
      code: 1,
      says: /^HOST 192\.0\.2\.1 is no address of this machine: set it to one, to 127\.0\.0\.1 .* or to 0\.0\.0\.0/,
    });
    await expectRefused({
      given: { HOST: 'no-such-host.invalid' },
      code: 1,
      says: /^HOST no-such-host\.invalid cannot be resolved \(.*\): set it to an address of this machine/,
    });
  });
});

describe('DATABASE_URL', () => {
  const changed = (change: (url: URL) => void): Record<string, string> => {
    const url = new URL(inject('templateUrl'));
    change(url);
    return { DATABASE_URL: url.href };
  };

  test('a wrong password, a wrong name', async () => {
    await expectRefused({
      given: changed((url) => {
        url.password = 'sekret';
      }),
      code: 1,
      says: /^Cannot use the database at \S+: password authentication failed .*Check user and password in DATABASE_URL\.\n$/,
    });
    await expectRefused({
      given: changed((url) => {
        url.pathname = '/nobody';
      }),
      code: 1,
      says: /^Cannot use the database at \S+: database "nobody" does not exist\. Create it \(createdb\) or correct DATABASE_URL\.\n$/,
    });
  });

  test('nobody there: waited for one minute', async () => {
    await expectRefused({
      given: { DATABASE_URL: 'postgres://me:sekret@127.0.0.1:1/x' },
      code: 1,
      says: /^Cannot use the database at 127\.0\.0\.1:1\/x: connect ECONNREFUSED .*Start it, or correct DATABASE_URL\.\n$/,
    });
  }, 120_000);
});

test.for(['true', '10.0.0.1, 0.0.0.0/0'])('TRUST_PROXY=%s is said to be dangerous', async (TRUST_PROXY) => {
  const environment = {
    PORT: '0',
    LOG_LEVEL: 'info',
    DATABASE_URL: inject('templateUrl'),
    ROLE: 'api',
    TRUST_PROXY,
  };
  const service = startCommand(['serve'], { environment });
  await service.waitFor(/"msg":"listening"/);
  service.child.kill('SIGTERM');
  expect(await service.exit).toBe(0);
  expect(service.stdout()).toMatch(
    /"level":40,.*TRUST_PROXY believes every client .*: set it to the proxies' addresses/,
  );
});
