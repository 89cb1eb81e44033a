/**
 * What the read model answers: GraphQL types are written on these, and the REST wire mappers take them, so that the two
 * APIs cannot differ. Quantities and money are exact decimal texts without exponent; times are unix seconds.
 */
import type { FiatCurrency } from '../../domain/ids.ts';
import type {
  Address,
  FunctionSource,
  Hash,
  Hex,
  Side,
  SpamReason,
  TaxTreatment,
  TransactionCategory,
  TransactionKind,
} from '../../domain/model.ts';
import type { MarketPriceTier } from '../../domain/money/price-sources.ts';
import type { Protocol } from '../../domain/protocols.ts';

/** What a key may do with its client's: `read`, `write`, `webhooks` (say where events are sent, with `read`), `keys` (and members); `admin`: all clients. */
export const knownScopes = ['read', 'write', 'webhooks', 'keys', 'admin'] as const;
/** What a key may hand on by a token. */
export const dataScopes = ['read', 'write'] as const satisfies readonly Scope[];
export type Scope = (typeof knownScopes)[number];

/** Who asks: one credential's client and rights. */
export interface Caller {
  clientId: number;
  /** The API key; for tokens the one that minted it; of a session whose it is, `mem_7` or an address. */
  keyId: string;
  scopes: readonly Scope[];
  /** Left out: all that the client has. */
  bounds?: CallerBounds;
  /** Of somebody who has signed in; left out: a key or a token. */
  session?: CallerSession;
  /** Where the request came from; left out: this machine. */
  address?: string;
  /** What the client's books are told in beside the currencies of all books; left out: in nothing more. */
  reportingCurrency?: FiatCurrency | null;
}

/** A browser that is signed in: a member's, or that of a guest, who has proved the address of a wallet. */
export interface CallerSession {
  id: string;
  member: { id: number; name: string } | null;
  wallet: Address | null;
}

/** What is left of a client to a credential that ends up with other people. */
export interface CallerBounds {
  /** Other wallets are answered as if the client had never registered them. */
  wallets: ReadonlySet<Address>;
  /** Anybody can read the credential in a page: what the client has said itself (labels, corrections) is not shown to it. */
  isPublic: boolean;
}

export interface BlockchainView {
  id: string;
  chainId: number;
  name: string;
  slug: string;
  symbol: string;
  imageUrl: string;
}

export interface AssetView {
  id: string;
  name: string;
  symbol: string;
  slug: string;
}

export interface TokenView {
  id: string;
  asset: AssetView;
  address: Address;
  decimals: number | null;
  blockchain: BlockchainView;
}

/** The token as it was seen on chain; `tokenId` (decimal text) only for NFTs. */
export interface RawTokenView {
  address: Address;
  name: string;
  symbol: string;
  tokenId: string | null;
}

export interface NftCollectionView {
  blockchain: BlockchainView;
  address: Address;
  name: string;
  symbol: string;
  description: string;
  imageUrl: string;
  openseaStatus: string;
  isSpam: boolean;
  floor: readonly { price: string; currency: string; marketplace: string | null }[];
}

export interface NftView {
  id: string;
  collection: NftCollectionView;
  tokenId: string;
  name: string;
  description: string;
  image: string | null;
  preview: string | null;
  thumbnail: string | null;
  original: string | null;
  animationImage: string | null;
  animationOriginal: string | null;
  externalUrl: string | null;
}

export interface CustomLabelView {
  id: string;
  address: Address;
  name: string;
  tags: readonly string[];
  createdAt: number;
  updatedAt: number;
}

export interface DefaultLabelView {
  id: string;
  address: Address;
  name: string;
  tags: readonly string[];
  /** Whose contract it is; null: none that is known. */
  protocol: Protocol | null;
  blockchain: BlockchainView;
}

export interface CounterpartyView {
  id: string;
  address: Address;
  /** The custom label's name, else the default label's, else the name in ENS. */
  name: string | null;
  /** Its primary name in ENS, checked both ways; null: none is known. */
  ensName: string | null;
  /** What the contract calls itself, unchecked; null where a default label names it. */
  contractName: string | null;
  customLabel: CustomLabelView | null;
  defaultLabel: DefaultLabelView | null;
}

/** An account with a protocol that a transfer settles without moving it. */
export interface SettlementView {
  contract: Address;
  /** null: no event names it; it is the one that the contract holds. */
  rawToken: RawTokenView | null;
  amount: string | null;
  /** The amount in base units. */
  units: string;
  /** USD per unit at the time; null when no price is known. */
  price: string | null;
  priceTier: MarketPriceTier;
}

export interface TransferView {
  id: string;
  transactionId: string;
  hash: Hash;
  wallet: Address;
  blockchain: BlockchainView;
  timestamp: number;
  token: TokenView | null;
  nft: NftView | null;
  rawToken: RawTokenView;
  /** Signed: negative for outflows. */
  amount: string;
  side: Side;
  price: string | null;
  value: string | null;
  priceSource: string | null;
  fee: string;
  taxTreatment: TaxTreatment | null;
  isError: boolean;
  isSpam: boolean;
  counterparty: CounterpartyView;
  /** How well the price is known. */
  priceTier: MarketPriceTier;
  /** Its wallet has corrections; which are this transfer's is asked for apart. */
  mayBeCorrected: boolean;
  /** Its transaction's. */
  category: TransactionCategory;
  /** Why it is set aside; null: it is no spam. */
  spamReason: SpamReason | null;
  /** Sorts transfers, and the network fees of transactions before them, as the ledger books them. */
  position: string;
  /** The protocol's contract that holds it, or lent it, as an event says. */
  heldBy: Address | null;
  /** How many digits of the amount make a whole one: also of tokens that are not recognised, which the ledger books by them. */
  amountDecimals: number;
  /** null: nothing but itself. */
  settles: SettlementView | null;
}

export interface TradeLegView {
  token: TokenView | null;
  nft: NftView | null;
  amount: string;
  price: string | null;
  value: string | null;
  rawToken: RawTokenView;
}

export interface TradeView {
  sold: readonly TradeLegView[];
  bought: readonly TradeLegView[];
  value: string | null;
}

export interface TransactionView {
  id: string;
  hash: Hash;
  wallet: Address;
  blockchain: BlockchainView;
  timestamp: number;
  blockNumber: number;
  fee: string;
  category: TransactionCategory;
  kind: TransactionKind;
  /** On what the kind stands; null: not kept. */
  kindReason: string | null;
  /** Decoded name, else the selector, else null; and who named it. */
  function: string | Hex | null;
  functionSource: FunctionSource | null;
  /** What the bridge calls the crossing, the same at both ends; null: not known. */
  bridgeMessage: string | null;
  isError: boolean;
  isSpam: boolean;
  counterparty: CounterpartyView;
  /** What the positions of its transfers begin with. */
  position: string;
}

// ── Requests ──

export const spamFilters = ['INCLUDE', 'EXCLUDE', 'ONLY'] as const;
export type SpamFilter = (typeof spamFilters)[number];

/** Times are unix seconds, [from, to). Tokens are token_ ids or contract addresses. */
export interface TransferFilter {
  counterparties?: readonly Address[];
  tokens?: readonly string[];
  chainIds?: readonly number[];
  side?: Side;
  from?: number;
  to?: number;
  categories?: readonly TransactionCategory[];
  minValue?: string;
  spam?: SpamFilter;
}

export interface TransactionFilter {
  counterparties?: readonly Address[];
  notCounterparties?: readonly Address[];
  chainIds?: readonly number[];
  categories?: readonly TransactionCategory[];
  kinds?: readonly TransactionKind[];
  from?: number;
  to?: number;
  isError?: boolean;
  spam?: SpamFilter;
  hash?: Hash;
  bridgeMessage?: string;
}

/** Either numbered pages (1-based), or Relay cursors. Sizes are already checked: 1 to 500. */
export type PageRequest =
  | { mode: 'page'; page: number; pageSize: number; anchor?: string }
  | { mode: 'cursor'; first: number; after?: string }
  | { mode: 'cursor'; last: number; before?: string };

export interface Page<Item> {
  items: readonly Item[];
  /** One opaque cursor per item. */
  cursors: readonly string[];
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  /** Number of items in the whole list (under the anchor in page mode). Computed when called. */
  count(): Promise<number>;
  /** In page mode: what the links carry (use-cases/pages/page-links.ts makes URLs of them). Null in cursor mode. */
  next: PageTarget | null;
  previous: PageTarget | null;
  /** Given with a page number, it reads that page as of this answer. Null in cursor mode, and for lists that are not held still. */
  anchor: string | null;
}

/** A page to link to. The anchor holds transfers, transactions and disposals still while blocks arrive; other lists have none. */
export interface PageTarget {
  page: number;
  anchor?: string;
}

export const maximumPageSize = 500;
export const defaultPageSize = 100;
export const maximumWalletsPerRead = 50;
