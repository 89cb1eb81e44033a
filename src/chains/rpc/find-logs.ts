/** Transactions that moved tokens of a wallet, by the topics of their logs. */
import type { Address, Hash } from '../../domain/model.ts';
import {
  depositTopic,
  punkAssignTopic,
  transferBatchTopic,
  transferSingleTopic,
  transferTopic,
  withdrawalTopic,
} from '../../domain/normalize/topics.ts';
import { RetryableError } from '../../errors.ts';
import { getHeader, getLogs, type LogFilter } from './actions.ts';
import type { RpcClient } from './client.ts';
import { checkEnd } from './findings.ts';
import { type BlockRange, type RangeSizer, scanRange } from './ranges.ts';
import type { Header, RpcLog } from './schemas.ts';

/** An address as a topic. */
export function addressTopic(address: Address): Hash {
  return `0x${address.slice(2).padStart(64, '0')}`;
}

/**
 * The three positions in which a log names the wallet: sender of a Transfer, or who wraps; receiver of a Transfer, or
 * sender of an ERC-1155; receiver of an ERC-1155.
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
  client: RpcClient;
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
  const { client, signal } = scan;
  const filters = walletFilters(scan.wallet);
  const pieces = await scanRange(scan.range, scan.sizer, scan.parallel, async (piece) => {
    // A node that lags answers an empty list instead of an error: in the same batch it must also know the last block.
    const witness = client.request(getHeader(piece.toBlock), signal);
    const answers = Promise.all(
      filters.map((topics) => client.request(getLogs({ ...piece, topics }), signal)),
    );
    const [header, logs] = await Promise.all([witness, answers]);
    if (header === null) {
      throw new RetryableError(`eth_getLogs: the node does not have block ${piece.toBlock} (yet)`);
    }
    checkEnd(header, scan.end);
    return logs.flat();
  });
  return pieces.flat();
}
