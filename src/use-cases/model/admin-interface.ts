/** What can be asked about clients, their keys, and what they use. Refused as `ReadModel` says. */
import type {
  ApiKeyChange,
  ApiKeyRequest,
  ApiKeyView,
  ClientView,
  NewApiKeyView,
  UsageRequest,
  UsageView,
} from './admin-model.ts';
import type { Caller, Page, PageRequest } from './view-model.ts';

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
}
