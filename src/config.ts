/**
 * The only reader of the environment and of CONFIG_FILE. Everything is checked before anything starts, all problems are
 * reported at once, and the result is frozen. No value of a setting that may be secret appears in an error.
 */
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { type ChainStatus, chainStatus } from './chains/definitions/chain-list.ts';
import { defaultChains, resolveChain } from './chains/definitions/chain-settings.ts';
import {
  type ConfigFile,
  configFileSchema,
  type McpConfig,
  type NftMetadataConfig,
  type PortalConfig,
  type PricesConfig,
  repeatedChains,
  type TrustedDocumentsConfig,
  type WebhooksConfig,
} from './config-file.ts';
import {
  databaseUrl,
  host,
  oneOf,
  problemsOf,
  publicUrl,
  secret,
  secretKeys,
  trustProxy,
  wholeNumberText,
} from './config-values.ts';
import { ConfigurationError, errorText, type InputProblem } from './errors.ts';

export const roles = ['all', 'api', 'worker'] as const;
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export type Environment = Readonly<Record<string, string | undefined>>;

/** CONFIG_FILE is read whole. */
const maximumFileBytes = 10_000_000;

/** Every variable that the service reads, with its form and default. */
export const environmentSchema = z.object({
  PORT: wholeNumberText(0, 65_535).default(4000),
  HOST: host.default('127.0.0.1'),
  PUBLIC_URL: publicUrl.nullable().default(null),
  TRUST_PROXY: trustProxy.default(false),
  METRICS_PORT: wholeNumberText(0, 65_535).nullable().default(null),
  DATABASE_URL: databaseUrl.nullable().default(null),
  DATABASE_READ_URL: databaseUrl.nullable().default(null),
  DATABASE_CONNECTIONS: wholeNumberText(4, 1_000).default(16),
  DATA_DIR: z.string().default('.data'),
  BOOTSTRAP_API_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{16,200}$/, { error: 'must be 16 to 200 of the characters A-Z a-z 0-9 _ -' })
    .nullable()
    .default(null),
  SECRET_KEY: secretKeys.nullable().default(null),
  ETHERSCAN_API_KEY: secret.nullable().default(null),
  COINGECKO_API_KEY: secret.nullable().default(null),
  ROLE: oneOf(roles).default('all'),
  LOADING_SLOTS: wholeNumberText(1, 1_000).nullable().default(null),
  LOG_LEVEL: oneOf(logLevels).default('info'),
  RATE_LIMIT_PER_SECOND: wholeNumberText(1, 1_000_000).default(100),
  RATE_LIMIT_BURST: wholeNumberText(1, 1_000_000).default(200),
  FAILED_KEYS_PER_MINUTE: wholeNumberText(1, 1_000_000).default(30),
  MAX_WALLETS_PER_CLIENT: wholeNumberText(1, 100_000_000).default(10_000),
  MAX_LABELS_PER_CLIENT: wholeNumberText(1, 100_000_000).default(10_000),
  MAX_CORRECTIONS_PER_CLIENT: wholeNumberText(1, 100_000_000).default(100_000),
  MAX_WEBHOOKS_PER_CLIENT: wholeNumberText(1, 1_000_000).default(20),
  PAGES: oneOf(['on', 'off']).default('on'),
  KEYLESS_UNITS_PER_MINUTE: wholeNumberText(1, 1_000_000).default(600),
  WRITE_TIMEOUT_SECONDS: wholeNumberText(1, 3_600).default(60),
  QUOTA_PER_DAY: wholeNumberText(1, 999_999_999_999).nullable().default(null),
  QUOTA_PER_MONTH: wholeNumberText(1, 999_999_999_999).nullable().default(null),
  REQUEST_TIMEOUT_SECONDS: wholeNumberText(1, 600).default(20),
  MAX_CONCURRENT_REQUESTS: wholeNumberText(1, 1_000_000).default(200),
  MAX_EVENT_LOOP_DELAY_MS: wholeNumberText(10, 60_000).default(1_000),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .default(null),
});

export interface Config {
  role: (typeof roles)[number];
  logLevel: (typeof logLevels)[number];
  /** Where traces go; null: nothing is traced. */
  tracesEndpoint: string | null;
  http: {
    host: string;
    /** 0: a free port. */
    port: number;
    /** What links begin with; null: the request's own scheme and host. */
    publicUrl: string | null;
    /** Which proxies' X-Forwarded-… headers are believed. */
    trustProxy: boolean | string[];
    /** null: no metrics are served. */
    metricsPort: number | null;
    /** Whether GraphiQL, /docs and /openapi.json are served, which need no key. */
    pages: boolean;
  };
  limits: {
    /** Units per key: an ordinary request is one, a larger one more. */
    requestsPerSecond: number;
    burst: number;
    /** Units per key and UTC day and month; null: none. */
    dailyQuota: number | null;
    monthlyQuota: number | null;
    /** Per address. */
    failedKeysPerMinute: number;
    /** Per address, for what is answered without a key: one unit, and one for each 100,000 bytes. */
    keylessUnitsPerMinute: number;
    /** A client that takes nothing of its answer for so long is cut off. */
    writeTimeoutMs: number;
    /** A request that takes longer is ended. */
    requestTimeoutMs: number;
    /** Beyond these, further requests are answered 503 at once. */
    concurrentRequests: number;
    eventLoopDelayMs: number;
  };
  /** What one client may store, unless it has limits of its own. */
  clientLimits: { wallets: number; labels: number; corrections: number; webhooks: number };
  /** What secrets in the database are sealed with, in hex, the newest first; null: a file in `dataDir` has it. */
  secretKeys: readonly string[] | null;
  /** Where webhooks may go, whether agents may change something, and how people sign in. */
  webhooks: WebhooksConfig;
  mcp: McpConfig;
  portal: PortalConfig;
  database: {
    /** null: an embedded PostgreSQL in `dataDir`. */
    url: string | null;
    /** A replica that pages are read from; null: there is none. */
    readUrl: string | null;
    /** Connections of this process to each of the two. */
    connections: number;
    dataDir: string;
  };
  /** Wallets that a worker loads side by side, never fewer than chains; null: three, and one more for each chain. */
  loadingSlots: number | null;
  bootstrapApiKey: string | null;
  chains: readonly ChainStatus[];
  prices: PricesConfig;
  /** Whether NFT documents behind https and ipfs are fetched, and how. */
  nftMetadata: NftMetadataConfig;
  /** The file of GraphQL documents that clients may name, and whether they may ask by no others; null: none. */
  trustedDocuments: TrustedDocumentsConfig | null;
}

export interface ConfigSources {
  /** Default: the process's environment. */
  environment?: Environment;
  /** Takes the place of CONFIG_FILE. */
  file?: ConfigFile;
}

/**
 * Reads and checks the whole configuration.
 * @throws ConfigurationError naming every problem.
 */
export function loadConfig(sources: ConfigSources = {}): Config {
  const environment = givenVariables(sources.environment ?? process.env);
  const problems: InputProblem[] = [];
  const variables = environmentSchema.safeParse(environment);
  if (variables.success) problems.push(...portProblems(variables.data));
  else problems.push(...variables.error.issues.flatMap((issue) => problemsOf(issue, '')));

  const path = environment.CONFIG_FILE;
  const content = sources.file ?? (path === undefined ? {} : readConfigFile(path, problems));
  const file = configFileSchema.safeParse(content);
  const prefix = path === undefined || sources.file ? 'configuration' : `CONFIG_FILE ${path}:`;
  if (!file.success) problems.push(...file.error.issues.flatMap((issue) => problemsOf(issue, prefix)));
  problems.push(...repeatedChains(content, prefix));

  if (!variables.success || !file.success || problems.length > 0) throw new ConfigurationError(problems);
  const config = compose(variables.data, file.data);
  const slugs = config.chains.map(({ chain }) => chain.slug);
  const repeated = slugs.find((slug, index) => slugs.indexOf(slug) !== index);
  if (repeated !== undefined) {
    throw new ConfigurationError([
      { path: `${prefix} chains`, message: `two chains have the slug '${repeated}'` },
    ]);
  }
  return deepFreeze(config);
}

/** Whether `npm run` or `npx` started this process: then a shell of npm's stands between the two. */
export function isStartedByNpm(environment: Environment = process.env): boolean {
  return environment.npm_lifecycle_event !== undefined;
}

/** The first block of each configured chain. */
export function configuredStarts(config: Config): ReadonlyMap<number, number> {
  return new Map(config.chains.map(({ chain }) => [chain.chainId, chain.startBlock]));
}

function compose(
  variables: z.output<typeof environmentSchema>,
  file: z.output<typeof configFileSchema>,
): Config {
  const etherscanApiKey = variables.ETHERSCAN_API_KEY;
  const chains =
    file.chains?.map((chain) => resolveChain(chain, etherscanApiKey)) ?? defaultChains(etherscanApiKey);
  const coingeckoKey = file.prices.coingecko.apiKey ?? variables.COINGECKO_API_KEY;
  return {
    role: variables.ROLE,
    logLevel: variables.LOG_LEVEL,
    tracesEndpoint: variables.OTEL_EXPORTER_OTLP_ENDPOINT,
    http: {
      host: variables.HOST,
      port: variables.PORT,
      publicUrl: variables.PUBLIC_URL,
      trustProxy: variables.TRUST_PROXY,
      metricsPort: variables.METRICS_PORT,
      pages: variables.PAGES === 'on',
    },
    limits: {
      requestsPerSecond: variables.RATE_LIMIT_PER_SECOND,
      burst: variables.RATE_LIMIT_BURST,
      dailyQuota: variables.QUOTA_PER_DAY,
      monthlyQuota: variables.QUOTA_PER_MONTH,
      failedKeysPerMinute: variables.FAILED_KEYS_PER_MINUTE,
      keylessUnitsPerMinute: variables.KEYLESS_UNITS_PER_MINUTE,
      writeTimeoutMs: variables.WRITE_TIMEOUT_SECONDS * 1000,
      requestTimeoutMs: variables.REQUEST_TIMEOUT_SECONDS * 1000,
      concurrentRequests: variables.MAX_CONCURRENT_REQUESTS,
      eventLoopDelayMs: variables.MAX_EVENT_LOOP_DELAY_MS,
    },
    clientLimits: {
      wallets: variables.MAX_WALLETS_PER_CLIENT,
      labels: variables.MAX_LABELS_PER_CLIENT,
      corrections: variables.MAX_CORRECTIONS_PER_CLIENT,
      webhooks: variables.MAX_WEBHOOKS_PER_CLIENT,
    },
    database: {
      url: variables.DATABASE_URL,
      readUrl: variables.DATABASE_READ_URL,
      connections: variables.DATABASE_CONNECTIONS,
      dataDir: resolve(variables.DATA_DIR),
    },
    ...{ loadingSlots: variables.LOADING_SLOTS, bootstrapApiKey: variables.BOOTSTRAP_API_KEY },
    ...{ chains: chains.map(chainStatus), secretKeys: variables.SECRET_KEY },
    ...{ webhooks: file.webhooks, portal: file.portal, mcp: file.mcp, nftMetadata: file.nftMetadata },
    trustedDocuments: file.trustedDocuments,
    prices: {
      ...file.prices,
      coingecko: { ...file.prices.coingecko, ...(coingeckoKey === null ? {} : { apiKey: coingeckoKey }) },
    },
  };
}

/** An empty variable counts as not given, as container tools pass it. */
function givenVariables(environment: Environment): Record<string, string> {
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && value.trim() !== '') given[name] = value.trim();
  }
  return given;
}

function readConfigFile(path: string, problems: InputProblem[]): unknown {
  try {
    const status = statSync(path);
    // A pipe may never end.
    if (!status.isFile()) throw new Error('it is not a file');
    if (status.size > maximumFileBytes) throw new Error(`it is larger than ${maximumFileBytes} bytes`);
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    // The engine quotes the text around the fault, which may hold a key.
    const fault = errorText(error).replace(/, (\.{3})?".*is not valid JSON$/s, '');
    const why =
      error instanceof SyntaxError
        ? `is not JSON: ${fault}`
        : `cannot be read: ${fault}. Correct CONFIG_FILE or unset it`;
    problems.push({ path: `CONFIG_FILE ${path}`, message: why });
    return {};
  }
}

/** Two listeners cannot share a port; 0 gives each its own. */
function portProblems({ PORT, METRICS_PORT, ROLE }: z.output<typeof environmentSchema>): InputProblem[] {
  if (METRICS_PORT === null || METRICS_PORT === 0 || METRICS_PORT !== PORT || ROLE === 'worker') return [];
  return [{ path: 'METRICS_PORT', message: `is ${PORT}, as PORT is: set it to a port of its own` }];
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) deepFreeze(part);
    Object.freeze(value);
  }
  return value;
}
