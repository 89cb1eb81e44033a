/**
 * How much memory a long history takes: a wallet of a million transfers is loaded by the worker, then exported, each in a
 * process of its own whose most resident memory is read from the system. PostgreSQL's is not in it.
 */
import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../src/store/embedded/embedded.ts';
import { migrateDatabase } from '../../src/store/schema/migrate.ts';
import { heapLimit } from './processes.ts';
import { type BenchmarkOptions, grouped, printTable } from './report.ts';
import { syntheticWallet } from './synthetic-chain.ts';

const defaultSize = 1_000_000;
/** What docs/design.md, "Quality bars" allows. */
const barMiB = 512;
const repository = join(import.meta.dirname, '..', '..');
const reporter = join(import.meta.dirname, 'programs', 'report-memory.ts');

interface Run {
  peakMiB: number;
  seconds: number;
  /** Lines of its output, counted and not kept. */
  lines: number;
}

/** Runs a program of ours to its end; throws with what it complained of when it fails. */
function measure(program: string, args: readonly string[], databaseUrl: string): Promise<Run> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const child = spawn(process.execPath, [heapLimit, '--import', reporter, program, ...args], {
      cwd: repository,
      env: { ...process.env, DATABASE_URL: databaseUrl },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let lines = 0;
    let complaint = '';
    child.stdout.on('data', (chunk: Buffer) => {
      for (const byte of chunk) if (byte === 10) lines += 1;
    });
    child.stderr.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk.toString()).slice(-4_000);
    });
    child.on('error', reject);
    child.on('close', (code) => {
      const peak = /peak (\d+)\s*$/.exec(complaint)?.[1];
      if (code !== 0 || peak === undefined) return reject(new Error(`${program}: ${complaint}`));
      resolve({ peakMiB: Number(peak) / 1024, seconds: (performance.now() - startedAt) / 1000, lines });
    });
  });
}

export async function run(options: BenchmarkOptions): Promise<void> {
  const size = options.size === 0 ? defaultSize : options.size;
  const dataDir = await mkdtemp(join(tmpdir(), 'wallet-data-memory-'));
  // PostgreSQL's own user must be able to enter it when we are root.
  await chmod(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir, log: () => {}, settings: { fsync: 'off' } });
  try {
    await migrateDatabase(server.url);
    const program = join(import.meta.dirname, 'programs', 'load-wallet.ts');
    const loading = await measure(program, [server.url, String(size)], server.url);
    const say = (what: string, { peakMiB, seconds }: Run): void => {
      process.stdout.write(`${what}: ${grouped(peakMiB)} MiB at most, ${grouped(seconds)} s\n`);
    };
    say('loaded', loading);
    const form = ['export', '--form', 'transfers', '--wallet', syntheticWallet];
    const exporting = await measure(join(repository, 'src', 'cli.ts'), form, server.url);
    say('exported', exporting);
    const expected = size + 1;
    if (exporting.lines !== expected)
      throw new Error(`${exporting.lines} lines were exported, not ${expected}`);
    const row = (name: string, { peakMiB, seconds }: Run): string[] => [
      name,
      grouped(size),
      `${grouped(size / seconds)}/s`,
      `${grouped(peakMiB)} MiB`,
      peakMiB <= barMiB ? 'yes' : 'NO',
    ];
    process.stdout.write(`node ${heapLimit}\n`);
    printTable([
      ['process', 'transfers', 'rate', 'peak resident', `≤ ${barMiB} MiB`],
      row('load', loading),
      row('export --form transfers', exporting),
    ]);
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
