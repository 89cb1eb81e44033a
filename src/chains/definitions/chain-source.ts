/**
 * The port through which chain data comes in. Two adapters: rpc/ (a node) and explorer/ (an account API). Both give the
 * same neutral records (domain/model.ts); a shared contract suite runs on each.
 *
 * Faults are thrown as RetryableError or PermanentError (errors.ts); nothing partial is ever returned as complete.
 */
import type { Address, ChainCredit, ChainTransaction, Hash, Hex } from '../../domain/model.ts';

/** A block, and which of those that may be mined at its number. */
export interface BlockPlace {
  number: number;
  hash: Hash;
}

export interface BlockReference extends BlockPlace {
  timestamp: number;
}

/** What a source could not give for some reason; `missing` parts make a history incomplete. */
export type ActivityPart = 'transactions' | 'internal-calls' | 'logs' | 'withdrawals';

/** A wallet that will ask for blocks from there on. */
export interface Companion {
  address: Address;
  fromBlock: number;
}

export interface ActivityRequest {
  address: Address;
  fromBlock: number;
  toBlock: number;
  /**
   * Of block `fromBlock`: the block before it as it was stored. The answer continues that block, or is a RetryableError: a re-org
   * may have replaced it since somebody looked. null: nothing is stored before.
   */
  parentHash?: Hash | null;
  /** A check: the nodes search for this address, whatever is known of the blocks because others asked for them. */
  isCheck?: boolean;
  /**
   * Wallets that will be asked for soon, while this one is loaded: a source may search for them in the same requests, and keep for a while what it
   * finds. Asked again and again while the request lasts. Left out: nothing is shared with others.
   */
  company?: () => Promise<readonly Companion[]>;
  /** The wallet is loaded: where requests are counted, some of them are kept for this. */
  isFollowing?: boolean;
  /**
   * Told where the answer will end as soon as that is known, so that the blocks behind can be asked for while these are being read. Only the
   * answer itself proves it. A source that knows it no earlier need not tell.
   */
  onReached?: (place: BlockPlace) => void;
  signal?: AbortSignal;
}

/** Everything that touched the address from `fromBlock` up to and including `reached`, which may stop short of `toBlock`. */
export interface Activity {
  reached: BlockReference;
  /** Ascending by (block, transaction index), each once. */
  transactions: readonly ChainTransaction[];
  credits: readonly ChainCredit[];
  /** Kinds of movement that this source cannot give; empty for a complete answer. */
  missing: readonly ActivityPart[];
  warnings: readonly string[];
}

/** Blocks one after the other, each the child of the one before, and whom they name. */
export interface NamedBlocks {
  blocks: readonly (BlockReference & { parentHash: Hash })[];
  /** Whatever a search for a wallet would find in these blocks is of one of these addresses. */
  addresses: ReadonlySet<Address>;
}

export interface NamedRequest {
  fromBlock: number;
  toBlock: number;
  /** A re-org has undone blocks that may be remembered: they are read anew. */
  isFresh?: boolean;
  signal?: AbortSignal;
}

export interface ContractCall {
  to: Address;
  data: Hex;
}

/** Of a source whose requests are counted by the day. */
export interface RequestAllowance {
  /** Whose requests these are: chains of one account share them. */
  readonly account: string;
  readonly perDay: number;
  /** The part that is kept for wallets that are loaded. */
  readonly keptShare: number;
  /** Requests of a look at a wallet of which nothing is new. */
  readonly perLook: number;
  /** What is left of the UTC day, of requests and of time. */
  left(): Promise<{ requests: number; milliseconds: number }>;
}

/** What a source can do. */
export interface SourceProbe {
  missing: readonly ActivityPart[];
  warnings: readonly string[];
  /** What to do about what is missing, where the source knows better than to ask for a node with traces. */
  advice?: string;
  /** About how many requests the history of one wallet takes, where it is read block by block. */
  requestsPerHistory?: number;
}

export interface ChainSource {
  readonly chainId: number;
  /** Host names for logs and error texts, never with a key. */
  readonly description: string;
  /** Its head is older than the chain's, by minutes perhaps: nodes that keep little state may not have that of its head. */
  readonly holdsBack?: boolean;
  /** Left out: it may be asked as often as it bears. */
  readonly allowance?: RequestAllowance;
  /** Checks the chain id and finds out what the source can do. PermanentError: it is not usable, with what to do. */
  probe(): Promise<SourceProbe>;
  getHead(): Promise<BlockReference>;
  /** null: no such block (yet). */
  getBlock(blockNumber: number): Promise<BlockReference | null>;
  fetchActivity(request: ActivityRequest): Promise<Activity>;
  /**
   * Whom the blocks from `fromBlock` on name: up to `toBlock`, or fewer of them, at least one. For following a chain for all wallets
   * at once. null: the nodes cannot tell it; undefined: such a source never can.
   */
  readNamedBlocks?(request: NamedRequest): Promise<NamedBlocks | null>;
  /** Result data per call, in order; null where the call reverted or there is no code. Latest block unless given. */
  callContracts(calls: readonly ContractCall[], blockNumber?: number): Promise<(Hex | null)[]>;
  getNativeBalance(address: Address, blockNumber: number): Promise<bigint>;
  close(): Promise<void>;
}
