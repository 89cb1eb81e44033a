/** How far wallets are, shown: bars on a terminal, lines elsewhere, and a wait that ends. */
import { expect, test } from 'vitest';
import { type Progress, watchProgress } from '../../src/cli/terminal/progress.ts';
import { runInProcess } from '../support/command.ts';
import { address } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';

const db = useTestDatabase();

/** Rows of one reading after the other; the last one stays. */
function readings(...list: Progress[][]): { read(): Promise<Progress[]>; isOver(): boolean } {
  let next = 0;
  return {
    read: async () => list[Math.min(next++, list.length - 1)] ?? [],
    isOver: () => next >= list.length,
  };
}

const row = (phase: string, percent: number, note = ''): Progress => ({
  name: 'A Ethereum',
  phase,
  percent,
  note,
});

function output(isTTY: boolean) {
  const texts: string[] = [];
  return { texts, isTTY, columns: 80, write: (text: string) => texts.push(text) > 0 };
}

test('on a terminal a bar stays in its place', async () => {
  const terminal = output(true);
  const source = readings([row('BACKFILL', 50)], [row('FAILED', 50, 'x'.repeat(90))]);
  await watchProgress({ ...source, timeoutMs: 10_000, pauseMs: 0, output: terminal });
  const [first = '', second = ''] = terminal.texts;
  expect(first).toBe(`\u001b[2KA Ethereum  [${'█'.repeat(12)}${'░'.repeat(12)}]  50 %  BACKFILL\n`);
  // One line up, and no longer than the terminal is wide.
  expect(second.startsWith('\u001b[1A\u001b[2KA Ethereum  [')).toBe(true);
  expect(second).toMatch(/ FAILED: x+\n$/);
  expect(second.length).toBe('\u001b[1A\u001b[2K'.length + 79 + 1);
});

test('elsewhere a line is written where something changed', async () => {
  const file = output(false);
  const lines: string[] = [];
  const tell = (line: string) => lines.push(line) > 0;
  const source = readings(
    [row('BACKFILL', 41)],
    [row('BACKFILL', 44)],
    [row('BACKFILL', 51)],
    [row('FOLLOWING', 100)],
  );
  expect(await watchProgress({ ...source, timeoutMs: 10_000, pauseMs: 0, output: file, tell })).toEqual([
    row('FOLLOWING', 100),
  ]);
  expect(lines).toEqual([
    'A Ethereum  BACKFILL  41 %',
    'A Ethereum  BACKFILL  51 %',
    'A Ethereum  FOLLOWING  100 %',
  ]);
});

test('a wait has an end', async () => {
  const source = { read: async () => [row('QUEUED', 0)], isOver: () => false };
  expect(
    await watchProgress({ ...source, timeoutMs: 0, pauseMs: 0, output: output(false), tell: () => {} }),
  ).toBeNull();
});

test('wallets register --wait: until the wallet is loaded; code 1 where it cannot be', async () => {
  const { pool } = db.database;
  const environment = { DATABASE_URL: db.url };
  await pool.query(
    `INSERT INTO blockchain (chain_id, name, slug, symbol, image_url, native_decimals, enabled) VALUES (1, 'Ethereum', 'ethereum', 'ETH', '', 18, true)`,
  );
  const run = (...words: string[]) => runInProcess(['wallets', ...words], environment);
  const phaseIs = async (phase: string, wallet: string) => {
    // The command has registered it, or will soon.
    await expect
      .poll(
        async () =>
          (
            await pool.query(
              `UPDATE sync SET phase = $1::sync_phase, synced_block = 9, head_block = 9, loaded_at = now() FROM wallet WHERE wallet.id = wallet_id AND address = $2`,
              [phase, wallet],
            )
          ).rowCount,
      )
      .toBe(1);
  };
  const [loaded] = await Promise.all([
    run('register', address(1), '--wait', '--json'),
    phaseIs('FOLLOWING', address(1)),
  ]);
  expect(loaded).toMatchObject({ code: 0 });
  expect(JSON.parse(loaded.stdout)).toMatchObject([{ address: address(1), is_loaded: true }]);
  const [failed] = await Promise.all([run('register', address(2), '--wait'), phaseIs('FAILED', address(2))]);
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('Not all could be loaded') });
  expect(await run('register', address(3), '--wait', '--timeout', '1')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Not loaded within 1 s. Is a service running?'),
  });
  expect(await run('status', address(1), '--watch', '--timeout', '1')).toMatchObject({
    code: 0,
    stdout: `${address(1)} Ethereum  FOLLOWING  100 %\n`,
  });
});
