/** What normalisation makes of one transaction for one wallet: moves and evidence, not yet interpreted. */
import type { Address, ChainCredit, ChainLog, ChainTransaction, Movement } from '../model.ts';

/** The wallet let somebody use its tokens, or took that back. */
export interface Approval {
  token: Address;
  operator: Address;
  kind: 'erc20' | 'erc721' | 'all';
  /** Amount 0, approval for nobody, or `setApprovalForAll(…, false)`. */
  isRevoke: boolean;
}

/** A canonical bridge took from, or gave to, the wallet, or logged that it did so for another chain. */
export interface BridgeCrossing {
  direction: 'out' | 'in';
  bridge: Address;
}

export interface NormalizedTransaction {
  wallet: Address;
  transaction: ChainTransaction;
  /** What was logged of it: nothing where it failed, and of a bundle of user operations what is the wallet's own. */
  logs: readonly ChainLog[];
  /** In position order: by item, out before in. */
  movements: readonly Movement[];
  /** Approvals whose owner is the wallet. */
  approvals: readonly Approval[];
  /** Contracts that logged a swap of a known kind. */
  swapContracts: readonly Address[];
  bridgeCrossings: readonly BridgeCrossing[];
  /** Per token: how many distinct addresses received it in this transaction, whoever they are. */
  recipientCounts: ReadonlyMap<Address, number>;
  /** Per fungible token: how much of it the wallet, or whom it gave it to, burned in this transaction. */
  burnedAmounts: ReadonlyMap<Address, bigint>;
  /** Per fungible token: how much of it was minted in this transaction, to whomever. */
  mintedAmounts: ReadonlyMap<Address, bigint>;
  /** Everybody who gave or took a token in this transaction. */
  transferParties: ReadonlySet<Address>;
  /** Contracts that wrapped or unwrapped the wallet's native coins, one to one. */
  wrapContracts: ReadonlySet<Address>;
  /** The wallet's own doing: it sent the transaction, or is a contract that verifiably acted in it. */
  walletActed: boolean;
  /** Wei that this wallet paid. */
  fee: bigint;
  /** For a stand-in transaction (normalize-credits.ts) what it stands for, else empty. */
  credits: readonly ChainCredit[];
  warnings: readonly string[];
}
