/** wallet-data labels import: what is stored, counted, and refused. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findContractLabels } from '../../src/store/lookups/lookup-reads.ts';
import { upsertContractLabels } from '../../src/store/lookups/lookup-writes.ts';
import { runInProcess } from '../support/command.ts';
import { makeDataDirectory } from '../support/postgres.ts';
import { useTestDatabase } from '../support/use-database.ts';

let folder: string;
const world = useTestDatabase();
beforeAll(async () => {
  folder = await makeDataDirectory();
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const router = '0x7a250d5630b4cf539739df2c5dacb4c659f2488d';
const exchange = '0x00000000000000000000000000000000000000e1';

async function importFile(content: string, ...options: string[]) {
  const path = join(folder, 'labels.json');
  await writeFile(path, content);
  const outcome = await runInProcess(['labels', 'import', path, ...options], { DATABASE_URL: world.url });
  return { ...outcome, stderr: outcome.stderr.replaceAll(path, 'FILE') };
}

test('a public collection is stored, counted, and kept before built-in labels', async () => {
  const { database } = world;
  await upsertContractLabels(database, [{ chainId: 1, address: router, name: 'Built in', tags: ['dex'] }]);
  const file = {
    '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D': { name: 'Uniswap Router', labels: ['uniswap', 'dex'] },
    [exchange]: { name: 'An Exchange' },
  };
  expect(await importFile(JSON.stringify(file))).toEqual({
    code: 0,
    stdout: 'Imported 2 labels on chain 1: 1 new, 1 changed, 0 as before.\n',
    stderr: '',
  });
  await upsertContractLabels(database, [{ chainId: 1, address: router, name: 'Built in 2', tags: [] }]);
  const rows = await findContractLabels(database, [
    { chainId: 1, address: router },
    { chainId: 1, address: exchange },
  ]);
  expect(rows.map(({ name, tags }) => [name, tags]).sort()).toEqual([
    ['An Exchange', []],
    ['Uniswap Router', ['uniswap', 'dex']],
  ]);
  const again = await importFile(JSON.stringify(file), '--json');
  expect(JSON.parse(again.stdout)).toEqual({ chain_id: 1, total: 2, added: 0, changed: 0, unchanged: 2 });
});

test('labels of one chain are none of another', async () => {
  const file = JSON.stringify({ [exchange]: { name: 'On Gnosis', labels: [] } });
  expect((await importFile(file, '--chain', '100')).stdout).toBe(
    'Imported 1 labels on chain 100: 1 new, 0 changed, 0 as before.\n',
  );
});

test('every problem is named and nothing is imported', async () => {
  const file = {
    '0x12': { name: 'Short' },
    '0x7A250d5630B4cF539739dF2C5dAcb4c659F2488D': { name: 'Mistyped' },
    '0x00000000000000000000000000000000000000e2': { name: ' ' },
    '0x00000000000000000000000000000000000000e3': { labels: 'cex' },
    '0x00000000000000000000000000000000000000e4': { name: 'Good' },
    '0x00000000000000000000000000000000000000E4': { name: 'Twice' },
  };
  const { code, stdout, stderr } = await importFile(JSON.stringify(file));
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('FILE: nothing was imported, because of 6 problems:');
  expect(stderr).toContain("'0x12' is not an address");
  expect(stderr).toContain('has a wrong EIP-55 checksum');
  expect(stderr).toContain('0x00000000000000000000000000000000000000e2.name: must not be empty');
  expect(stderr).toContain('0x00000000000000000000000000000000000000e3.name: must be a text');
  expect(stderr).toContain('0x00000000000000000000000000000000000000e3.labels: must be a list of texts');
  expect(stderr).toContain("'0x00000000000000000000000000000000000000E4' is in the file twice");
  const good = { chainId: 1, address: '0x00000000000000000000000000000000000000e4' } as const;
  expect(await findContractLabels(world.database, [good])).toEqual([]);
});

test('what is no label file is said so', async () => {
  expect(await importFile('[]')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('must be an object of addresses'),
  });
  expect(await importFile('{')).toMatchObject({ code: 2, stderr: expect.stringContaining('is not JSON') });
  expect(await importFile('{}', '--chain', 'mainnet')).toMatchObject({
    code: 2,
    stderr: "--chain cannot be 'mainnet': a chain id is expected, 1 for Ethereum.\n",
  });
});
