/**
 * How right classification is on decided cases, and what a change of its rules has changed.
 *
 *     npm run meaning
 *     npm run meaning -- ../cases/1.json.gz
 *     npm run meaning -- --before HEAD
 *
 * A file is in the format of ../shared/data/meaning (its README has it), as JSON or compressed. Without one, that folder is
 * read where it is present, and the recorded cases of the tests. `--before` takes a commit, or a version of
 * CHANGELOG.md: its rules run on the same cases.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { meaningFolder, recordedFolder } from '../../test/domain/classify/meaning/cases.ts';
import { commitOf, layOut } from '../production/trials/old-version.ts';
import { changesOf, decidedOnce, nameOf, parseVerdicts, type Verdict } from './verdict.ts';

const root = join(import.meta.dirname, '..', '..');
const usage = 'Usage: npm run meaning -- [FILE…] [--before COMMIT]';

/** Bytes of what a tree says; far more than there is. */
const mostBytes = 512 * 1024 ** 2;

function ownFiles(): string[] {
  return [meaningFolder, recordedFolder]
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((file) => /\.json(\.gz)?$/.test(file));
}

function verdictsOf(tree: string, files: readonly string[]): Verdict[] {
  const script = join(import.meta.dirname, 'verdicts.ts');
  const output = execFileSync(process.execPath, [script, tree, ...files], {
    encoding: 'utf8',
    maxBuffer: mostBytes,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return decidedOnce(parseVerdicts(output));
}

/** The same of a commit, whose sources are laid out for as long as that takes. */
async function verdictsOfCommit(from: string, files: readonly string[]): Promise<Verdict[]> {
  const work = mkdtempSync(join(tmpdir(), 'meaning-'));
  try {
    const tree = join(work, 'tree');
    mkdirSync(tree);
    await layOut(await commitOf(from), tree, ['src', 'test', 'package.json']);
    symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
    return verdictsOf(tree, files);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function printCount(verdicts: readonly Verdict[]): void {
  for (const verdict of verdicts) {
    if (!verdict.isRight) console.log(`${nameOf(verdict)} is ${verdict.kind}`);
    for (const fault of verdict.faults) console.log(`${nameOf(verdict)} ${fault}`);
  }
  for (const [chainId, of] of Map.groupBy(verdicts, ({ chainId }) => chainId)) {
    console.log(
      `chain ${chainId}: ${of.filter(({ isRight }) => isRight).length} of ${of.length} kinds right`,
    );
  }
  const right = verdicts.filter(({ isRight }) => isRight).length;
  console.log(`all: ${right} of ${verdicts.length} kinds right`);
}

function printChanges(before: readonly Verdict[], after: readonly Verdict[]): void {
  const changes = changesOf(before, after);
  for (const change of changes) {
    console.log(`\n${nameOf(change.after)}`);
    for (const line of change.lines) console.log(`  ${line}`);
  }
  const better = changes.filter((change) => change.after.isRight && !change.before.isRight).length;
  const worse = changes.filter((change) => !change.after.isRight && change.before.isRight).length;
  console.log(`\nchanged: ${changes.length} of ${after.length}; kinds: ${better} better, ${worse} worse`);
}

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { before: { type: 'string' } },
  });
  const files = positionals.length > 0 ? positionals : ownFiles();
  const missing = files.find((file) => !existsSync(file));
  if (missing !== undefined) throw new Error(`There is no file ${missing}.`);
  const after = verdictsOf(root, files);
  printCount(after);
  if (values.before !== undefined) printChanges(await verdictsOfCommit(values.before, files), after);
}

try {
  await main();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  process.exitCode = 2;
}
