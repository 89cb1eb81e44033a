/** Transactions that moved tokens of a wallet, by the topics of their logs. */
import type { Address, Hash } from '../../../domain/model.ts';
import {
  depositTopic,
  punkAssignTopic,
  transferBatchTopic,
  transferSingleTopic,
  transferTopic,
  withdrawalTopic,
} from '../../../domain/normalize/topics.ts';
import { getKnownHeader, getLogs, type LogFilter } from '../client/actions.ts';
import type { NodeClient } from '../client/client.ts';
import type { Header, RpcLog } from '../client/schemas.ts';
import type { EveryNode } from './every-node.ts';
import { checkEnd } from './findings.ts';
import { type BlockRange, type RangeSizer, scanRange } from './ranges.ts';

/** An address as a topic. */
export function addressTopic(address: Address): Hash {
  return `0x${address.slice(2).padStart(64, '0')}`;
}

/** What the logs that are looked for begin with. */
export const signatureTopics: readonly Hash[] = [
  transferTopic,
  transferSingleTopic,
  transferBatchTopic,
  depositTopic,
  withdrawalTopic,
  punkAssignTopic,
];

/**
 * The three topics in which a log can name the wallet, one filter each. The first: the sender of a Transfer, who wraps or unwraps, or who
 * is assigned a CryptoPunk. The second: the receiver of a Transfer, or the sender of an ERC-1155. The third: the receiver of an ERC-1155.
 */
export function walletFilters(wallet: Address): LogFilter['topics'][] {
  const topic = addressTopic(wallet);
  return [
    [[transferTopic, depositTopic, withdrawalTopic, punkAssignTopic], topic],
    [[transferTopic, transferSingleTopic, transferBatchTopic], null, topic],
    [[transferSingleTopic, transferBatchTopic], null, null, topic],
  ];
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

export interface LogScan {
  nodes: EveryNode;
  sizer: RangeSizer;
  parallel: number;
  wallet: Address;
  range: BlockRange;
  /** The verified end of the whole request. */
  end: Header;
  signal: AbortSignal | undefined;
}

/** Every log that names the wallet in the range, in no particular order. */
export async function findLogs(scan: LogScan): Promise<RpcLog[]> {
  const { nodes, signal } = scan;
  const filters = walletFilters(scan.wallet);
  const fetchFrom = async (client: NodeClient, piece: BlockRange): Promise<RpcLog[]> => {
    // A node that lags answers an empty list instead of an error: in the same exchange it must also know the last block.
    const { first: header, others: logs } = await client.requestTogether(
      getKnownHeader(piece.toBlock),
      filters.map((topics) => getLogs({ ...piece, topics })),
      signal,
    );
    checkEnd(header, scan.end);
    return logs.flat();
  };
  const pieces = await scanRange(scan.range, scan.sizer, scan.parallel, (piece) =>
    nodes.ask((client) => fetchFrom(client, piece)),
  );
  return pieces.flat(2);
}
