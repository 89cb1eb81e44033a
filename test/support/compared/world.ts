/**
 * One world for two databases: small histories with every state of the shapes, a booked wallet, and a family of three wallets that
 * share transactions on two chains, large enough that pages by number begin at checkpoints.
 */
import type { TransactionRecord, TransferRecord } from '../../../src/domain/model.ts';
import { zeroAddress } from '../../../src/domain/model.ts';
import { putCustomLabel } from '../../../src/store/clients/custom-labels.ts';
import type { Database } from '../../../src/store/connection/database.ts';
import { priceTransfers } from '../../../src/store/prices/transfer-prices.ts';
import { registerWallets } from '../../../src/store/sync/registrations.ts';
import { bookStale, day, storeEtherPrices } from '../../accounting/scenario.ts';
import { storeBookedWorld } from '../../rest/booked-world.ts';
import { storeGoldenWorld } from '../../rest/golden-world.ts';
import { commitAll, exchange, friend, storeHistory, unknownToken, usdc } from '../history.ts';
import { createRandom, type Random } from '../random.ts';
import { address, hash, type Place, transactionRecord, transferRecord } from '../records.ts';

export const family = [address(0x51), address(0x52), address(0x53)];
export const chainIds = [1, 137];
/** Of each of the family on each chain; one in two has a transfer or two. */
const manyBlocks = 1_300;

/** Stores it for a client of a database that has nothing yet. */
export async function storeComparedWorld(
  database: Database,
  clientId: number,
  blocks = manyBlocks,
): Promise<void> {
  await storeHistory(database, clientId);
  await storeGoldenWorld(database, clientId);
  await storeBookedWorld(database, clientId);
  await storeFamily(database, clientId, blocks);
  await storeEtherPrices(
    database,
    [0, 1, 2, 3].map((number) => ({ at: day(number), price: String(2_000 + number) })),
  );
  await putCustomLabel(database, { clientId, address: exchange, name: 'My exchange', tags: ['own'] });
  await bookStale(database);
}

async function storeFamily(database: Database, clientId: number, blocks: number): Promise<void> {
  const random = createRandom(20_261_123);
  for (const wallet of family) {
    const [row] = await registerWallets(database, {
      clientId,
      addresses: [wallet],
      chains: chainIds.map((chainId) => ({ chainId, fromBlock: 0 })),
    });
    if (row === undefined) throw new Error('the wallet was not registered');
    for (const chainId of chainIds) {
      const rows = historyOf(random, { walletId: row.walletId, chainId }, blocks);
      await commitAll(database, rows, true, chainId);
      await priceSome(database, row.walletId, rows.transfers);
    }
  }
}

/** Blocks and transactions are the same for all: things move between them, too. */
function historyOf(random: Random, wallet: { walletId: number; chainId: number }, blocks: number) {
  const rows: { transactions: TransactionRecord[]; transfers: TransferRecord[] } = {
    transactions: [],
    transfers: [],
  };
  for (let blockNumber = 1; blockNumber <= blocks; blockNumber += 1 + random.below(2)) {
    const at: Place = { ...wallet, blockNumber, hash: hash(wallet.chainId * 100_000 + blockNumber) };
    const counterparty = random.pick([exchange, friend, ...family]);
    rows.transactions.push(
      transactionRecord(at, {
        counterparty,
        category: random.pick(['SEND', 'RECEIVE', 'SWAP']),
        kind: random.pick(['SEND', 'RECEIVE', 'SWAP', 'FAILED']),
        isError: random.once(9),
        isSpam: random.once(7),
      }),
    );
    for (let index = random.below(3); index > 0; index -= 1) {
      rows.transfers.push(transferOf(random, { ...at, index }, counterparty));
    }
  }
  return rows;
}

function transferOf(
  random: Random,
  at: Place & { index: number },
  counterparty: TransferRecord['counterparty'],
): TransferRecord {
  const side = random.pick(['inflow', 'inflow', 'outflow'] as const);
  const amount = BigInt(1 + random.below(1_000_000)) * 1_000_000n;
  const tokenAddress = random.pick([usdc, unknownToken, zeroAddress]);
  return transferRecord(at, {
    ...{ side, tokenAddress, counterparty, amount: side === 'inflow' ? amount : -amount },
    standard: tokenAddress === zeroAddress ? 'native' : 'erc20',
    category: random.pick(['SEND', 'RECEIVE', 'SWAP']),
    taxTreatment: side === 'inflow' ? 'ACQUISITION' : 'DISPOSAL',
    spamReason: random.pick([null, null, null, 'airdrop', 'zero-value'] as const),
  });
}

async function priceSome(
  database: Database,
  walletId: number,
  transfers: readonly TransferRecord[],
): Promise<void> {
  const prices = transfers
    .filter(({ tokenAddress, spamReason }) => spamReason === null && tokenAddress !== unknownToken)
    .filter((_, index) => index % 5 !== 0)
    .map(({ position, tokenAddress }, index) => ({
      ...{ position, tokenAddress, source: 'test' },
      price: tokenAddress === usdc ? '1.0001' : `${2_000 + (index % 7)}.25`,
      unit: tokenAddress === usdc ? '0.000001' : '0.000000000000000001',
    }));
  await priceTransfers(database, walletId, prices);
}
