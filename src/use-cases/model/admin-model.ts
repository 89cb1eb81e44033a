/** What comes back about clients, their keys, and what they use. */

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
