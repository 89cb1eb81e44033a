/**
 * `Deposit` and `Withdrawal` logs of WETH-like wrappers, which move a token without a `Transfer`. Other contracts log the
 * same shapes for other reasons, so such a log counts only where the same native value moved to or from that contract.
 */
import type { Address, ChainLog, Movement } from '../model.ts';
import type { ChainRules } from './chain-rules.ts';
import type { TokenTransfer } from './decode-transfers.ts';
import { takeFirst } from './take-first.ts';
import { depositTopic, withdrawalTopic } from './topics.ts';
import { addressInTopic, wordAt, wordCount } from './words.ts';

/** A wrapping or unwrapping by the wallet. */
export interface Wrap {
  contract: Address;
  side: 'inflow' | 'outflow';
  amount: bigint;
  logIndex: number;
}

/** The wraps and unwraps of the wallet among the logs, each backed by its own native movement. */
export function findWraps(
  logs: readonly ChainLog[],
  wallet: Address,
  nativeMovements: readonly Movement[],
  rules: ChainRules,
): Wrap[] {
  const unmatched = [...nativeMovements];
  const wraps: Wrap[] = [];
  for (const log of logs) {
    const wrap = wrapOf(log, wallet);
    if (wrap === null) continue;
    const nativeSide = wrap.side === 'inflow' ? 'outflow' : 'inflow';
    const match = takeFirst(
      unmatched,
      (movement) =>
        movement.side === nativeSide &&
        movement.amount === wrap.amount &&
        movement.counterparty === wrap.contract,
    );
    // The listed wrapper cannot log without moving: its word is taken even where internal calls are not to be had.
    if (match !== undefined || log.address === rules.wrappedNative) wraps.push(wrap);
  }
  return wraps;
}

function wrapOf(log: ChainLog, wallet: Address): Wrap | null {
  const topic = log.topics[0];
  if (topic !== depositTopic && topic !== withdrawalTopic) return null;
  const amount = wordAt(log.data, 0);
  if (log.topics.length !== 2 || wordCount(log.data) !== 1 || amount === undefined) return null;
  if (addressInTopic(log.topics[1]) !== wallet) return null;
  const side = topic === depositTopic ? 'inflow' : 'outflow';
  return { contract: log.address, side, amount, logIndex: log.logIndex };
}

/** Some wrappers (Arbitrum's WETH) log a `Transfer` from or to the zero address as well: then that one is the item. */
export function isAlsoTransferred(
  wrap: Wrap,
  wallet: Address,
  zero: Address,
  transfer: TokenTransfer,
): boolean {
  const [from, to] = wrap.side === 'inflow' ? [zero, wallet] : [wallet, zero];
  return (
    transfer.standard === 'erc20' &&
    transfer.token === wrap.contract &&
    transfer.amount === wrap.amount &&
    transfer.from === from &&
    transfer.to === to
  );
}
