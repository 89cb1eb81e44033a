/** What normalisation makes of one transaction for one wallet: moves and evidence, not yet interpreted. */
import type { Address, ChainCredit, ChainTransaction, Movement } from '../model.ts';

/** The wallet let somebody use its tokens, or took that back. */
export interface Approval {
  token: Address;
  operator: Address;
  kind: 'erc20' | 'erc721' | 'all';
  /** Amount 0, approval for nobody, or `setApprovalForAll(…, false)`. */
  isRevoke: boolean;
}

/** A log that names the wallet in its first topic as the one who staked, deposited, withdrew or claimed. */
export interface ProtocolEvent {
  kind: 'deposit' | 'withdraw' | 'claim';
  contract: Address;
  /** The amount in the event's data. */
  amount: bigint;
}

/** A canonical bridge took from, or gave to, the wallet, or logged that it did so for another chain. */
export interface BridgeCrossing {
  direction: 'out' | 'in';
  bridge: Address;
}

export interface NormalizedTransaction {
  wallet: Address;
  transaction: ChainTransaction;
  /** In position order: by item, out before in. */
  movements: readonly Movement[];
  /** Approvals whose owner is the wallet. */
  approvals: readonly Approval[];
  /** Contracts that logged a swap of a known kind. */
  swapContracts: readonly Address[];
  protocolEvents: readonly ProtocolEvent[];
  bridgeCrossings: readonly BridgeCrossing[];
  /** Per token: how many distinct addresses received it in this transaction, whoever they are. */
  recipientCounts: ReadonlyMap<Address, number>;
  /** Per fungible token: how much of it was burned in this transaction, by whomever. */
  burnedAmounts: ReadonlyMap<Address, bigint>;
  /** The wallet's own doing: it sent the transaction, or is a contract that verifiably acted in it. */
  walletActed: boolean;
  /** Wei that this wallet paid. */
  fee: bigint;
  /** For a stand-in transaction (normalize-credits.ts) what it stands for, else empty. */
  credits: readonly ChainCredit[];
  warnings: readonly string[];
}
