/**
 * Real answers of Etherscan for real addresses (../shared/data, MIT), through the whole explorer source. Run where that
 * folder is present; the figures are those of its README.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createExplorerSource } from '../../../src/chains/explorer/explorer-source.ts';
import { lowerAddress } from '../../../src/domain/address.ts';
import type { Movement } from '../../../src/domain/model.ts';
import { chainRules } from '../../../src/domain/normalize/chain-rules.ts';
import { normalizeTransaction } from '../../../src/domain/normalize/normalize-transaction.ts';
import {
  type RecordedExplorer,
  type RecordedRow,
  recordingSchema,
  startRecordedExplorer,
} from '../../support/explorer-fake/recorded-explorer.ts';
import { type History, loadHistory } from '../contract-suite.ts';

const folder = join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'data');
const isPresent = existsSync(folder);

function recording(name: string) {
  const { query, result } = recordingSchema.parse(
    JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')),
  );
  return { address: lowerAddress(query.address), rows: result };
}

/** The address's history from an explorer that answers an action with the recorded rows, 1,000 at a time. */
async function load(
  action: string,
  name: string,
): Promise<{
  history: History;
  rows: readonly RecordedRow[];
  explorer: RecordedExplorer;
  movements: Movement[];
}> {
  const { address, rows } = recording(name);
  const explorer = await startRecordedExplorer({ lists: { [action]: rows }, rowCap: 1000 });
  // A paid plan's figures on a key that turns out to be free: more is asked for than is given.
  const limits = { plan: 'paid', callsPerSecond: 1_000_000, transactionsPerStep: 3000 } as const;
  const source = createExplorerSource({ chainId: 1, kind: 'etherscan', url: explorer.url, limits });
  try {
    const history = await loadHistory(source, address);
    const rules = chainRules(1);
    const movements = history.transactions.flatMap((transaction) => [
      ...normalizeTransaction(transaction, address, rules).movements,
    ]);
    return { history, rows, explorer, movements };
  } finally {
    await explorer.close();
  }
}

const distinct = (rows: readonly RecordedRow[]): number => new Set(rows.map((row) => row.hash)).size;

interface TokenSum {
  sum: bigint;
  /** The lowest that it ever was. */
  lowest: bigint;
}

/** Per token: what came in less what went out, in the order of the history. */
function sums(movements: readonly Movement[]): Map<string, TokenSum> {
  const totals = new Map<string, TokenSum>();
  for (const { tokenAddress, side, amount } of movements) {
    const before = totals.get(tokenAddress) ?? { sum: 0n, lowest: 0n };
    const sum = before.sum + (side === 'inflow' ? amount : -amount);
    totals.set(tokenAddress, { sum, lowest: sum < before.lowest ? sum : before.lowest });
  }
  return totals;
}

describe.runIf(isPresent)('recorded answers', () => {
  test('1,209 ERC-20 transfers of 83 tokens, of which the sum of 8 goes negative', async () => {
    const { history, rows, movements } = await load('tokentx', 'erc20_token_transfer_events_by_address');
    expect(rows).toHaveLength(1209);
    expect(history.transactions).toHaveLength(distinct(rows));
    const selfTransfers = rows.filter((row) => row.from === row.to).length;
    expect(movements).toHaveLength(1209 + selfTransfers);
    const totals = sums(movements);
    expect(totals.size).toBe(83);
    const symbols = new Map(rows.map((row) => [row.contractAddress, row.tokenSymbol]));
    const symbolsWhere = (isWanted: (total: TokenSum) => boolean) =>
      [...totals].filter(([, total]) => isWanted(total)).map(([token]) => symbols.get(token));
    // Deposits, withdrawals and early mints without a Transfer: negative at some time …
    expect(symbolsWhere(({ lowest }) => lowest < 0n).toSorted()).toEqual([
      '',
      'PETH',
      'REX',
      'REX',
      'SAI',
      'SIM',
      'WETH',
      'WETH',
    ]);
    // … and in the end.
    expect(symbolsWhere(({ sum }) => sum < 0n).toSorted()).toEqual(['', 'REX', 'REX', 'SIM', 'WETH', 'WETH']);
  });

  test('2,162 ERC-721 transfers, 16 of them outgoing without having come in', async () => {
    const { history, rows, movements } = await load('tokennfttx', 'erc721_token_transfer_events_by_address');
    expect(rows).toHaveLength(2162);
    expect(history.transactions).toHaveLength(distinct(rows));
    expect(movements).toHaveLength(2162 + rows.filter((row) => row.from === row.to).length);
    const held = new Map<string, bigint>();
    let withoutIncoming = 0;
    for (const { tokenAddress, tokenId, side } of movements) {
      const key = `${tokenAddress} ${tokenId}`;
      const before = held.get(key) ?? 0n;
      if (side === 'outflow' && before === 0n) withoutIncoming += 1;
      else held.set(key, before + (side === 'inflow' ? 1n : -1n));
    }
    expect(withoutIncoming).toBe(16);
  });

  test('41 transactions with one of the genesis block: net 284.63156607 ETH, gas aside', async () => {
    const { history, rows } = await load('txlist', 'normal_txs_by_address');
    const { address } = recording('normal_txs_by_address');
    expect(rows).toHaveLength(41);
    expect(history.transactions).toHaveLength(40);
    expect(history.transactions.every((transaction) => transaction.succeeded)).toBe(true);
    expect(history.credits).toEqual([
      {
        kind: 'genesis',
        index: 0,
        address,
        value: 10_000_000_000_000_000_000_000n,
        blockNumber: 0,
        blockHash: `0x${'b'.repeat(50)}${'0'.repeat(14)}`,
        timestamp: 1_438_269_973,
      },
    ]);
    let net = 10_000_000_000_000_000_000_000n;
    for (const { from, to, value, networkFee } of history.transactions) {
      if (from === address) net -= value + networkFee;
      if (to === address) net += value;
    }
    expect(net).toBe(284_631_566_070_000_000_000n);
  });

  test('66 internal transactions, 22 of them undone and one of no value', async () => {
    const { history, rows } = await load('txlistinternal', 'internal_txs_by_address');
    expect(rows).toHaveLength(66);
    const calls = history.transactions.flatMap((transaction) => transaction.internalCalls);
    expect(calls).toHaveLength(66 - 22 - 1);
    const paid = rows
      .filter((row) => row.isError === '0')
      .reduce((sum, row) => sum + BigInt(row.value ?? '0'), 0n);
    expect(calls.reduce((sum, call) => sum + call.value, 0n)).toBe(paid);
  });
});
