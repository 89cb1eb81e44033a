/** A client with wallets whose history grows, is undone, priced late and corrected at random, by a seed. */

import { createRandom, type Random } from '../../demo/node/random.ts';
import {
  type Address,
  type TransactionRecord,
  type TransferRecord,
  zeroAddress,
} from '../../src/domain/model.ts';
import { currencyTokens } from '../../src/domain/money/currencies.ts';
import { timePosition } from '../../src/domain/position.ts';
import { type RunResult, runLedgerOf } from '../../src/ingest/accounting/run-ledger.ts';
import { ensureClient, updateClientSettings } from '../../src/store/clients/client-rows.ts';
import type { Database } from '../../src/store/connection/database.ts';
import { withTransaction } from '../../src/store/connection/sql.ts';
import { noteLedgerChange, noteWalletChange } from '../../src/store/history/ledger-changes.ts';
import { findLinkedWallets } from '../../src/store/ledger/search/linked-wallets.ts';
import { findStaleLedgers } from '../../src/store/ledger/search/stale-ledgers.ts';
import { upsertTokens } from '../../src/store/lookups/lookup-writes.ts';
import { priceTransfers, unpricedTransfers } from '../../src/store/prices/transfer-prices.ts';
import { registerWallets } from '../../src/store/sync/registrations.ts';
import { unregisterWallets } from '../../src/store/sync/unregistrations.ts';
import { collection, commitAll, exchange, storeLookups, usdc } from '../support/history.ts';
import { hash, repeated } from '../support/records.ts';
import { publishRates } from './fiat-rates.ts';
import {
  dayLength,
  ether,
  firstTime,
  type Row,
  storeEtherPrices,
  storeRowPrices,
  transaction,
} from './scenario.ts';

export const memberAddresses: readonly Address[] = [repeated('1'), repeated('2')];
/** Its decimals become known late. */
/** Counts what is owed in dollars. */
const debtToken = repeated('d');
const slowToken = repeated('8');
const secondsPerBlock = 1_500;

export interface ReplayWorld {
  readonly database: Database;
  readonly clientId: number;
  readonly random: Random;
  readonly walletIds: readonly number[];
  readonly chosenTokens: typeof currencyTokens;
  head: number;
  hashes: number;
  isSecondRegistered: boolean;
  settings: Record<string, string>;
}

/** Only ether counts in every currency, so that no price is missing for ever. */
const allEther = Object.fromEntries(
  Object.keys(currencyTokens).map((currency) => [currency, currencyTokens.ETH]),
);

export async function createReplayWorld(database: Database, seed: number): Promise<ReplayWorld> {
  await storeLookups(database);
  const { id: clientId } = await ensureClient(database, 'default');
  // Rows of a wallet that nobody registers would not be stored.
  const { id: keeper } = await ensureClient(database, 'keeper');
  for (const address of memberAddresses) await register(database, keeper, address);
  const walletIds: number[] = [];
  for (const address of memberAddresses) walletIds.push(await register(database, clientId, address));
  const world: ReplayWorld = {
    ...{ database, clientId, walletIds, random: createRandom(seed), head: 0, hashes: 0 },
    isSecondRegistered: true,
    settings: { reportingCurrency: seed % 4 === 0 ? 'USD' : 'EUR' },
    chosenTokens: seed % 2 === 0 ? currencyTokens : { ...currencyTokens, ...allEther },
  };
  await updateClientSettings(database, 'default', world.settings);
  // Of the second day of the history they come later, if at all.
  await publishRates(database, [{ at: firstTime, usd: '1.0865', others: { GBP: '0.87073' } }]);
  for (let block = 0; block < 16; block += 1) await append(world);
  return world;
}

export async function register(database: Database, clientId: number, address: Address): Promise<number> {
  const chains = [{ chainId: 1, fromBlock: 0 }];
  const [row] = await registerWallets(database, { clientId, addresses: [address], chains });
  if (row === undefined) throw new Error('the wallet was not registered');
  return row.walletId;
}

/** Commits rows of one wallet, whichever others are due. */
async function commit(
  { database }: ReplayWorld,
  walletId: number,
  rows: { transactions: TransactionRecord[]; transfers: TransferRecord[]; rollbackTo?: number },
): Promise<void> {
  await database.pool.query(
    `UPDATE sync SET next_run_at = CASE WHEN wallet_id = $1 THEN to_timestamp(0) ELSE now() + interval '1 hour' END`,
    [walletId],
  );
  await commitAll(database, rows, true);
}

type Move = Parameters<typeof transaction>[2][number];

/** What a wallet may do in a block; prices are there, or come late. */
function moves(
  { random }: ReplayWorld,
  own: Address,
): { other: Move | null; own: Move[]; kind?: 'SWAP' | 'BORROW' | 'REPAY' } {
  const amount = BigInt(random.integer(1, 50)) * (ether / 10n);
  const dollars = BigInt(random.integer(1, 900)) * 1_000_000n;
  const coin = { price: String(random.integer(900, 3_000)), amount };
  const dollar = { token: usdc, amount: dollars, price: '1' };
  const partner = memberAddresses.find((address) => address !== own) ?? own;
  const debt = { token: debtToken, amount: dollars, taxTreatment: 'LIABILITY' } as const;
  switch (random.integer(0, 11)) {
    case 0:
    case 1:
      return { own: [{ ...coin, side: 'inflow' }], other: null };
    case 2:
      return { own: [{ ...coin, side: 'outflow' }], other: null };
    case 3:
      return { own: [{ ...coin, side: 'inflow', taxTreatment: 'INCOME' }], other: null };
    case 4:
      return {
        kind: 'SWAP',
        own: [
          { ...coin, side: 'outflow', counterparty: exchange },
          { ...dollar, side: 'inflow', counterparty: exchange },
        ],
        other: null,
      };
    case 5:
      return { own: [{ ...dollar, side: random.integer(0, 1) === 0 ? 'inflow' : 'outflow' }], other: null };
    case 6:
      return {
        own: [{ token: slowToken, amount: dollars, price: '2', side: random.pick(['inflow', 'outflow']) }],
        other: null,
      };
    case 7:
      return {
        own: [
          { ...coin, side: 'outflow' },
          { token: collection, tokenId: BigInt(random.integer(1, 3)), side: 'inflow', amount: 1n },
        ],
        other: null,
      };
    case 8: {
      const side = random.pick(['outflow', 'outflow', 'inflow'] as const);
      return { own: [{ ...coin, side, taxTreatment: 'HELD', heldBy: exchange }], other: null };
    }
    case 9: {
      const isLoan = random.integer(0, 2) > 0;
      const side = isLoan ? 'inflow' : 'outflow';
      return {
        kind: isLoan ? 'BORROW' : 'REPAY',
        own: [
          { ...dollar, side, heldBy: exchange },
          { ...debt, side },
        ],
        other: null,
      };
    }
    case 10:
      return { own: [{ ...debt, side: 'outflow' }], other: null };
    default:
      return {
        own: [{ ...coin, side: 'outflow', counterparty: partner }],
        other: { ...coin, side: 'inflow', counterparty: own },
      };
  }
}

/** One more block with a transaction of one wallet, which may be a move to the other. */
export async function append(world: ReplayWorld): Promise<void> {
  const { database, random, walletIds } = world;
  const index = random.integer(0, walletIds.length - 1);
  const own = memberAddresses[index] ?? exchange;
  world.head += 1;
  world.hashes += 1;
  const place = {
    ...{ blockNumber: world.head, hash: hash(world.hashes) },
    timestamp: firstTime + world.head * secondsPerBlock,
  };
  const chosen = moves(world, own);
  const fields = {
    ...(chosen.kind === undefined ? {} : { kind: chosen.kind }),
    ...(chosen.kind === 'SWAP' ? { category: 'SWAP' as const } : {}),
    fee: random.integer(0, 2) === 0 ? 0n : ether / 1_000n,
  };
  const walletId = walletIds[index] ?? 0;
  const row = transaction({ ...place, walletId }, fields, chosen.own);
  await commit(world, walletId, { transactions: [row.transaction], transfers: row.transfers });
  await storePrices(world, walletId, row);
  if (chosen.other !== null) {
    const otherId = walletIds[1 - index] ?? 0;
    const other = transaction({ ...place, walletId: otherId }, {}, [chosen.other]);
    await commit(world, otherId, { transactions: [other.transaction], transfers: other.transfers });
    await storePrices(world, otherId, other);
  }
  if (random.integer(0, 9) < 6) await storeEtherPrices(database, [rate(world, place.timestamp)]);
}

const rate = ({ random }: ReplayWorld, at: number) => ({ at, price: String(random.integer(800, 3_200)) });

async function storePrices({ database, random }: ReplayWorld, walletId: number, row: Row): Promise<void> {
  if (random.integer(0, 9) < 7) await storeRowPrices(database, walletId, [row]);
}

/** A re-org of some blocks, seen by one wallet after the other. */
async function undo(world: ReplayWorld): Promise<void> {
  world.head = Math.max(world.head - world.random.integer(1, 6), 1);
  for (const walletId of world.walletIds) {
    await commit(world, walletId, { transactions: [], transfers: [], rollbackTo: world.head });
  }
}

/** A price for a transfer that has none, anywhere in the history. */
async function priceLate({ database, random, walletIds }: ReplayWorld): Promise<void> {
  const walletId = random.pick(walletIds);
  const unpriced = await unpricedTransfers(database, { walletId, chainIds: [1], after: '', limit: 1_000 });
  if (unpriced.length === 0) return;
  const { position, tokenAddress } = random.pick(unpriced);
  const unit = tokenAddress === zeroAddress ? '0.000000000000000001' : '0.000001';
  const price = String(random.integer(1, 2_000));
  await priceTransfers(database, walletId, [{ position, tokenAddress, price, unit, source: 'chainlink' }]);
}

/** The hourly price of some block, which may have been there; and the rates of a day, which may have been others. */
async function rateLate(world: ReplayWorld): Promise<void> {
  const published = { usd: `1.0${10 + (world.head % 80)}`, others: { GBP: '0.871' } };
  await publishRates(world.database, [{ at: firstTime + (world.head % 3) * dayLength, ...published }]);
  const at = firstTime + world.random.integer(1, world.head) * secondsPerBlock;
  await storeEtherPrices(world.database, [rate(world, at)]);
}

/** Like a correction: some inflow is income now, or no more; the client's change says where. */
async function correct({ database, clientId, random, walletIds }: ReplayWorld): Promise<void> {
  const walletId = random.pick(walletIds);
  const { rows } = await database.pool.query<{ position: string }>(
    `SELECT position FROM transfer WHERE wallet_id = $1 AND side = 'inflow' ORDER BY position`,
    [walletId],
  );
  if (rows.length === 0) return;
  const { position } = random.pick(rows);
  await withTransaction(database.pool, async (client) => {
    await client.query(
      `UPDATE transfer SET tax_treatment = (CASE tax_treatment WHEN 'INCOME' THEN 'ACQUISITION' ELSE 'INCOME' END)::tax_treatment
       WHERE wallet_id = $1 AND position = $2`,
      [walletId, position],
    );
    await noteLedgerChange(client, { clientId, walletId, fromPosition: position });
  });
}

async function changeSettings(world: ReplayWorld): Promise<void> {
  const pick = (choices: string[]): string => world.random.pick(choices);
  world.settings = {
    ownTransfers: pick(['carry', 'realize']),
    receiptTokens: pick(['carry', 'realize']),
    liquidityTokens: pick(['carry', 'realize']),
    deposits: pick(['carry', 'realize']),
    // Not by chance: what else happens stays as it was.
    reportingCurrency: ['EUR', 'USD', 'GBP'][world.hashes % 3] ?? 'USD',
  };
  await updateClientSettings(world.database, 'default', world.settings);
}

async function changeMembers(world: ReplayWorld): Promise<void> {
  const { database, clientId } = world;
  const second = memberAddresses[1] ?? exchange;
  if (world.isSecondRegistered) await unregisterWallets(database, clientId, [second]);
  else await register(database, clientId, second);
  world.isSecondRegistered = !world.isSecondRegistered;
}

/** From now on the token's amounts can be valued: by each ledger when it is next booked, for whatever reason. */
async function learnDecimals(world: ReplayWorld): Promise<void> {
  await upsertTokens(world.database, [
    {
      chainId: 1,
      address: slowToken,
      name: 'Slow',
      symbol: 'SLOW',
      decimals: 6,
      assetSlug: null,
      isTrusted: false,
    },
  ]);
  const position = timePosition(firstTime + world.head * secondsPerBlock);
  for (const walletId of world.walletIds) await noteWalletChange(world.database.pool, walletId, position);
}

export const changes = {
  append,
  undo,
  priceLate,
  rateLate,
  correct,
  changeSettings,
  changeMembers,
  learnDecimals,
};

/** Appending is what happens most. */
export const changeNames = [
  ...[
    'append',
    'append',
    'append',
    'append',
    'undo',
    'undo',
    'priceLate',
    'priceLate',
    'rateLate',
    'rateLate',
  ],
  ...['correct', 'correct', 'changeSettings', 'changeMembers', 'learnDecimals'],
] as (keyof typeof changes)[];

/** Books what is stale of a client; runs are cut short, so that there is something to go on from. */
export async function bookClient(
  { database, chosenTokens }: ReplayWorld,
  clientId: number,
  shortestTail = 3,
): Promise<RunResult[]> {
  const results: RunResult[] = [];
  for (;;) {
    const stale = (await findStaleLedgers(database)).find((wallet) => wallet.clientId === clientId);
    if (stale === undefined) return results;
    if (results.length > 5) throw new Error('what was booked is stale again');
    const wallets = await findLinkedWallets(database, stale);
    results.push(
      await runLedgerOf(database, { clientId, wallets }, { currencyTokens: chosenTokens, shortestTail }),
    );
  }
}
