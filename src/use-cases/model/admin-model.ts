/** What can be asked about clients, their keys, and what they use, and what comes back. */
import type { BlockchainView, Caller, Page, PageRequest } from './view-model.ts';
import type { ChainSyncView } from './wallet-view.ts';

export interface ClientView {
  /** Unique: it names the client. */
  name: string;
  /** Those that are set; all others are as by default. */
  settings: Readonly<Record<string, string>>;
  /** Unix seconds. */
  createdAt: number;
}

export const keyKinds = ['secret', 'publishable'] as const;
export const keyStates = ['valid', 'expired', 'revoked'] as const;

export interface ApiKeyView {
  id: string;
  /** The client's name. */
  client: string;
  kind: (typeof keyKinds)[number];
  name: string;
  scopes: readonly string[];
  state: (typeof keyStates)[number];
  /** Units per UTC day and month: the key's own, else its client's; null: as the service is configured. */
  dailyQuota: number | null;
  monthlyQuota: number | null;
  /** Of publishable keys; else empty. */
  origins: readonly string[];
  wallets: readonly string[];
  /** Units that one address may use in a minute; null: a secret key. */
  addressUnits: number | null;
  /** Unix seconds. */
  createdAt: number;
  expiresAt: number | null;
  revokedAt: number | null;
  /** To the minute. */
  lastUsedAt: number | null;
}

export interface NewApiKeyView {
  /** Shown once. */
  key: string;
  apiKey: ApiKeyView;
}

export interface UsageView {
  /** The UTC day, `2026-01-31`. */
  day: string;
  client: string;
  keyId: string;
  /** `GET /wallet/transfer/`, or `query transfers`. */
  operation: string;
  requests: number;
  units: number;
}

export interface ApiKeyRequest {
  client: string;
  name: string;
  /** Default: read, and write for a secret key. */
  scopes?: readonly string[] | undefined;
  /** Unix seconds; left out: never. */
  expiresAt?: number | undefined;
  dailyQuota?: number | undefined;
  monthlyQuota?: number | undefined;
  /** Left out: a secret key. */
  publishable?: {
    origins: readonly string[];
    wallets: readonly string[];
    addressUnits?: number | undefined;
  };
}

/** What is left out stays; null takes it off. */
export interface ApiKeyChange {
  expiresAt?: number | null | undefined;
  dailyQuota?: number | null | undefined;
  monthlyQuota?: number | null | undefined;
}

export interface UsageRequest {
  client?: string | undefined;
  keyId?: string | undefined;
  /** UTC days, both included. */
  from?: string | undefined;
  to?: string | undefined;
}

/** A request that was refused or failed, as the process notes it. */
export interface NotedProblem {
  clientId: number;
  /** The key; of tokens the one that minted them. */
  keyId: string;
  /** Unix seconds. */
  at: number;
  /** As it stands in the header X-Request-Id and in the service's log. */
  requestId: string;
  /** As in `UsageView`. */
  operation: string;
  /** A code of errors: `BAD_INPUT`. */
  code: string;
  /** HTTP status: 200 for what GraphQL answered in part. */
  status: number;
}

export interface ProblemView extends Omit<NotedProblem, 'clientId'> {
  /** The client's name. */
  client: string;
}

export interface ProblemRequest {
  client?: string | undefined;
  keyId?: string | undefined;
  code?: string | undefined;
  requestId?: string | undefined;
}

/** How loading and booking stand, of all clients together. */
export interface ServiceStateView {
  /** When it was read; unix seconds. */
  asOf: number;
  /** Ledgers of clients' wallets that are to be booked anew, and how old the oldest of their figures are. */
  staleLedgers: number;
  staleLedgerSeconds: number;
  chains: readonly ChainStateView[];
}

export interface ChainStateView {
  blockchain: BlockchainView;
  isEnabled: boolean;
  /** Why it is not enabled, for people. */
  disabledReason: string | null;
  /** To where it is read for all wallets that follow it, and its head as it was seen last; null: it is not read so (yet). */
  readBlock: number | null;
  headBlock: number | null;
  /** When it was last read up to its head; unix seconds. */
  headReachedAt: number | null;
  /** How often in a row reading failed since. */
  failedReads: number;
  phases: readonly ChainPhaseView[];
}

export interface ChainPhaseView {
  phase: ChainSyncView['phase'];
  wallets: number;
  blocksBehind: number;
  overdueSeconds: number;
}

/** Refused as `ReadModel` says. */
export interface AdminModel {
  /** All clients, oldest first. Needs the scope `admin`, as every change of them. */
  listClients(caller: Caller, page: PageRequest): Promise<Page<ClientView>>;
  /** CONFLICT when there is one of the name. */
  createClient(caller: Caller, name: string): Promise<ClientView>;
  /** Settings that are not named stay. All wallets of the client are booked again. */
  setClientSettings(
    caller: Caller,
    name: string,
    changes: Readonly<Record<string, string>>,
  ): Promise<ClientView>;
  /**
   * Keys of one client or of all, oldest first. Keys need the scope `admin`, or `keys` for those of the own client: then other clients and their
   * keys are NOT_FOUND.
   */
  listApiKeys(
    caller: Caller,
    request: { client?: string | undefined },
    page: PageRequest,
  ): Promise<Page<ApiKeyView>>;
  createApiKey(caller: Caller, request: ApiKeyRequest): Promise<NewApiKeyView>;
  /** A key in the place of another, which is valid until the overlap is over. `expiresAt`: Unix seconds; left out: it lasts as long as the old one was to. */
  rotateApiKey(
    caller: Caller,
    id: string,
    request: { overlapSeconds: number; expiresAt?: number | undefined },
  ): Promise<NewApiKeyView>;
  updateApiKey(caller: Caller, id: string, change: ApiKeyChange): Promise<ApiKeyView>;
  /** Everywhere within five seconds. */
  revokeApiKey(caller: Caller, id: string): Promise<ApiKeyView>;
  /** What keys used by UTC day and operation, the newest day first: up to a minute ago, for 400 days. */
  listUsage(caller: Caller, request: UsageRequest, page: PageRequest): Promise<Page<UsageView>>;
  /** Remembers a problem for `listProblems`. */
  noteProblem(problem: NotedProblem): void;
  /** The last requests that were refused or failed, the newest first: those of this process since it started, at most 1,000 of a client. */
  listProblems(caller: Caller, request: ProblemRequest, page: PageRequest): Promise<Page<ProblemView>>;
  /** Needs the scope `admin`. Read at most every few seconds. */
  serviceState(caller: Caller): Promise<ServiceStateView>;
}
