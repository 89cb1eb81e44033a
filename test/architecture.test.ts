/**
 * The house rules, as a test that walks the tree: which folder may import which, no cycles, calls that are banned
 * outside their home. The rooms inside the folders: rooms.test.ts. How long files and functions may be: sizes.test.ts.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { houseFiles, sourceFiles } from './support/source-files.ts';

const root = join(import.meta.dirname, '..');

/** Folder (or file) under src → what it may import from src. The first matching key wins. */
const allowedImports: Record<string, readonly string[]> = {
  'errors.ts': [],
  'until-aborted.ts': [],
  'domain/': ['domain/'],
  'log.ts': [],
  'logger.ts': ['log.ts', 'errors.ts'],
  'outgoing/': ['outgoing/', 'errors.ts', 'until-aborted.ts'],
  'chains/': ['chains/', 'outgoing/', 'domain/', 'errors.ts', 'until-aborted.ts'],
  'prices/': ['prices/', 'outgoing/', 'domain/', 'errors.ts', 'until-aborted.ts'],
  'labels/': [
    'labels/',
    'chains/definitions/chain-source.ts',
    'outgoing/',
    'domain/',
    'errors.ts',
    'until-aborted.ts',
  ],
  'processes/': ['processes/', 'errors.ts'],
  'store/': ['store/', 'processes/', 'domain/', 'errors.ts', 'until-aborted.ts'],
  'ingest/': [
    'ingest/',
    'chains/',
    'prices/',
    'labels/',
    'store/',
    'outgoing/',
    'domain/',
    'errors.ts',
    'until-aborted.ts',
    'log.ts',
  ],
  'use-cases/': ['use-cases/', 'store/', 'domain/', 'errors.ts'],
  'graphql/': ['graphql/', 'use-cases/', 'domain/', 'errors.ts'],
  'rest/': ['rest/', 'use-cases/', 'domain/', 'errors.ts'],
  'mcp/': ['mcp/', 'use-cases/', 'domain/', 'errors.ts'],
  'http/': ['http/', 'graphql/', 'rest/', 'mcp/', 'use-cases/', 'domain/', 'errors.ts', 'until-aborted.ts'],
  // Hears of what others do by Node's diagnostics channels.
  'tracing/': ['tracing/', 'outgoing/', 'errors.ts', 'log.ts'],
  'config.ts': ['config-file.ts', 'config-values.ts', 'chains/', 'domain/', 'errors.ts'],
  'config-file.ts': ['chains/', 'domain/', 'errors.ts'],
  // The forms of config.ts's settings.
  'config-values.ts': ['chains/', 'errors.ts'],
  'config-secrets.ts': ['config.ts', 'errors.ts'],
  // Of the configuration where the worker runs, else of what the workers stored.
  'enabled-chains.ts': ['config.ts', 'store/'],
  // What an API process does before it listens.
  'prepare-keys.ts': ['config.ts', 'http/', 'use-cases/access/', 'store/', 'errors.ts', 'logger.ts'],
  // Where the read model and REST's form of its events meet the sender, and the key for secrets.
  'webhooks/': [
    ...['webhooks/', 'config.ts', 'ingest/', 'rest/', 'use-cases/', 'store/', 'outgoing/'],
    ...['domain/', 'errors.ts', 'log.ts'],
  ],
  // A source of its own for what clients ask while they wait.
  'name-lookup.ts': ['chains/', 'config.ts', 'labels/', 'outgoing/', 'domain/', 'log.ts', 'until-aborted.ts'],
  // The same for contracts that sign.
  'prepare-sign-in.ts': [
    ...['chains/', 'config.ts', 'enabled-chains.ts', 'outgoing/', 'store/', 'use-cases/members/', 'domain/'],
    ...['log.ts', 'until-aborted.ts'],
  ],
  'demo/': [
    'demo/',
    'processes/',
    'domain/',
    'errors.ts',
    'main.ts',
    // Asked before all the rest is loaded.
    'http/listening.ts',
    'config.ts',
    'config-file.ts',
    'store/',
    'labels/',
    'outgoing/',
    // What its command is made of.
    'cli/program.ts',
    'cli/terminal/',
    'use-cases/access/key-text.ts',
    // The link that it prints.
    'use-cases/members/sign-in-link.ts',
    'logger.ts',
  ],
  'cli/': ['*'],
  'cli.ts': ['*'],
  'main.ts': ['*'],
  'api/': ['*'],
  'worker.ts': ['*'],
};

/** Packages that have one home. */
const packageHomes: Record<string, readonly string[]> = {
  pg: ['store/'],
  'pg-copy-streams': ['store/'],
  '@prisma/client': ['store/'],
  '@prisma/adapter-pg': ['store/'],
  '@pothos/core': ['graphql/'],
  'graphql-yoga': ['graphql/'],
  fastify: ['http/', 'rest/'],
  '@modelcontextprotocol/server': ['mcp/'],
  '@simplewebauthn/server': ['use-cases/members/'],
  commander: ['cli.ts', 'cli/'],
  // Every child gets an environment without secrets there.
  'node:child_process': ['processes/'],
};

const manifestSchema = z.object({ dependencies: z.record(z.string(), z.string()) });
const code = houseFiles();

function homeOf(path: string): string {
  const home = Object.keys(allowedImports).find((key) => path === key || path.startsWith(key));
  if (home === undefined)
    throw new Error(`src/${path} is in no folder listed here: add it to allowedImports with a reason`);
  return home;
}

const mayImport = (home: string, imported: string): boolean =>
  (allowedImports[home] ?? []).some(
    (allowed) => allowed === '*' || imported === allowed || imported.startsWith(allowed),
  );

test('imports go one way', () => {
  const forbidden = code.flatMap((file) =>
    file.imports
      .filter((imported) => !imported.startsWith('..') && !mayImport(homeOf(file.path), imported))
      .map((imported) => `src/${file.path} imports src/${imported}`),
  );
  expect(forbidden).toEqual([]);
});

test('nothing in src imports from outside src, but package data', () => {
  const outside = code.flatMap((file) =>
    file.imports.filter((path) => path.startsWith('..')).map((path) => `src/${file.path} imports ${path}`),
  );
  expect(outside).toEqual([]);
});

test('the domain imports only decimal.js and pure helpers of viem', () => {
  const allowed = new Set(['decimal.js', 'viem']);
  const forbidden = code
    .filter((file) => file.path.startsWith('domain/'))
    .flatMap((file) =>
      file.packages
        .filter((name) => !name.startsWith('node:') && !allowed.has(name))
        .map((name) => `src/${file.path}: ${name}`),
    );
  expect(forbidden).toEqual([]);
});

test('packages with one home stay there', () => {
  const strays = code.flatMap((file) =>
    file.packages
      .filter((name) => packageHomes[name]?.some((home) => file.path.startsWith(home)) === false)
      .map((name) => `src/${file.path}: ${name}`),
  );
  expect(strays).toEqual([]);
});

test('the service imports only packages that a production install brings', () => {
  const { dependencies } = manifestSchema.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const missing = code.flatMap((file) =>
    file.packages
      .filter((name) => !name.startsWith('node:') && !Object.hasOwn(dependencies, name))
      .map((name) => `src/${file.path}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test('no import cycles', () => {
  const graph = new Map(code.map((file) => [file.path, file.imports]));
  const state = new Map<string, 'open' | 'done'>();
  const cycles: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (state.get(path) === 'done') return;
    if (state.get(path) === 'open') {
      cycles.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
      return;
    }
    state.set(path, 'open');
    for (const imported of graph.get(path) ?? []) if (graph.has(imported)) visit(imported, [...trail, path]);
    state.set(path, 'done');
  };
  for (const path of graph.keys()) visit(path, []);
  expect(cycles).toEqual([]);
});

/** A pattern, the homes where it is right, and why it is banned elsewhere. */
const bannedCalls: { pattern: RegExp; homes: readonly string[]; why: string }[] = [
  {
    pattern: /\bprocess\.env\b/,
    homes: ['config.ts', 'processes/'],
    why: 'configuration is read in one place',
  },
  {
    pattern: /\bconsole\.\w+\(/,
    homes: ['cli/', 'cli.ts', 'demo/run-demo.ts'],
    why: 'only the command line talks to a terminal; services log',
  },
  { pattern: /\bparseFloat\(/, homes: [], why: 'money is exact' },
  {
    pattern: /Number\((amount|price|value|fee|cost|balance)/,
    homes: ['rest/wire/'],
    why: 'floats on money exist only in the wire mappers',
  },
  { pattern: /\b(Date\.now\(|new Date\(\))/, homes: ['!domain/'], why: 'the domain has no clock' },
  {
    pattern: /([<>]=?|-) *(?<![.\w])now\(\)(?!::)|(?<![.\w])now\(\) *([<>]|- *[a-z(])/,
    homes: ['!store/'],
    why: 'columns of milliseconds round now() up: compare them with storedNow (store/connection/sql.ts)',
  },
  { pattern: /\bas any\b|: any\b|@ts-(ignore|expect-error)/, homes: [], why: 'types have no holes' },
];

test('banned calls stay at home', () => {
  const found = code.flatMap((file) =>
    bannedCalls
      .filter(({ homes }) => {
        const inverted = homes.find((home) => home.startsWith('!'));
        if (inverted !== undefined) return file.path.startsWith(inverted.slice(1));
        return !homes.some((home) => file.path.startsWith(home));
      })
      .flatMap(({ pattern, why }) =>
        file.text
          .split('\n')
          .flatMap((line, index) =>
            pattern.test(line) && !/^\s*(\*|\/\/|\/\*)/.test(line)
              ? [`src/${file.path}:${index + 1} (${why}): ${line.trim()}`]
              : [],
          ),
      ),
  );
  expect(found).toEqual([]);
});

/** `table[word]` finds what every object inherits, too, where the word is 'constructor' or '__proto__'. */
test('tables are looked up by any text as maps, not as plain objects', () => {
  const found = code
    .filter((file) => !file.path.startsWith('demo/'))
    .flatMap((file) =>
      [
        ...file.text.matchAll(/^(?:export )?const (\w+): (?:Readonly<)?(?:Partial<)?Record<string, /gm),
      ].flatMap(([, name]) =>
        [...file.text.matchAll(new RegExp(`\\b${name}(\\?\\.)?\\[(?!['"\\d])[^\\]]*\\]`, 'g'))].map(
          ([use]) => `src/${file.path}: ${use}: make ${name} a Map`,
        ),
      ),
    );
  expect(found).toEqual([]);
});

/** Files of src: sizes.test.ts. */
test('no file of tests is longer than 400 lines', () => {
  const long = sourceFiles(join(root, 'test'))
    .filter((file) => file.lines > 401)
    .map((file) => `test/${file.path}: ${file.lines} lines`);
  expect(long).toEqual([]);
});

test('the second computation of the books shares no code with the service', () => {
  const imported = sourceFiles(join(root, 'scripts', 'recompute')).flatMap(({ text }) =>
    [...text.matchAll(/(?:from|import\() ?'([^']+)'/g)].map(([, from]) => from ?? ''),
  );
  const own = new Set(sourceFiles(join(root, 'scripts', 'recompute')).map(({ path }) => `./${path}`));
  const others = imported.filter((from) => !own.has(from) && !from.startsWith('node:'));
  expect(new Set(others)).toEqual(new Set(['decimal.js']));
});

test('no test is skipped', () => {
  const skipped = sourceFiles(join(root, 'test'))
    .filter((file) => file.path !== 'architecture.test.ts')
    .flatMap((file) =>
      file.text
        .split('\n')
        .flatMap((line, index) =>
          /\b(it|test|describe)\.(skip|only|todo)\b/.test(line) ? [`test/${file.path}:${index + 1}`] : [],
        ),
    );
  expect(skipped).toEqual([]);
});
