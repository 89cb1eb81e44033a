/** Every object type's name and what stands behind it; its fields are in types/. One file, so that types can refer to each other. */

import type { LedgerSettings as LedgerSettingsFacts } from '../../domain/accounting/amounts/types.ts';
import type { Protocol as ProtocolFacts } from '../../domain/protocols.ts';
import type {
  ApiKeyView,
  ChainPhaseView,
  ChainStateView,
  ClientView,
  ProblemView,
  ServiceStateView,
  UsageView,
} from '../../use-cases/model/admin-model.ts';
import type {
  AuthorView,
  CorrectionPreviewView,
  CorrectionView,
  PreviewedBalanceView,
  PreviewedFigures as PreviewedFiguresView,
} from '../../use-cases/model/correction-model.ts';
import type {
  ComparedBalanceView,
  EventListPage,
  LedgerBookingView,
  LoadingProgressView,
  StreamedEventView,
  WalletEventView,
} from '../../use-cases/model/event-model.ts';
import type {
  CounterpartyTokenTotalView,
  CounterpartyTotalView,
  DebtView,
  FlowTotalsView,
  HeldView,
  IssueView,
  ReconciliationView,
  TokenBalanceView,
} from '../../use-cases/model/figures-model.ts';
import type { DisposalView, LotView, TransactionPricesView } from '../../use-cases/model/list-model.ts';
import type {
  AuditEntryView,
  IdentityView,
  MemberView,
  PasskeyView,
  SessionView,
} from '../../use-cases/model/member-model.ts';
import type { TransferEventView } from '../../use-cases/model/stream-model.ts';
import type { ResultsView, WalletTotalsView } from '../../use-cases/model/totals-model.ts';
import type { HoldingView, ValuePointView } from '../../use-cases/model/value-model.ts';
import type {
  AssetView,
  BlockchainView,
  CounterpartyView,
  CustomLabelView,
  DefaultLabelView,
  NftCollectionView,
  NftView,
  RawTokenView,
  SettlementView,
  TokenView,
  TradeLegView,
  TradeView,
  TransactionView,
  TransferView,
} from '../../use-cases/model/view-model.ts';
import type { ChainSyncView, WalletView } from '../../use-cases/model/wallet-view.ts';
import type {
  WebhookAttemptView,
  WebhookLaneView,
  WebhookView,
} from '../../use-cases/model/webhook-model.ts';
import { builder } from './builder.ts';
import type { WalletReference } from './wallet-reference.ts';

export const Client = builder.objectRef<ClientView>('Client');
export const ApiKey = builder.objectRef<ApiKeyView>('ApiKey');
export const ApiKeyUsage = builder.objectRef<UsageView>('ApiKeyUsage');
export const Member = builder.objectRef<MemberView>('Member');
export const Passkey = builder.objectRef<PasskeyView>('Passkey');
export const Session = builder.objectRef<SessionView>('Session');
export const LedgerSettings = builder.objectRef<LedgerSettingsFacts>('LedgerSettings');
export const Identity = builder.objectRef<IdentityView>('Identity');
export const AuditEntry = builder.objectRef<AuditEntryView>('AuditEntry');
export const RequestProblem = builder.objectRef<ProblemView>('RequestProblem');
export const ServiceState = builder.objectRef<ServiceStateView>('ServiceState');
export const ChainState = builder.objectRef<ChainStateView>('ChainState');
export const ChainPhase = builder.objectRef<ChainPhaseView>('ChainPhase');
export const Wallet = builder.objectRef<WalletReference | WalletView>('Wallet');
export const ChainSync = builder.objectRef<ChainSyncView>('ChainSync');
export const Issue = builder.objectRef<IssueView>('Issue');
export const Transfer = builder.objectRef<TransferView>('Transfer');
export const Settlement = builder.objectRef<SettlementView>('Settlement');
export const TransferAdded = builder.objectRef<TransferEventView>('TransferAdded');
export const WalletEvent = builder.objectRef<WalletEventView>('WalletEvent');
export const WalletEventConnection = builder.objectRef<EventListPage>('WalletEventConnection');
export const LoadingProgress = builder.objectRef<LoadingProgressView>('LoadingProgress');
export const LedgerBooking = builder.objectRef<LedgerBookingView>('LedgerBooking');
export const ComparedBalance = builder.objectRef<ComparedBalanceView>('ComparedBalance');
export const StreamedEvent = builder.objectRef<StreamedEventView>('StreamedEvent');
export const FlowTotals = builder.objectRef<FlowTotalsView>('FlowTotals');
export const Transaction = builder.objectRef<TransactionView>('Transaction');
export const Rates = builder.objectRef<TransactionPricesView['rates']>('Rates');
export const Trade = builder.objectRef<TradeView>('Trade');
export const TradeLeg = builder.objectRef<TradeLegView>('TradeLeg');
export const Counterparty = builder.objectRef<CounterpartyView>('Counterparty');
export const CustomLabel = builder.objectRef<CustomLabelView>('CustomLabel');
export const Protocol = builder.objectRef<ProtocolFacts>('Protocol');
export const DefaultLabel = builder.objectRef<DefaultLabelView>('DefaultLabel');
export const CounterpartyTotal = builder.objectRef<CounterpartyTotalView>('CounterpartyTotal');
export const CounterpartyTokenTotal = builder.objectRef<CounterpartyTokenTotalView>('CounterpartyTokenTotal');
export const Token = builder.objectRef<TokenView>('Token');
export const Asset = builder.objectRef<AssetView>('Asset');
export const RawToken = builder.objectRef<RawTokenView>('RawToken');
export const Nft = builder.objectRef<NftView>('Nft');
export const NftCollection = builder.objectRef<NftCollectionView>('NftCollection');
export const FloorPrice = builder.objectRef<NftCollectionView['floor'][number]>('FloorPrice');
export const Blockchain = builder.objectRef<BlockchainView>('Blockchain');
export const TokenBalance = builder.objectRef<TokenBalanceView>('TokenBalance');
export const HeldAmount = builder.objectRef<HeldView>('HeldAmount');
export const Debt = builder.objectRef<DebtView>('Debt');
export const Reconciliation = builder.objectRef<ReconciliationView>('Reconciliation');
export const Correction = builder.objectRef<CorrectionView>('Correction');
export const CorrectionPreview = builder.objectRef<CorrectionPreviewView>('CorrectionPreview');
export const PreviewedBalance = builder.objectRef<PreviewedBalanceView>('PreviewedBalance');
export const PreviewedFigures = builder.objectRef<PreviewedFiguresView>('PreviewedFigures');
export const Author = builder.objectRef<AuthorView>('Author');
export const Lot = builder.objectRef<LotView>('Lot');
export const Disposal = builder.objectRef<DisposalView>('Disposal');
export const Results = builder.objectRef<ResultsView>('Results');
export const WalletTotals = builder.objectRef<WalletTotalsView>('WalletTotals');
export const Holding = builder.objectRef<HoldingView>('Holding');
export const ValuePoint = builder.objectRef<ValuePointView>('ValuePoint');
export const Webhook = builder.objectRef<WebhookView>('Webhook');
export const WebhookLane = builder.objectRef<WebhookLaneView>('WebhookLane');
export const WebhookAttempt = builder.objectRef<WebhookAttemptView>('WebhookAttempt');
