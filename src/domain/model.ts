/**
 * The vocabulary of the service: what a chain tells us (`Chain…`), and what we make of it for one wallet
 * (`Transaction…`, `Transfer…`). Amounts are raw integer base units (wei and the like) as bigint; times are unix seconds.
 */

/** 0x + 40 lower-case hex digits. Made by `parseAddress` (domain/address.ts) or taken from validated chain data. */
export type Address = `0x${string}`;
/** 0x + 64 lower-case hex digits. */
export type Hash = `0x${string}`;
export type Hex = `0x${string}`;

/** The all-zero address: a chain's native token as a token address, and the other party of a mint or burn. */
export const zeroAddress: Address = '0x0000000000000000000000000000000000000000';

// ── What a chain source answers: the same neutral records from a node and from an explorer ──

export interface ChainLog {
  address: Address;
  topics: readonly Hash[];
  data: Hex;
  /** Index within the block. */
  logIndex: number;
}

/** A call inside a transaction that moved native value and was not undone. The top-level call is not one. */
export interface InternalCall {
  type: 'call' | 'create' | 'selfdestruct';
  from: Address;
  to: Address;
  value: bigint;
}

export interface ChainTransaction {
  hash: Hash;
  blockNumber: number;
  blockHash: Hash;
  transactionIndex: number;
  /** Unix seconds of the block. */
  timestamp: number;
  from: Address;
  /** null: a contract creation. */
  to: Address | null;
  createdContract: Address | null;
  value: bigint;
  /**
   * Wei that the transaction created for `from` before it ran: an OP-stack deposit brings them from the parent chain. They
   * stay with `from` even when the transaction fails. 0 for every other transaction.
   */
  minted: bigint;
  input: Hex;
  /** What its source calls the function that was called; for showing alone. Left out: it says nothing. */
  functionName?: string;
  succeeded: boolean;
  /** Everything the sender paid for inclusion, in wei: gas, blob gas and L1 data fee. */
  networkFee: bigint;
  /** Every log of the receipt, ascending by logIndex; empty when failed. */
  logs: readonly ChainLog[];
  /** The value-moving internal calls from or to the wallet, in execution order; empty when failed. */
  internalCalls: readonly InternalCall[];
}

/** Native value that arrives without a transaction: a validator withdrawal, a block reward, a genesis allocation. */
export interface ChainCredit {
  kind: 'withdrawal' | 'reward' | 'genesis';
  /** The withdrawal's global index; of a reward 0, or 1 for that of an uncle of the height; 0 for the genesis. */
  index: number;
  address: Address;
  value: bigint;
  blockNumber: number;
  blockHash: Hash;
  timestamp: number;
}

// ── What the service keeps, per wallet ──

export const sides = ['inflow', 'outflow'] as const;
export type Side = (typeof sides)[number];

export const tokenStandards = ['native', 'erc20', 'erc721', 'erc1155'] as const;
export type TokenStandard = (typeof tokenStandards)[number];

export const transactionCategories = ['SEND', 'RECEIVE', 'MINT', 'SWAP', 'CONTRACT_EXECUTION'] as const;
export type TransactionCategory = (typeof transactionCategories)[number];

export const transactionKinds = [
  'SEND',
  'RECEIVE',
  'SELF_TRANSFER',
  'SWAP',
  'MINT',
  'BURN',
  'APPROVE',
  'REVOKE',
  'WRAP',
  'UNWRAP',
  'BRIDGE_OUT',
  'BRIDGE_IN',
  'DEPOSIT',
  'WITHDRAW',
  'CLAIM',
  'AIRDROP',
  'YIELD',
  'BORROW',
  'REPAY',
  'LIQUIDATION',
  'MIGRATE',
  'NFT_BUY',
  'NFT_SELL',
  'DEPLOY',
  'FAILED',
  'CONTRACT_EXECUTION',
] as const;
export type TransactionKind = (typeof transactionKinds)[number];

/** How a client can say that a transfer is booked. */
export const bookableTreatments = [
  'ACQUISITION',
  'DISPOSAL',
  'INCOME',
  'BASIS_TRANSFER',
  'NON_TAXABLE',
  'EXPENSE',
] as const;
/**
 * How a transfer is booked. Beside what a client can say: HELD, which a protocol holds for the wallet or gives back;
 * LIABILITY, a token that stands for a debt; CARRY, the same money at another place, over a bridge or as its receipt.
 */
export const taxTreatments = [...bookableTreatments, 'HELD', 'LIABILITY', 'CARRY'] as const;
export type TaxTreatment = (typeof taxTreatments)[number];

/**
 * What a client's own ledger makes of a transfer, with the client's settings, corrections, and other wallets: OWN_MOVE goes from one of
 * its wallets to another with its lots; CARRY, too, goes with its lots, to what stands for it or to another chain.
 */
export const bookingKinds = [
  'ACQUISITION',
  'DISPOSAL',
  'INCOME',
  'EXPENSE',
  'NON_TAXABLE',
  'HELD',
  'LIABILITY',
  'CARRY',
  'OWN_MOVE',
] as const;
export type BookingKind = (typeof bookingKinds)[number];

/** What a client may correct in its ledger: how a transfer is booked, its price, an acquisition's cost, former holdings. */
export const correctionKinds = ['TREATMENT', 'PRICE', 'BASIS', 'OPENING_LOT'] as const;
export type CorrectionKind = (typeof correctionKinds)[number];

/** Why a transfer is set aside. `forged`: a log names the wallet as sender, but the wallet neither sent nor allowed it. */
export const spamReasons = ['forged', 'zero-value', 'airdrop'] as const;
export type SpamReason = (typeof spamReasons)[number];

/**
 * Who named a called function: the explorer that has the contract's verified source, or the selector alone, which the functions of
 * several contracts may share.
 */
export const functionSources = ['explorer', 'signature'] as const;
export type FunctionSource = (typeof functionSources)[number];

export const syncPhases = ['QUEUED', 'BACKFILL', 'ENRICH', 'FOLLOWING', 'FAILED'] as const;
export type SyncPhase = (typeof syncPhases)[number];
/** As clients see it: STALE is FOLLOWING that has fallen behind the chain. */
export const shownSyncPhases = [...syncPhases, 'STALE'] as const;
export type ShownSyncPhase = (typeof shownSyncPhases)[number];

/** A value move of one wallet before anyone interprets it: what normalisation makes of one call, log or batch position. */
export interface Movement {
  /** `n`, `i<ordinal>`, `l<log offset>.<batch position>`, `w<withdrawal index>`, `m` or `y`; see domain/position.ts. */
  item: ItemKey;
  side: Side;
  standard: TokenStandard;
  /** zeroAddress for the native token. */
  tokenAddress: Address;
  /** null for fungible tokens. */
  tokenId: bigint | null;
  /** Positive base units; NFTs: the quantity. May be 0 for a token log, never for native. */
  amount: bigint;
  /** Who stands on the other side. */
  counterparty: Address;
}

/**
 * Where value moved within a transaction. `index`: call ordinal, log offset or withdrawal index. `mint`: what an OP-stack
 * deposit created, or what a log alone tells that the chain paid, by the log's offset. `yield`: by what a balance grew without any transfer.
 */
export interface ItemKey {
  kind: 'native' | 'internal' | 'log' | 'withdrawal' | 'mint' | 'yield';
  index: number;
  batch: number;
}

/** One transaction as a wallet's history shows it. */
export interface TransactionRecord {
  walletId: number;
  /** Sortable position; see domain/position.ts. */
  position: string;
  chainId: number;
  blockNumber: number;
  timestamp: number;
  hash: Hash;
  from: Address;
  to: Address | null;
  /** Wei that this wallet paid; 0 when another account sent the transaction. */
  fee: bigint;
  category: TransactionCategory;
  kind: TransactionKind;
  /** 4-byte selector of the called function, null for plain transfers and deployments. */
  selector: Hex | null;
  /** On what the kind stands, for people; null: from before reasons were kept. */
  kindReason: string | null;
  /** Decoded name of the called function where known. */
  functionName: string | null;
  /** Who named it; null: nobody, or from before this was kept. */
  functionSource: FunctionSource | null;
  /** Of one end of a crossing over a bridge: the bridge and what it calls the crossing, the same at the other end; null: not known. */
  bridgeMessage: string | null;
  isError: boolean;
  /** Every transfer in it is spam. */
  isSpam: boolean;
  counterparty: Address;
}

/**
 * An account with a protocol that a transfer settles without moving it, as an event says. Of an inflow: what the contract held for
 * the wallet, which was sold, or turned, into what came in. Of an outflow: what was owed to the contract, and is not any more.
 */
export interface Settlement {
  contract: Address;
  /** zeroAddress for the native token; null: the event names none, it is the one that the contract holds. */
  token: Address | null;
  /** Positive base units. */
  amount: bigint;
}

/** One inflow or outflow as a wallet's history shows it. */
export interface TransferRecord {
  walletId: number;
  /** The transaction's position followed by the item's; see domain/position.ts. */
  position: string;
  chainId: number;
  blockNumber: number;
  timestamp: number;
  hash: Hash;
  side: Side;
  standard: TokenStandard;
  tokenAddress: Address;
  tokenId: bigint | null;
  /** Signed base units: negative for outflows. */
  amount: bigint;
  counterparty: Address;
  /** The transaction's fee, repeated. */
  fee: bigint;
  category: TransactionCategory;
  taxTreatment: TaxTreatment | null;
  spamReason: SpamReason | null;
  /**
   * The protocol's contract that holds it, lent it, or takes it to another chain, as an event says; null: none does. What is HELD, or
   * leaves over a bridge, is then the counterparty's.
   */
  heldBy: Address | null;
  /** null: it settles nothing but itself. */
  settles: Settlement | null;
}

/** A token contract as it describes itself on chain. null: could not be read. */
export interface TokenMetadata {
  chainId: number;
  address: Address;
  name: string | null;
  symbol: string | null;
  decimals: number | null;
}
