/**
 * Every setting with values that cannot work, given to the command: one clear message that names the variable and the
 * remedy, a code that is not zero, no stack and no secret. One of each kind is given to a process of its own; the others go
 * the same way in this one, because a process takes a second to load the service.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Outcome, runCommand, runInProcess, startCommand } from '../support/command.ts';
import { createDatabase, makeDataDirectory } from '../support/postgres.ts';

// Many processes, each of which takes its time on a busy machine.
vi.setConfig({ testTimeout: 240_000 });
afterAll(() => vi.resetConfig());

let directory: string;
let taken: Server;
let takenPort: string;
let database: Awaited<ReturnType<typeof createDatabase>>;
const nobody = { DATABASE_URL: 'postgres://me:sekret@127.0.0.1:1/x' };
/** Commands that wait before they give up: they run beside all other tests. */
let waits: Record<'nobody' | 'hanging' | 'hangingCommand', Promise<Outcome>>;
beforeAll(async () => {
  database = await createDatabase();
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
  const hanging = { DATA_DIR: join(directory, 'hanging') };
  waits = {
    nobody: serve({ given: nobody }),
    hanging: serve({ given: hanging }),
    hangingCommand: runCommand(['keys', 'list'], { environment: hanging }),
  };
});
afterAll(async () => {
  await Promise.all(Object.values(waits));
  taken.close();
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});

interface Case {
  given: Record<string, string>;
  code: number;
  /** The whole of standard error. */
  says: string | RegExp;
  user?: number;
}

/** A variable, a value of a wrong form, and what is said of it. */
type BadValue = readonly [variable: string, value: string, says: string];

const wholeNumbers = (name: string, minimum: number, maximum: number, ...values: string[]): BadValue[] =>
  values.map((value) => [
    name,
    value,
    `${name} is '${value}': a whole number from ${minimum} to ${maximum} is expected`,
  ]);
const oneSentence = (name: string, sentence: string, ...values: string[]): BadValue[] =>
  values.map((value) => [name, value, `${name} ${sentence}`]);
const notHosts = (...values: string[]): BadValue[] =>
  values.map((value) => [
    'HOST',
    value,
    `HOST is '${value}': a host name or an address is expected, such as 127.0.0.1 or 0.0.0.0, without http:// and port`,
  ]);
const notAProxy = (value: string, wrong = value): BadValue => [
  'TRUST_PROXY',
  value,
  `TRUST_PROXY has '${wrong}', which is no address: the proxies' addresses or ranges are expected, such as '10.0.0.1, ` +
    "10.1.0.0/16', loopback, linklocal, uniquelocal, or 'false' (a number of proxies is not understood)",
];
const million = 1_000_000;

const badValues = (): BadValue[] => [
  ...wholeNumbers('PORT', 0, 65_535, 'abc', '70000', '-1', '80.5'),
  ...wholeNumbers('METRICS_PORT', 0, 65_535, '65536'),
  ...notHosts('a b', 'http://127.0.0.1', '127.0.0.1:80'),
  ...[notAProxy('1'), notAProxy('yes'), notAProxy('10.0.0.0/99'), notAProxy('10.0.0.1,', '')],
  ...[notAProxy('0.0.0.1.2'), notAProxy('0.0.0.0/0'), notAProxy('10.0.0.1, proxy.example', 'proxy.example')],
  ...oneSentence(
    'PUBLIC_URL',
    'is not a URL: http://… or https://… is expected',
    'example.com',
    'ftp://example.com',
  ),
  ...oneSentence('PUBLIC_URL', 'must have no ? or # part', 'https://example.com/?a=1'),
  ...oneSentence(
    'PUBLIC_URL',
    'must have no user or password: everybody sees it',
    'https://me:sekret@example.com',
  ),
  ...oneSentence(
    'DATABASE_URL',
    'is not a PostgreSQL address: postgresql://user:password@host:port/database is expected (special characters of the password as %XX)',
    ...[
      'mysql://me:sekret@localhost/x',
      'postgres:me:sekret@localhost/x',
      'postgres://me:sek/ret:sekret@localhost:port/x',
    ],
  ),
  ...oneSentence(
    'DATABASE_READ_URL',
    'is not a PostgreSQL address: postgresql://user:password@host:port/database is expected (special characters of the password as %XX)',
    'mysql://me:sekret@localhost/x',
  ),
  ...wholeNumbers('DATABASE_CONNECTIONS', 4, 1_000, '3'),
  ...wholeNumbers('LOADING_SLOTS', 1, 1_000, '0'),
  ...oneSentence('BOOTSTRAP_API_KEY', 'must be 16 to 200 of the characters A-Z a-z 0-9 _ -', 'sekret'),
  ['ROLE', 'both', "ROLE is 'both': one of all, api, worker is expected"],
  [
    'LOG_LEVEL',
    'loud',
    "LOG_LEVEL is 'loud': one of fatal, error, warn, info, debug, trace, silent is expected",
  ],
  ...wholeNumbers('RATE_LIMIT_PER_SECOND', 1, million, '0'),
  ...wholeNumbers('RATE_LIMIT_BURST', 1, million, '1e3'),
  ...wholeNumbers('QUOTA_PER_DAY', 1, 999_999_999_999, '0'),
  ...wholeNumbers('QUOTA_PER_MONTH', 1, 999_999_999_999, 'none'),
  ...wholeNumbers('FAILED_KEYS_PER_MINUTE', 1, million, '0'),
  ...wholeNumbers('REQUEST_TIMEOUT_SECONDS', 1, 600, '601'),
  ...wholeNumbers('MAX_CONCURRENT_REQUESTS', 1, million, '0'),
  ...wholeNumbers('MAX_EVENT_LOOP_DELAY_MS', 10, 60_000, '9'),
  ...oneSentence('ETHERSCAN_API_KEY', 'must not contain spaces', 'sek ret'),
  ...oneSentence('COINGECKO_API_KEY', 'must not contain spaces', 'sek ret'),
  ...badFiles(),
];

function badFiles(): BadValue[] {
  const bad = (name: string, fault: string): BadValue => {
    const path = join(directory, name);
    return ['CONFIG_FILE', path, `CONFIG_FILE ${path}${fault.replace('PATH', path)}`];
  };
  const unset = 'Correct CONFIG_FILE or unset it';
  return [
    bad('missing.json', ` cannot be read: ENOENT: no such file or directory, stat 'PATH'. ${unset}`),
    bad('.', ` cannot be read: it is not a file. ${unset}`),
    bad(join('hanging', 'postgres.json'), ` cannot be read: it is not a file. ${unset}`),
    bad('not.json', ' is not JSON: Expected double-quoted property name in JSON at position 57'),
    bad(
      'unknown.json',
      ': chain is not a known field; known: chains, prices, nftMetadata, trustedDocuments, webhooks, mcp, portal',
    ),
  ];
}

/** All problems are reported at once, so that one run takes one value of each variable. */
function rounds(values: readonly BadValue[]): BadValue[][] {
  const made: BadValue[][] = [];
  for (const value of values) {
    const free = made.find((round) => round.every(([name]) => name !== value[0]));
    if (free === undefined) made.push([value]);
    else free.push(value);
  }
  return made;
}

const serveEnvironment = (given: Case['given']): Record<string, string> => ({
  PORT: '0',
  LOG_LEVEL: 'silent',
  DATA_DIR: join(directory, 'unused'),
  ...given,
});

function serve({ given, user }: Pick<Case, 'given' | 'user'>): Promise<Outcome> {
  const environment = serveEnvironment(given);
  return runCommand(['serve'], { environment, ...(user === undefined ? {} : { user }) });
}

async function expectRefused(refused: Case, outcome = serve(refused)): Promise<void> {
  const { code, says } = refused;
  expect(await outcome).toMatchObject({
    code,
    stderr: typeof says === 'string' ? says : expect.stringMatching(says),
  });
  const text = (await outcome).stdout + (await outcome).stderr;
  expect(text).not.toMatch(/sekret|^\s+at /m);
}

/** Several one after the other: the settings of this process are those of the command that runs. */
const expectRefusedHere = (refused: Case): Promise<void> =>
  expectRefused(refused, runInProcess(['serve'], serveEnvironment(refused.given)));

test('values of a wrong form: each is named with what is expected, all at once, and none that may be secret is shown', async () => {
  for (const [number, round] of rounds(badValues()).entries()) {
    const environment = Object.fromEntries(round.map(([name, value]) => [name, value]));
    // The first round has a value of each variable, and is given to the real command; the others go the same way here.
    const { code, stdout, stderr } =
      number === 0
        ? await runCommand(['serve'], { environment })
        : await runInProcess(['keys', 'list'], { DATA_DIR: join(directory, 'unused'), ...environment });
    const [title, ...lines] = stderr.trimEnd().split('\n');
    expect(title).toBe(
      round.length === 1
        ? 'The configuration has a problem:'
        : `The configuration has ${round.length} problems:`,
    );
    expect(lines.map((line) => line.trim().replace(/ \(line \d+ column \d+\)$/, '')).sort()).toEqual(
      round.map(([, , says]) => says).sort(),
    );
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).not.toMatch(/sekret|sek ret/);
  }
});

test('one port for two listeners; an empty variable counts as not given', () =>
  expectRefusedHere({
    given: { PORT: '4998', METRICS_PORT: '4998', HOST: ' ', TRUST_PROXY: '' },
    code: 2,
    says: 'The configuration has a problem:\n  METRICS_PORT is 4998, as PORT is: set it to a port of its own\n',
  }));

describe('DATA_DIR', () => {
  const at = (name: string) => ({ DATA_DIR: join(directory, name) });

  test('a file, or below one', async () => {
    const says = /^DATA_DIR \S+ is a file or lies below one: set DATA_DIR to a directory\.\n$/;
    await expectRefused({ given: at('file'), code: 1, says });
    await expectRefusedHere({ given: at('file/below'), code: 1, says });
  });

  test('not to be written by this user', async () => {
    const user = process.getuid?.() === 0 ? { user: 65_534 } : {};
    const says =
      /^DATA_DIR \S+ cannot be written by this user \(EACCES.*\): give the user the right, or set DATA_DIR/;
    const cases = [{ given: at('locked') }, { given: at('locked/missing/deep') }];
    await Promise.all(cases.map((given) => expectRefused({ ...given, code: 1, says, ...user })));
  });
});

describe('addresses', () => {
  test('taken, not of this machine, or of no machine; said before a database is started', async () => {
    const inUse = (variable: string) =>
      `Port ${takenPort} of 127.0.0.1 is in use: end what uses it, or set ${variable} to another one.\n`;
    const cases = [
      { given: { PORT: takenPort }, says: inUse('PORT') },
      { given: { METRICS_PORT: takenPort }, says: inUse('METRICS_PORT') },
      { given: { METRICS_PORT: takenPort, ROLE: 'worker' }, says: inUse('METRICS_PORT') },
      // RFC 5737: documentation only. RFC 2606: no such name.
      {
        given: { HOST: '192.0.2.1' },
        says: /^HOST 192\.0\.2\.1 is no address of this machine: set it to one, to 127\.0\.0\.1 .* or to 0\.0\.0\.0/,
      },
      {
        given: { HOST: 'no-such-host.invalid' },
        says: /^HOST no-such-host\.invalid cannot be resolved \(.*\): set it to an address of this machine/,
      },
    ];
    const [first, ...others] = cases.map((refused) => ({ ...refused, code: 1 }));
    if (first !== undefined) await expectRefused(first);
    for (const refused of others) await expectRefusedHere(refused);
  });
});

describe('DATABASE_URL', () => {
  const changed = (change: (url: URL) => void): Record<string, string> => {
    const url = new URL(database.url);
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
    await expectRefusedHere({
      given: changed((url) => {
        url.pathname = '/nobody';
      }),
      code: 1,
      says: /^Cannot use the database at \S+: database "nobody" does not exist\. Create it \(createdb\) or correct DATABASE_URL\.\n$/,
    });
  });
});

test('TRUST_PROXY=true is said to be dangerous', async () => {
  const environment = {
    PORT: '0',
    LOG_LEVEL: 'info',
    DATABASE_URL: database.url,
    ROLE: 'api',
    TRUST_PROXY: 'true',
  };
  const service = startCommand(['serve'], { environment });
  await service.waitFor(/"msg":"listening"/);
  service.child.kill('SIGTERM');
  expect(await service.exit).toBe(0);
  expect(service.stdout()).toMatch(
    /^\{"level":"warn","time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z",.*TRUST_PROXY=true believes every client .*: set it to the proxies' addresses/m,
  );
});

describe('waits that end', () => {
  test('DATA_DIR in a file system that hangs: a bounded wait', async () => {
    const says =
      /^DATA_DIR \S+ does not answer within 10 s: .* set DATA_DIR to a directory on a disk of this machine\.\n$/;
    await expectRefused({ given: { DATA_DIR: join(directory, 'hanging') }, code: 1, says }, waits.hanging);
    // The other commands look there, too.
    const { code, stderr } = await waits.hangingCommand;
    expect([code, stderr]).toEqual([1, expect.stringMatching(says)]);
  });

  test('DATABASE_URL of nobody: waited for one minute', () =>
    expectRefused(
      {
        given: nobody,
        code: 1,
        says: /^Cannot use the database at 127\.0\.0\.1:1\/x: connect ECONNREFUSED .*Start it, or correct DATABASE_URL\.\n$/,
      },
      waits.nobody,
    ));
});
