/** Transactions that moved tokens of a wallet, by the topics of their logs. */
import { type Address, type Hash, zeroAddress } from '../../../domain/model.ts';
import {
  addedReceiverTopic,
  coinDepositTopic,
  depositTopic,
  punkAssignTopic,
  transferBatchTopic,
  transferSingleTopic,
  transferTopic,
  withdrawalTopic,
} from '../../../domain/normalize/topics.ts';
import { getKnownHeader, getLogs, type LogFilter } from '../client/actions.ts';
import type { NodeClient } from '../client/client.ts';
import { type BlockRange, emptyFinds, type Finds } from '../sharing/finds.ts';
import { checkEnd } from './findings.ts';
import { searchWallet, type WalletScan } from './search-wallet.ts';

/** An address as a topic. */
export function addressTopic(address: Address): Hash {
  return `0x${address.slice(2).padStart(64, '0')}`;
}

/**
 * What logs begin with that name the wallet in their first topic, their second, their third. The first: the sender of a Transfer, who
 * wraps or unwraps, or who is assigned a CryptoPunk, or is paid by Gnosis itself. The second: the receiver of a Transfer, the sender of an
 * ERC-1155, or who is paid by Polygon itself. The third: the receiver of an ERC-1155.
 */
const signaturesByPlace: readonly (readonly Hash[])[] = [
  [transferTopic, depositTopic, withdrawalTopic, punkAssignTopic, addedReceiverTopic],
  [transferTopic, transferSingleTopic, transferBatchTopic, coinDepositTopic],
  [transferSingleTopic, transferBatchTopic],
];

/** What the logs that are looked for begin with. */
export const signatureTopics: readonly Hash[] = [...new Set(signaturesByPlace.flat())];

/** The topics in which a log can name the wallet, one filter each. */
export function walletFilters(wallet: Address): LogFilter['topics'][] {
  const topic = addressTopic(wallet);
  return signaturesByPlace.map((signatures, place) => [
    signatures,
    ...Array.from({ length: place }, () => null),
    topic,
  ]);
}

/** Whether one of the filters would have found the log. */
export function namesWallet(
  log: { topics: readonly Hash[] },
  filters: readonly LogFilter['topics'][],
): boolean {
  return filters.some((filter) =>
    filter.every((wanted, index) => {
      const topic = log.topics[index];
      if (wanted === null) return true;
      if (topic === undefined) return false;
      return typeof wanted === 'string' ? wanted === topic : wanted.includes(topic);
    }),
  );
}

/** Which topic of a log names the wallet, by the filter that found it. */
const namingTopics = [1, 2, 3];

/** The same three filters for several wallets at once: whatever names one of them. */
function filtersFor(wallets: readonly Address[]): LogFilter['topics'][] {
  const topics = wallets.map(addressTopic);
  const wanted = topics.length === 1 ? (topics[0] ?? null) : topics;
  return walletFilters(zeroAddress).map((filter) => [...filter.slice(0, -1), wanted]);
}

/** Every log that names the wallet in the range, in no particular order. */
export function findLogs(scan: WalletScan): Promise<Finds[]> {
  const { nodes, signal } = scan;
  const fetchFrom = async (client: NodeClient, piece: BlockRange, filters: LogFilter['topics'][]) => {
    // A node that lags answers an empty list instead of an error: in the same exchange it must also know the last block.
    const { first: header, others: logs } = await client.requestTogether(
      getKnownHeader(piece.toBlock),
      filters.map((topics) => getLogs({ ...piece, topics })),
      signal,
    );
    checkEnd(header, scan.end);
    return logs;
  };
  return searchWallet(scan, 'logs', async (piece, wallets) => {
    const filters = filtersFor(wallets);
    const answers = await nodes.ask((client) => fetchFrom(client, piece, filters));
    const found = emptyFinds(wallets);
    const byTopic = new Map(wallets.map((wallet) => [addressTopic(wallet), found.get(wallet)]));
    for (const answer of answers) {
      for (const [filter, logs] of answer.entries()) {
        for (const { transactionHash: hash, blockNumber, blockHash, logIndex, topics } of logs) {
          const named = topics[namingTopics[filter] ?? 0];
          if (named === undefined) continue;
          byTopic.get(named)?.transactions.push({ hash, blockNumber, blockHash, logIndex });
        }
      }
    }
    return found;
  });
}
