/**
 * Which transfers are moves between wallets of one client, so that lots are carried instead of sold. Pure.
 *
 * Direct moves name each other as counterparty. Forwarded ones pass through contracts of others in one transaction (a
 * payout contract, a forwarder): as much of a token leaves own wallets as arrives at own wallets. That is a move only if
 * it is all that happened. If the transaction changed anything else in any of the client's wallets, or if anything stayed
 * on the way, something may have been given or taken for it. Then the transfers stay what they look like from outside.
 *
 * Spam is judged wallet by wallet, from outside: a token sent to many, or with a name like an advertisement, is spam where
 * it arrives, though the client sent it. So pairing comes first, and a paired inflow counts. A forged outflow is one that
 * nobody is known to have allowed: it is a move only if one of the wallets sent the transaction, as the fee shows.
 */
import type { Address } from '../../domain/model.ts';
import { transactionPositionLength } from '../../domain/position.ts';
import type { LedgerTransaction, LedgerTransfer } from '../../store/ledger/ledger-cursors.ts';
import { movementIdOf } from '../../store/ledger/ledger-rows.ts';

/** What a transaction's position names: one transaction, whichever wallets it belongs to. */
export const transactionOf = (position: string): string => position.slice(0, transactionPositionLength);

/** The pair that each transfer of a move between own wallets belongs to, in one transaction. */
export function pairOwnMoves(
  rows: {
    readonly transactions: readonly LedgerTransaction[];
    readonly transfers: readonly LedgerTransfer[];
  },
  addressOf: ReadonlyMap<number, Address>,
): Map<LedgerTransfer, string> {
  const isSentByOwn = rows.transactions.some(({ fee }) => fee !== 0n);
  const moving = rows.transfers.filter(
    ({ amount, side, spamReason }) =>
      amount !== 0n &&
      spamReason !== 'zero-value' &&
      (spamReason === null || side === 'inflow' || isSentByOwn),
  );
  // A move has two ends; most transactions have one transfer.
  if (moving.length < 2) return new Map();
  const pairs = pairDirectMoves(moving, addressOf);
  const others = moving.filter((transfer) => !pairs.has(transfer));
  for (const [transfer, pair] of pairForwardedMoves(others)) pairs.set(transfer, pair);
  return pairs;
}

/**
 * The two rows of each move, a self-transfer too: same token and amount, each naming the other as its counterparty.
 * Several equal moves pair up in their order.
 */
function pairDirectMoves(
  transfers: readonly LedgerTransfer[],
  addressOf: ReadonlyMap<number, Address>,
): Map<LedgerTransfer, string> {
  const pairs = new Map<LedgerTransfer, string>();
  const outs = new Map<string, LedgerTransfer[]>();
  const keyOf = (transfer: LedgerTransfer, from: Address, to: Address): string => {
    const { amount } = transfer;
    return [assetOf(transfer), from, to, amount < 0n ? -amount : amount].join(':');
  };
  for (const transfer of transfers) {
    const wallet = addressOf.get(transfer.walletId);
    if (transfer.side !== 'outflow' || wallet === undefined) continue;
    const key = keyOf(transfer, wallet, transfer.counterparty);
    const waiting = outs.get(key);
    if (waiting === undefined) outs.set(key, [transfer]);
    else waiting.push(transfer);
  }
  for (const transfer of transfers) {
    const wallet = addressOf.get(transfer.walletId);
    if (transfer.side !== 'inflow' || wallet === undefined) continue;
    const out = outs.get(keyOf(transfer, transfer.counterparty, wallet))?.shift();
    if (out === undefined) continue;
    const pair = `own:${movementIdOf(out)}`;
    pairs.set(out, pair);
    pairs.set(transfer, pair);
  }
  return pairs;
}

const assetOf = ({ chainId, tokenAddress, tokenId }: LedgerTransfer): string =>
  [chainId, tokenAddress, tokenId ?? ''].join(':');

/** What a wallet's transfers of one token come to. */
interface Flow {
  readonly asset: string;
  readonly transfers: LedgerTransfer[];
  net: bigint;
}

/**
 * Moves through others' contracts: over all wallets, what left of each token is what arrived of it. Of spam, only what
 * arrives of a token that left counts: whoever mails the wallets in the same transaction changes nothing.
 */
function pairForwardedMoves(transfers: readonly LedgerTransfer[]): Map<LedgerTransfer, string> {
  if (isOfOneWallet(transfers)) return new Map();
  const real = transfers.filter(({ spamReason }) => spamReason === null);
  const sent = new Set([...netByAsset(real)].flatMap(([asset, net]) => (net < 0n ? [asset] : [])));
  const counted = transfers.filter((transfer) => {
    const { side, spamReason } = transfer;
    return spamReason === null || (side === 'inflow' && sent.has(assetOf(transfer)));
  });
  const pairs = new Map<LedgerTransfer, string>();
  if (isOfOneWallet(counted)) return pairs;
  for (const net of netByAsset(counted).values()) if (net !== 0n) return pairs;
  const flows = new Map<string, Flow>();
  for (const transfer of counted) {
    const asset = assetOf(transfer);
    const key = `${transfer.walletId}:${asset}`;
    const flow = flows.get(key) ?? { asset, transfers: [], net: 0n };
    flow.transfers.push(transfer);
    flow.net += transfer.amount;
    flows.set(key, flow);
  }
  for (const { asset, transfers: rows, net } of flows.values()) {
    // What a wallet got back in full has not moved.
    if (net === 0n) continue;
    for (const row of rows) pairs.set(row, `own:${transactionOf(row.position)}:${asset}`);
  }
  return pairs;
}

const isOfOneWallet = (transfers: readonly LedgerTransfer[]): boolean =>
  transfers.every(({ walletId }) => walletId === transfers[0]?.walletId);

/** What the transfers of each token come to. */
function netByAsset(transfers: readonly LedgerTransfer[]): ReadonlyMap<string, bigint> {
  const nets = new Map<string, bigint>();
  for (const transfer of transfers) {
    const asset = assetOf(transfer);
    nets.set(asset, (nets.get(asset) ?? 0n) + transfer.amount);
  }
  return nets;
}
