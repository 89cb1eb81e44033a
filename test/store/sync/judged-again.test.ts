/** What was judged before a contract was known is judged by what it says, wherever it is stored. */
import { beforeEach, expect, test } from 'vitest';
import type { TransactionRecord, TransferRecord } from '../../../src/domain/model.ts';
import { upsertTokens } from '../../../src/store/lookups/lookup-writes.ts';
import { judgeByKnown, type KnownContracts } from '../../../src/store/sync/judged-again.ts';
import { registerTestWallet, storeTestRows } from '../../support/loaded-wallet.ts';
import { address, transactionRecord, transferRecord } from '../../support/records.ts';
import { useTestDatabase } from '../../support/use-database.ts';

const db = useTestDatabase();
const [late, other, third] = [address(0xe1), address(0xe2), address(0xe3)];
const [stranger, zero] = [address(0x5555), address(0)];
const entryPoint = '0x0000000071727de22e5e9d8baf0edac6f37da032';

/** Each test has a wallet and a chain of its own. */
let number = 40;
let chainId = 0;
let walletId = 0;
beforeEach(async () => {
  number += 1;
  chainId = number;
  walletId = await registerTestWallet(db.database, number, [chainId]);
});
const wallet = () => address(number);

/** Stores a transaction for each, in blocks 1, 2, 3 …; transfers have the index that they have in the list. */
async function store(
  ...given: { transaction?: Partial<TransactionRecord>; transfers: Partial<TransferRecord>[] }[]
): Promise<void> {
  for (const [index, { transaction, transfers }] of given.entries()) {
    const at = { walletId, chainId, blockNumber: index + 1 };
    await storeTestRows(db.database, chainId, {
      transactions: [transactionRecord(at, transaction)],
      transfers: transfers.map((fields, place) => transferRecord({ ...at, index: place }, fields)),
    });
  }
}

const judge = (known: Partial<KnownContracts>): Promise<number> =>
  judgeByKnown(db.database, { chainId, spam: [], withDecimals: [], wrappedNative: null, ...known });

async function rowsOf<Row extends object>(text: string): Promise<Row[]> {
  return (await db.database.pool.query<Row>(text, [walletId])).rows;
}
const reasons = async (): Promise<unknown[]> =>
  (
    await rowsOf<{ spam_reason: string | null }>(
      'SELECT spam_reason FROM transfer WHERE wallet_id = $1 ORDER BY position',
    )
  ).map((row) => row.spam_reason);
const counterparties = async (): Promise<unknown[]> =>
  (
    await rowsOf<{ counterparty: string }>(
      'SELECT counterparty FROM transaction WHERE wallet_id = $1 ORDER BY position',
    )
  ).map((row) => row.counterparty);

const received = { from: stranger, category: 'RECEIVE', kind: 'RECEIVE', counterparty: third } as const;
const came = (fields: Partial<TransferRecord> = {}) =>
  ({ tokenAddress: late, category: 'RECEIVE', ...fields }) as const;
const sent = (tokenAddress: typeof late, counterparty: typeof late, amount = 5n) =>
  ({ side: 'outflow', tokenAddress, counterparty, amount: -amount }) as const;

test('what others sent of a token that calls itself spam is an airdrop, and nothing else of it is', async () => {
  await store(
    { transaction: received, transfers: [came()] },
    { transaction: received, transfers: [came({ spamReason: 'forged' })] },
    { transaction: received, transfers: [came({ standard: 'erc721', tokenId: 7n })] },
    // The wallet sent it, was called, or had it carried out; nothing came; it came from itself; another token.
    { transaction: { ...received, from: wallet() }, transfers: [came()] },
    { transaction: { ...received, to: wallet() }, transfers: [came()] },
    { transaction: { ...received, to: entryPoint }, transfers: [came()] },
    { transaction: received, transfers: [came({ amount: 0n, spamReason: 'zero-value' })] },
    { transaction: received, transfers: [came({ counterparty: wallet() })] },
    { transaction: received, transfers: [came({ tokenAddress: other })] },
  );
  expect(await judge({ spam: [late] })).toBe(1);
  const airdrops = ['airdrop', 'airdrop', 'airdrop'];
  expect(await reasons()).toEqual([...airdrops, null, null, null, 'zero-value', null, null]);
  // Done again, it changes nothing.
  expect(await judge({ spam: [late] })).toBe(0);
});

test('a transaction that is nothing but spam now is one; where something else moved, its category stands', async () => {
  await store(
    { transaction: received, transfers: [came({ taxTreatment: 'ACQUISITION' })] },
    { transaction: received, transfers: [came(), came({ spamReason: 'forged', tokenAddress: other })] },
    { transaction: received, transfers: [came({ counterparty: third }), came({ tokenAddress: other })] },
  );
  await db.database.pool.query(
    "UPDATE transfer SET price = 2, value = 10, price_source = 'manual' WHERE wallet_id = $1",
    [walletId],
  );
  await judge({ spam: [late] });
  const transactions = await rowsOf(
    `SELECT category, kind, kind_reason, is_spam, counterparty FROM transaction WHERE wallet_id = $1 ORDER BY position`,
  );
  const spam = {
    category: 'CONTRACT_EXECUTION',
    kind_reason: 'the flows',
    is_spam: true,
    counterparty: stranger,
  };
  expect(transactions).toEqual([
    { ...spam, kind: 'AIRDROP' },
    { ...spam, kind: 'CONTRACT_EXECUTION' },
    // Whom it was with is told by what is left: address 2.
    { category: 'RECEIVE', kind: 'RECEIVE', kind_reason: null, is_spam: false, counterparty: address(2) },
  ]);
  // What is spam is not booked and has no price; the transfers bear the transaction's category; all of it is counted.
  expect(
    await rowsOf(
      'SELECT tax_treatment, price::int, category FROM transfer WHERE wallet_id = $1 ORDER BY position',
    ),
  ).toEqual([
    { tax_treatment: null, price: null, category: 'CONTRACT_EXECUTION' },
    { tax_treatment: null, price: null, category: 'CONTRACT_EXECUTION' },
    { tax_treatment: null, price: 2, category: 'CONTRACT_EXECUTION' },
    { tax_treatment: null, price: null, category: 'RECEIVE' },
    { tax_treatment: null, price: 2, category: 'RECEIVE' },
  ]);
  expect(
    await rowsOf('SELECT spam_transfer_count, spam_transaction_count FROM counter WHERE wallet_id = $1'),
  ).toEqual([{ spam_transfer_count: 4, spam_transaction_count: 2 }]);
  const events = await rowsOf<{ kind: string }>(
    'SELECT kind FROM wallet_event WHERE wallet_id = $1 ORDER BY sequence',
  );
  expect(events.at(-1)).toEqual({ kind: 'transfer.updated' });
});

test('what the wallet has sent stays shown, as if the words had been known before', async () => {
  await store(
    { transaction: received, transfers: [came()] },
    { transaction: { from: wallet() }, transfers: [sent(late, address(2))] },
  );
  await judge({ spam: [late] });
  expect(
    await rowsOf(
      'SELECT spam_reason, cleared_spam_reason, tax_treatment FROM transfer WHERE wallet_id = $1 ORDER BY position',
    ),
  ).toEqual([
    { spam_reason: null, cleared_spam_reason: 'airdrop', tax_treatment: 'INCOME' },
    { spam_reason: null, cleared_spam_reason: null, tax_treatment: null },
  ]);
  expect(
    await rowsOf(
      'SELECT category, kind, is_spam FROM transaction WHERE wallet_id = $1 ORDER BY position LIMIT 1',
    ),
  ).toEqual([{ category: 'RECEIVE', kind: 'AIRDROP', is_spam: false }]);
});

test('known decimals tell which transfer is the largest, and whom the transaction was with', async () => {
  const token = { chainId, assetSlug: null, name: 'T', symbol: 'T', isTrusted: false };
  await upsertTokens(db.database, [
    { ...token, address: late, decimals: 18 },
    { ...token, address: other, decimals: 6 },
  ]);
  const from = { from: wallet(), counterparty: address(2) };
  await store(
    // 2 of 18 decimals to address 2, 3 of 6 decimals to address 3: in base units the former is far more.
    {
      transaction: from,
      transfers: [sent(late, address(2), 2n * 10n ** 18n), sent(other, address(3), 3_000_000n)],
    },
    // Of a SWAP it is the called contract; a burn names nobody, whatever it is; a single one stays.
    { transaction: { ...from, category: 'SWAP' }, transfers: [sent(late, address(3))] },
    { transaction: from, transfers: [sent(late, zero, 9n * 10n ** 18n), sent(other, address(2), 1n)] },
    { transaction: from, transfers: [sent(late, address(2))] },
  );
  const parties = [address(3), address(2), address(2), address(2)];
  expect(await judge({ withDecimals: [late] })).toBe(1);
  expect(await counterparties()).toEqual(parties);
  expect(await judge({ withDecimals: [late] })).toBe(0);
  // A trusted token is larger than any other.
  expect(await judge({ withDecimals: [other], wrappedNative: late })).toBe(1);
  expect(await counterparties()).toEqual([address(2), ...parties.slice(1)]);
});
