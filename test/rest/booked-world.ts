/**
 * A wallet whose ledger is booked, for the golden files and lists of lots and disposals. All times 22:00 UTC from
 * 2023-11-14 on; fees in ether.
 *
 *     day 0   receives 2 ETH at 1,000                                      lot of 2 ETH, 2,000
 *     day 20  sells 1.5 ETH at 3,000 for 4,500 USDC, fee 0.01 ETH (30)     USDC cost 4,530; gains 3,000 and 20
 *     day 50  a failed call, fee 0.02 ETH at 2,500                         gain 30
 *     day 60  buys Rex, a dog, for 0.1 ETH at 2,000                        it costs 200; gain 100
 *     left    0.37 ETH that cost 370
 */

import { zeroAddress } from '../../src/domain/model.ts';
import { currencyTokens } from '../../src/domain/money/currencies.ts';
import { runLedgerOf } from '../../src/ingest/accounting/run-ledger.ts';
import type { Database } from '../../src/store/connection/database.ts';
import { findLinkedWallets } from '../../src/store/ledger/search/linked-wallets.ts';
import { findStaleLedgers } from '../../src/store/ledger/search/stale-ledgers.ts';
import { storeReconciliation } from '../../src/store/sync/reconciliation-rows.ts';
import { registerWallets } from '../../src/store/sync/registrations.ts';
import {
  day,
  ether,
  type Row,
  storeEtherPrices,
  storeRowPrices,
  transaction,
} from '../accounting/scenario.ts';
import { commitAll, exchange, usdc } from '../support/history.ts';
import { repeated, repeatedHash } from '../support/records.ts';
import { storeGoldenLookups } from './golden-world.ts';

export const trader = repeated('4');
const dogs = repeated('c');

function history(walletId: number): Row[] {
  const at = (number: number, digit: string) => ({
    ...{ walletId, blockNumber: 300 + number, timestamp: day(number), hash: repeatedHash(digit) },
  });
  const swap = {
    from: trader,
    to: exchange,
    counterparty: exchange,
    category: 'SWAP',
    kind: 'SWAP',
  } as const;
  return [
    transaction(at(0, 'a'), { category: 'RECEIVE', kind: 'RECEIVE' }, [
      { side: 'inflow', amount: 2n * ether, price: '1000', counterparty: exchange },
    ]),
    transaction(at(20, 'b'), { ...swap, fee: ether / 100n }, [
      { side: 'outflow', amount: (3n * ether) / 2n, price: '3000', counterparty: exchange },
      { token: usdc, side: 'inflow', amount: 4_500_000_000n, price: '1', counterparty: exchange },
    ]),
    transaction(
      at(50, 'c'),
      { from: trader, category: 'CONTRACT_EXECUTION', fee: ether / 50n, isError: true, kind: 'FAILED' },
      [],
    ),
    transaction(at(60, 'd'), { ...swap, kind: 'NFT_BUY' }, [
      { side: 'outflow', amount: ether / 10n, price: '2000', counterparty: exchange },
      { token: dogs, tokenId: 7n, side: 'inflow', amount: 1n, counterparty: exchange },
    ]),
  ];
}

/** Registers the trader for the client, stores the history, and books it. Other wallets stay as they are. */
export async function storeBookedWorld(database: Database, clientId: number): Promise<void> {
  await storeGoldenLookups(database);
  const chains = [{ chainId: 1, fromBlock: 0 }];
  const [row] = await registerWallets(database, { clientId, addresses: [trader], chains });
  if (row === undefined) throw new Error('the wallet was not registered');
  const { walletId } = row;
  const rows = history(walletId);
  const stored = {
    transactions: rows.map((item) => item.transaction),
    transfers: rows.flatMap(({ transfers }) => transfers),
  };
  await commitAll(database, stored, true);
  await storeRowPrices(database, walletId, rows);
  await storeEtherPrices(database, [
    { at: day(0), price: '1000' },
    { at: day(20), price: '3000' },
    { at: day(50), price: '2500' },
    { at: day(60), price: '2000' },
  ]);
  const stale = (await findStaleLedgers(database)).find((ledger) => ledger.walletId === walletId);
  if (stale === undefined) throw new Error('there is nothing to book');
  const wallets = await findLinkedWallets(database, stale);
  await runLedgerOf(database, { clientId, wallets }, { currencyTokens });
  // The chain has 0.13 ETH more than is known.
  await storeReconciliation(
    database,
    { walletId, chainId: 1, address: trader, claimedUntilMs: 0 },
    {
      compared: [{ tokenAddress: zeroAddress, onChain: ether / 2n, difference: (13n * ether) / 100n }],
      ...{ blockNumber: 150, blockHash: repeatedHash('b'), accruals: [], warnings: [], nextInMs: 3_600_000 },
    },
  );
}
