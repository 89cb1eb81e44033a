/** Histories with prices for tests of the ledger's persistence: rows as the worker stores them, prices as pricing does. */

import { afterAll, beforeAll } from 'vitest';
import type { Address, TransactionRecord, TransferRecord } from '../../src/domain/model.ts';
import { zeroAddress } from '../../src/domain/model.ts';
import { currencyTokens } from '../../src/domain/money/currencies.ts';
import { createBookingsReader } from '../../src/ingest/accounting/bookings-reader.ts';
import { createLedgerPreview } from '../../src/ingest/accounting/in-memory/preview-ledger.ts';
import { runLedgerOf } from '../../src/ingest/accounting/run-ledger.ts';
import { ensureClient } from '../../src/store/clients/client-rows.ts';
import type { Database } from '../../src/store/connection/database.ts';
import type { SettledPrice, TransferPrice } from '../../src/store/history/price-writes.ts';
import { findLinkedWallets } from '../../src/store/ledger/search/linked-wallets.ts';
import { findStaleLedgers } from '../../src/store/ledger/search/stale-ledgers.ts';
import { storePrices } from '../../src/store/prices/price-rows.ts';
import { priceSettlements, priceTransfers } from '../../src/store/prices/transfer-prices.ts';
import { registerWallets } from '../../src/store/sync/registrations.ts';
import type { ReadModel } from '../../src/use-cases/model/interface.ts';
import type { Caller } from '../../src/use-cases/model/view-model.ts';
import { createReadModel } from '../../src/use-cases/read-model.ts';
import { commitAll, storeLookups, usdc } from '../support/history.ts';
import { type Place, transactionRecord, transferRecord } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';

/** 2023-11-14T22:00:00Z, the beginning of an hour. */
export const firstTime = 1_699_999_200;
export const dayLength = 86_400;

export const ether = 10n ** 18n;
export const day = (number: number): number => firstTime + number * dayLength;

export interface Row {
  transaction: TransactionRecord;
  transfers: TransferRecord[];
  /** USD per unit, one per transfer. */
  prices: (string | null)[];
  /** Of what each settles. */
  settledPrices?: (string | null)[];
}

interface Move {
  token?: Address;
  side: 'inflow' | 'outflow';
  /** Positive base units. */
  amount: bigint;
  price?: string;
  counterparty?: Address;
  tokenId?: bigint;
  taxTreatment?: TransferRecord['taxTreatment'];
  spamReason?: TransferRecord['spamReason'];
  heldBy?: Address;
  settles?: TransferRecord['settles'];
  settledPrice?: string;
}

function treatmentOf({ side, taxTreatment, spamReason }: Move): TransferRecord['taxTreatment'] {
  if (spamReason != null) return null;
  return taxTreatment ?? (side === 'inflow' ? 'ACQUISITION' : 'DISPOSAL');
}

/** Where the books of a test file are kept, and who reads them. */
export interface Books {
  readonly database: Database;
  readonly readModel: ReadModel;
  /** The client 'default'. */
  readonly caller: Caller;
  /** Any client, with all rights; made when it is new. */
  callerOf(name: string): Promise<Caller>;
  /** `storeWallet` for the client 'default'. */
  storeWallet(address: Address, rowsOf: (walletId: number) => readonly Row[]): Promise<number>;
}

/**
 * A database with the lookups, and its read model, for the tests of the file that calls this.
 * @param now Seconds: the time that the read model takes for now.
 * @param enabledChains What the read model loads of new wallets. Default: nothing.
 */
export function useBooks(
  now: () => number,
  enabledChains: readonly { chainId: number; fromBlock: number }[] = [],
): Books {
  const used = useTestDatabase();
  const callerOf = async (name: string): Promise<Caller> => {
    const { id: clientId } = await ensureClient(used.database, name);
    return { clientId, keyId: `key of ${name}`, scopes: ['read', 'write'] };
  };
  let opened: { readModel: ReadModel; caller: Caller } | undefined;
  const books = () => {
    if (opened === undefined) throw new Error('The books are open in hooks and in tests, not around them.');
    return opened;
  };
  beforeAll(async () => {
    const { database } = used;
    await storeLookups(database);
    const readModel = createReadModel({
      ...{ database, enabledChains: async () => enabledChains, now: () => now() * 1000 },
      previewLedger: createLedgerPreview(database, currencyTokens),
      readBookings: createBookingsReader(database),
    });
    opened = { readModel, caller: await callerOf('default') };
  });
  afterAll(() => opened?.readModel.close());
  return {
    get database() {
      return used.database;
    },
    get readModel() {
      return books().readModel;
    },
    get caller() {
      return books().caller;
    },
    callerOf,
    storeWallet: (address, rowsOf) =>
      storeWallet(used.database, { clientId: books().caller.clientId, address }, rowsOf),
  };
}

/** One transaction of a wallet: its moves, and its fee in wei. */
export function transaction(
  place: Place & { walletId: number },
  fields: Partial<TransactionRecord> & { fee?: bigint },
  moves: readonly Move[],
): Row {
  const fee = fields.fee ?? 0n;
  return {
    transaction: transactionRecord(place, { fee, ...fields }),
    transfers: moves.map((move, index) => {
      const token = move.token ?? zeroAddress;
      const isNft = move.tokenId !== undefined;
      return transferRecord(
        { ...place, index },
        {
          side: move.side,
          amount: move.side === 'inflow' ? move.amount : -move.amount,
          tokenAddress: token,
          standard: isNft ? 'erc721' : token === zeroAddress ? 'native' : 'erc20',
          tokenId: move.tokenId ?? null,
          fee,
          taxTreatment: treatmentOf(move),
          spamReason: move.spamReason ?? null,
          ...{ heldBy: move.heldBy ?? null, settles: move.settles ?? null },
          ...(move.counterparty === undefined ? {} : { counterparty: move.counterparty }),
          ...(fields.category === undefined ? {} : { category: fields.category }),
        },
      );
    }),
    prices: moves.map(({ price }) => price ?? null),
    settledPrices: moves.map(({ settledPrice }) => settledPrice ?? null),
  };
}

/** The prices of the rows, as the pricing job stores them. */
export async function storeRowPrices(
  database: Database,
  walletId: number,
  rows: readonly Row[],
): Promise<void> {
  const prices = rows.flatMap(({ transfers, prices: texts }) =>
    transfers.flatMap(({ position, tokenAddress, tokenId }, index): TransferPrice[] => {
      const price = texts[index] ?? null;
      const unit = tokenId !== null ? '1' : tokenAddress === usdc ? '0.000001' : '0.000000000000000001';
      return price === null ? [] : [{ position, tokenAddress, price, unit, source: 'chainlink' }];
    }),
  );
  await priceTransfers(database, walletId, prices);
  const settled = rows.flatMap(({ transfers, settledPrices = [] }) =>
    transfers.flatMap(({ position }, index): SettledPrice[] => {
      const price = settledPrices[index] ?? null;
      return price === null ? [] : [{ position, price, source: 'chainlink' }];
    }),
  );
  await priceSettlements(database, walletId, settled);
}

/** Registers a wallet and stores its history, as loaded; `rowsOf` makes the rows of the wallet's id. Answers the id. */
export async function storeWallet(
  database: Database,
  { clientId, address }: { clientId: number; address: Address },
  rowsOf: (walletId: number) => readonly Row[],
): Promise<number> {
  const chains = [{ chainId: 1, fromBlock: 0 }];
  const [registered] = await registerWallets(database, { clientId, addresses: [address], chains });
  if (registered === undefined) throw new Error('the wallet was not registered');
  const { walletId } = registered;
  await storeRows(database, walletId, rowsOf(walletId));
  return walletId;
}

/** Stores rows of one chain with their prices, as loaded. Their wallet is the only one that is due. */
export async function storeRows(database: Database, walletId: number, rows: readonly Row[]): Promise<void> {
  const [chainId = 1] = rows.map(({ transaction: { chainId: id } }) => id);
  const transfers = rows.flatMap((row) => row.transfers);
  await commitAll(database, { transactions: rows.map((row) => row.transaction), transfers }, true, chainId);
  await storeRowPrices(database, walletId, rows);
}

/** Hourly prices of ether, which value fees and convert money. */
export async function storeEtherPrices(
  database: Database,
  prices: readonly { at: number; price: string }[],
): Promise<void> {
  await storePrices(
    database,
    prices.map(({ at, price }) => ({
      chainId: 1,
      address: zeroAddress,
      hour: Math.floor(at / 3600),
      price,
      observedAt: at,
      source: 'chainlink',
      confidence: 1,
      provenance: {},
    })),
  );
}

/** Books whatever is stale, as the accounting job does; answers how many groups. */
export async function bookStale(database: Database): Promise<number> {
  let groups = 0;
  for (;;) {
    const [stale] = await findStaleLedgers(database);
    if (stale === undefined || groups > 20) return groups;
    const wallets = await findLinkedWallets(database, stale);
    await runLedgerOf(database, { clientId: stale.clientId, wallets }, { currencyTokens });
    groups += 1;
  }
}
