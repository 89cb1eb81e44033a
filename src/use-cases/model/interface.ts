/**
 * What can be asked of the read model. GraphQL and REST are two thin layers on it, so that they cannot differ.
 *
 * Every function takes the caller first and throws PublicError only: FORBIDDEN (scope), BAD_INPUT with problems,
 * WALLET_NOT_REGISTERED naming the addresses, NOT_FOUND, CONFLICT, and PAGE_NOT_FOUND for a numbered page past the last.
 */

import type { CostMethod, Currency } from '../../domain/ids.ts';
import type { Address, BookingKind } from '../../domain/model.ts';
import type { AdminModel } from './admin-model.ts';
import type { CorrectionPreviewView, CorrectionView, UndoneView } from './correction-model.ts';
import type { EventListPage, StreamedEventView, WalletEventPage } from './event-model.ts';
import type { CounterpartyTotalView, FlowTotalsView, IssueView, TokenBalanceView } from './figures-model.ts';
import type {
  DisposalView,
  LotView,
  TransactionReads,
  WalletDisposalView,
  WalletLotView,
} from './list-model.ts';
import type { MemberModel } from './member-model.ts';
import type {
  BalanceListRequest,
  CounterpartyListRequest,
  CustomLabelInput,
  EventListRequest,
  EventStreamRequest,
  FlowRequest,
  HoldingsRequest,
  OpeningLotInput,
  ResultsRequest,
  TokenRequest,
  TotalsRequest,
  TransferCorrectionInput,
  TransferListRequest,
  TransferStreamRequest,
  ValueHistoryRequest,
  WalletDisposalsRequest,
  WalletEventsRequest,
  WalletLotsRequest,
} from './requests.ts';
import type { TransferEventView } from './stream-model.ts';
import type { BookingView, LedgerFiles, ResultsView, WalletTotalsView } from './totals-model.ts';
import type { HoldingView, ValuePointView } from './value-model.ts';
import type {
  AssetView,
  BlockchainView,
  Caller,
  CounterpartyView,
  CustomLabelView,
  DefaultLabelView,
  NftView,
  Page,
  PageRequest,
  TokenView,
  TransferView,
} from './view-model.ts';
import type { LoadState, WalletView } from './wallet-view.ts';
import type { WebhookFunctions } from './webhook-model.ts';

/** An image that the service serves itself. */
export interface ImageView {
  /** Found by its first bytes. */
  type: string;
  bytes: Uint8Array;
}

export interface ReadModel extends LedgerFiles, AdminModel, MemberModel, TransactionReads, WebhookFunctions {
  /**
   * The addresses of those texts that are meant as ENS names, by text; the others are left out. BAD_INPUT naming each that leads
   * nowhere, under `path`; UNAVAILABLE when no node answers.
   */
  resolveNames(texts: Iterable<string>, path: string): Promise<ReadonlyMap<string, Address>>;
  /** 1 to 10 distinct addresses; idempotent; answers in the order asked. Needs the scope `write`. */
  registerWallets(
    caller: Caller,
    addresses: readonly Address[],
  ): Promise<{ wallets: WalletView[]; createdCount: number }>;
  /**
   * All of them, in one transaction, or none: WALLET_NOT_REGISTERED naming those that are not registered. `stillMine` (default
   * true): they go on to count as the client's own, so that moves to and from them are no sales; false: they are forgotten, also
   * those that were unregistered before.
   */
  unregisterWallets(
    caller: Caller,
    addresses: readonly Address[],
    options?: { stillMine?: boolean },
  ): Promise<void>;
  /** Forgets the wallets' histories and loads them anew, for every client that has them: needs the scope `admin`. */
  reloadWallets(caller: Caller, addresses: readonly Address[]): Promise<WalletView[]>;
  /** How far the ledger is with each wallet. */
  bookingOf(caller: Caller, addresses: readonly Address[]): Promise<BookingView[]>;
  getWallet(caller: Caller, address: Address): Promise<WalletView | null>;
  /** In the order of registration, oldest first; `only`: those, in the order asked, and refused as `findWallets` refuses. */
  listWallets(caller: Caller, page: PageRequest, only?: readonly Address[]): Promise<Page<WalletView>>;
  /** 1 to 50 distinct wallets in the order asked; WALLET_NOT_REGISTERED naming those that are not. */
  findWallets(caller: Caller, addresses: readonly Address[]): Promise<WalletView[]>;
  /**
   * Whether the history of every wallet is complete on every enabled chain, and since when one of them is behind; at most five
   * seconds old. Refuses what `findWallets` refuses.
   */
  loadStateOf(caller: Caller, addresses: readonly Address[]): Promise<LoadState>;
  walletsByIds(caller: Caller, ids: readonly string[]): Promise<(WalletView | null)[]>;
  /** The wallets as soon as all are loaded and in step with their chains, or FAILED, else as they stand after the time. */
  waitUntilLoaded(
    caller: Caller,
    addresses: readonly Address[],
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<WalletView[]>;
  /** Each wallet as it stands, then each change; ends when every chain of every wallet is loaded and in step, or FAILED. */
  watchWallets(caller: Caller, addresses: readonly Address[]): AsyncIterableIterator<WalletView>;

  listTransfers(caller: Caller, request: TransferListRequest, page: PageRequest): Promise<Page<TransferView>>;
  /**
   * Where the stream begins, then each transfer that is stored, changes or goes from there on, in the order of storing: kept by
   * id they are the list, but for what clients themselves say (labels, corrections) and names, which are read anew. It ends only when the consumer leaves. BAD_INPUT when `after` is no cursor of a stream of these wallets, or too old;
   * WALLET_NOT_REGISTERED, also later, as soon as one of the wallets is unregistered.
   */
  watchTransfers(caller: Caller, request: TransferStreamRequest): AsyncIterableIterator<TransferEventView>;
  /**
   * The events of one wallet after a number, in their order; 0: from the first on. GONE_FROM_LOG when some of them are kept no more;
   * BAD_INPUT when there is no such number yet, as after the wallet was registered anew.
   */
  walletEventsAfter(
    caller: Caller,
    wallet: Address,
    afterSequence: bigint,
    request: WalletEventsRequest,
  ): Promise<WalletEventPage>;
  /** The number of the wallet's last event as the caller counts them; 0: there is none. */
  lastSequence(caller: Caller, wallet: Address): Promise<bigint>;
  /** A page of the events of wallets; refuses what `walletEventsAfter` refuses. */
  listEvents(caller: Caller, request: EventListRequest): Promise<EventListPage>;
  /**
   * The events of wallets as they are stored, without an end: from now on, unless `after` names a place. Refuses what `listEvents` refuses,
   * also later: as soon as one of the wallets is unregistered.
   */
  watchEvents(caller: Caller, request: EventStreamRequest): AsyncIterableIterator<StreamedEventView>;
  transfersByIds(caller: Caller, ids: readonly string[]): Promise<(TransferView | null)[]>;
  /** The transfers of each transaction, in their order; empty for an id that is unknown to the caller. */
  transfersOf(caller: Caller, transactionIds: readonly string[]): Promise<TransferView[][]>;
  /**
   * What the caller's ledger makes of transfers, with its other wallets, settings and corrections, in their order, by a few statements;
   * null: the ledger leaves it out, as spam and what moves nothing; always for a credential of some wallets.
   */
  bookingsOfTransfers(
    caller: Caller,
    transfers: readonly Pick<TransferView, 'wallet' | 'position'>[],
  ): Promise<(BookingKind | null)[]>;
  /**
   * One row per (wallet, fungible token) with a balance other than 0 or any outflow, the most valuable first. Spam is left out
   * unless asked for.
   */
  listBalances(caller: Caller, request: BalanceListRequest): Promise<TokenBalanceView[]>;
  balancesByIds(caller: Caller, ids: readonly string[]): Promise<(TokenBalanceView | null)[]>;

  /** Of each wallet in the order asked, and of all together. */
  walletTotals(
    caller: Caller,
    request: TotalsRequest,
  ): Promise<{ wallets: WalletTotalsView[]; overall: WalletTotalsView }>;

  /** Of all the wallets together, in any stretch of time. */
  resultsBetween(caller: Caller, request: ResultsRequest): Promise<ResultsView>;

  /** The open lots behind a balance's average cost, oldest first; none until the ledger has booked the wallet. */
  listLots(caller: Caller, balanceId: string, page: PageRequest): Promise<Page<LotView>>;
  /** What the balance's realised result is the sum of, newest first. */
  listDisposals(
    caller: Caller,
    balanceId: string,
    page: { first?: number; after?: string },
  ): Promise<Page<DisposalView>>;
  /** The open lots of all tokens and NFTs, by wallet and token, oldest first. */
  listWalletLots(caller: Caller, request: WalletLotsRequest, page: PageRequest): Promise<Page<WalletLotView>>;
  /** The disposals of all tokens and NFTs, newest first; by numbered pages only. */
  listWalletDisposals(
    caller: Caller,
    request: WalletDisposalsRequest,
    page: PageRequest,
  ): Promise<Page<WalletDisposalView>>;
  /** What is missing or doubtful in the wallets' figures: what concerns the whole history first, then newest first. */
  listIssues(caller: Caller, wallets: readonly Address[], page: PageRequest): Promise<Page<IssueView>>;

  /** At `from`, each step after it, and `to`; moments to come are left out. BAD_INPUT for more than 1,000 points. */
  valueHistory(caller: Caller, request: ValueHistoryRequest): Promise<ValuePointView[]>;

  /**
   * What was held or owed at a moment, with what it had cost, by wallet, the most valuable first. The ledger is booked up to then in memory,
   * with the prices and corrections of today. CONFLICT naming the wallets that are not booked yet; BAD_INPUT for a moment to come, and
   * where too much stands before the moment.
   */
  holdings(caller: Caller, request: HoldingsRequest): Promise<HoldingView[]>;

  /**
   * Corrects a transfer in the client's own ledger: each of treatment, price and basis that is given takes the place of its
   * former one, all or none. Answers the new corrections. Needs the scope `write`, as every change of corrections.
   */
  correctTransfer(caller: Caller, input: TransferCorrectionInput): Promise<CorrectionView[]>;
  /** What `correctTransfer` would move, booked in memory: it refuses the same, and changes nothing. Needs the scope `write`, too. */
  previewCorrection(
    caller: Caller,
    input: TransferCorrectionInput,
    choice: { costMethod: CostMethod; currency: Currency },
  ): Promise<CorrectionPreviewView>;
  /** What `undoCorrection` would move, in the same way. */
  previewUndo(
    caller: Caller,
    id: string,
    choice: { costMethod: CostMethod; currency: Currency },
  ): Promise<CorrectionPreviewView>;
  /** Adds what a wallet held before its known history. */
  addOpeningLot(caller: Caller, input: OpeningLotInput): Promise<CorrectionView>;
  /** One that is undone stays as it is. NOT_FOUND when it is not the caller's. */
  undoCorrection(caller: Caller, id: string): Promise<UndoneView>;
  /** Newest first. */
  listCorrections(
    caller: Caller,
    request: { wallets: readonly Address[]; includeUndone: boolean },
    page: PageRequest,
  ): Promise<Page<CorrectionView>>;
  correctionsByIds(caller: Caller, ids: readonly string[]): Promise<(CorrectionView | null)[]>;
  /** Those in force of each transfer, oldest first. */
  correctionsOf(caller: Caller, transferIds: readonly string[]): Promise<CorrectionView[][]>;

  /** Largest gross value first. */
  listCounterpartyTotals(
    caller: Caller,
    request: FlowRequest,
    page: PageRequest,
  ): Promise<Page<CounterpartyTotalView>>;
  flowTotals(caller: Caller, request: FlowRequest): Promise<FlowTotalsView>;
  /** The same of some transfers, such as those of a page. */
  totalsOf(
    caller: Caller,
    transfers: readonly Pick<TransferView, 'side' | 'value' | 'timestamp'>[],
    currency: Currency,
  ): Promise<FlowTotalsView>;
  /** Without a chain id, the default label is the one of the lowest chain id that has one. */
  getCounterparty(caller: Caller, address: Address, chainId?: number): Promise<CounterpartyView>;
  /**
   * The address under each id that a list may give it. First comes the chain on which the caller's wallets met it most often, then
   * each other chain that is configured, and at last the address without a chain, as totals show it.
   */
  counterpartyOnChains(caller: Caller, address: Address): Promise<CounterpartyView[]>;
  /** The wallet's counterparties that have transfers, once per chain, by address and chain id. Read forwards only. */
  listCounterparties(
    caller: Caller,
    request: CounterpartyListRequest,
    page: { first?: number; after?: string },
  ): Promise<Page<CounterpartyView>>;
  counterpartiesByIds(caller: Caller, ids: readonly string[]): Promise<(CounterpartyView | null)[]>;

  /** By address. */
  listCustomLabels(caller: Caller, page: PageRequest): Promise<Page<CustomLabelView>>;
  /** NOT_FOUND when there is none. */
  getCustomLabel(caller: Caller, address: Address): Promise<CustomLabelView>;
  /** CONFLICT when there is one. */
  createCustomLabel(caller: Caller, input: CustomLabelInput): Promise<CustomLabelView>;
  putCustomLabel(
    caller: Caller,
    input: CustomLabelInput,
  ): Promise<{ label: CustomLabelView; created: boolean }>;
  patchCustomLabel(
    caller: Caller,
    address: Address,
    change: { name?: string | undefined; tags?: readonly string[] | undefined },
  ): Promise<CustomLabelView>;
  /** NOT_FOUND when there is none. */
  deleteCustomLabel(caller: Caller, address: Address): Promise<void>;
  customLabelsByIds(caller: Caller, ids: readonly string[]): Promise<(CustomLabelView | null)[]>;

  /** Every configured chain, enabled or not, by chain id. */
  listBlockchains(caller: Caller): Promise<BlockchainView[]>;
  blockchainsByIds(caller: Caller, ids: readonly string[]): Promise<(BlockchainView | null)[]>;
  tokensByIds(caller: Caller, ids: readonly string[]): Promise<(TokenView | null)[]>;
  assetsByIds(caller: Caller, ids: readonly string[]): Promise<(AssetView | null)[]>;
  nftsByIds(caller: Caller, ids: readonly string[]): Promise<(NftView | null)[]>;
  defaultLabelsByIds(caller: Caller, ids: readonly string[]): Promise<(DefaultLabelView | null)[]>;

  /**
   * A token with a part of the key's rights, which ends with the key. `expiresAt`: seconds since 1970. BAD_INPUT; FORBIDDEN for scopes that the key
   * lacks, and for what is no secret key.
   */
  mintToken(caller: Caller, request: TokenRequest): Promise<{ token: string; expiresAt: number }>;

  /** An image that links name, by the SHA-256 of its bytes: whoever knows that knows the image, so nobody in particular asks. */
  findImage(hash: string): Promise<ImageView | null>;

  /** Stops listening for notifications; the database stays open. */
  close(): Promise<void>;
}
