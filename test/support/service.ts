/** The whole service in this process, on a fresh database and given nodes; and a small client of its APIs. */
import { loadConfig } from '../../src/config.ts';
import type { ConfigFile } from '../../src/config-file.ts';
import { createLogger } from '../../src/logger.ts';
import { startService } from '../../src/main.ts';
import { createOpenapiCheck } from './openapi-check.ts';
import { createDatabase } from './postgres.ts';

export const testKey = 'integration-test-key';

export interface TestService {
  url: string;
  databaseUrl: string;
  api: ApiClient;
  /** Stops the service; the database stays for a next start. */
  stop(): Promise<void>;
}

export interface ApiClient {
  get(path: string): Promise<Answer>;
  post(path: string, body: unknown): Promise<Answer>;
  /** The `data` of a GraphQL answer; throws on errors. */
  query<Data>(query: string, variables?: Record<string, unknown>): Promise<Data>;
  /** Registers wallets and waits until they are loaded. */
  load(addresses: readonly string[]): Promise<void>;
  /** Waits until every wallet of the client stands at that block or beyond. */
  waitForBlock(block: number): Promise<void>;
}

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers field by field
  body: any;
}

/** Starts the service on `chains`; `databaseUrl` continues an earlier one. */
export async function startTestService(
  chains: NonNullable<ConfigFile['chains']>,
  options: {
    databaseUrl?: string;
    environment?: Record<string, string>;
    /** Default: no source, so that a test never leaves the machine. */
    prices?: NonNullable<ConfigFile['prices']>;
    portal?: NonNullable<ConfigFile['portal']>;
  } = {},
): Promise<TestService> {
  const databaseUrl = options.databaseUrl ?? (await createDatabase()).url;
  const config = loadConfig({
    environment: {
      PORT: '0',
      DATABASE_URL: databaseUrl,
      BOOTSTRAP_API_KEY: testKey,
      LOG_LEVEL: 'silent',
      RATE_LIMIT_PER_SECOND: '10000',
      RATE_LIMIT_BURST: '10000',
      // A busy machine is not what is tested here.
      MAX_EVENT_LOOP_DELAY_MS: '60000',
      ...options.environment,
    },
    file: { chains, prices: options.prices ?? { order: [] }, portal: options.portal ?? {} },
  });
  const service = await startService(config, { logger: createLogger({ level: 'silent' }) });
  if (service.url === null) throw new Error('the service has no API');
  return { url: service.url, databaseUrl, api: createApiClient(service.url, testKey), stop: service.stop };
}

async function openapiCheckOf(url: string): Promise<ReturnType<typeof createOpenapiCheck>> {
  const response = await fetch(new URL('/openapi.json', url), { signal: AbortSignal.timeout(40_000) });
  return createOpenapiCheck(await response.json());
}

/** A client of a running service. Every answer of the REST API is held against what OpenAPI says of it. */
export function createApiClient(url: string, key: string): ApiClient {
  let check: ReturnType<typeof createOpenapiCheck> | undefined;
  async function send(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(new URL(path, url), {
      method,
      headers: {
        accept: 'application/json',
        'x-api-key': key,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(40_000),
    });
    const text = await response.text();
    if (path.startsWith('/wallet/')) {
      const answer = { method, url: path, status: response.status, text };
      check ??= await openapiCheckOf(url);
      check({ ...answer, contentType: response.headers.get('content-type') ?? '' });
    }
    return { status: response.status, headers: response.headers, body: JSON.parse(text) };
  }
  async function query<Data>(text: string, variables: Record<string, unknown> = {}): Promise<Data> {
    const { body } = await send('POST', '/graphql', { query: text, variables });
    if (body.errors !== undefined) throw new Error(JSON.stringify(body.errors));
    return body.data;
  }
  interface Wallets {
    wallets: { nodes: { address: string; isLoaded: boolean; sync: Sync[] }[] };
  }
  interface Sync {
    phase: string;
    syncedBlock: number | null;
    error: string | null;
  }
  async function waitFor(
    what: string,
    isDone: (wallets: Wallets['wallets']['nodes']) => boolean,
  ): Promise<void> {
    const deadline = Date.now() + 180_000;
    for (;;) {
      const { wallets } = await query<Wallets>(
        '{ wallets(pageSize: 500) { nodes { address isLoaded sync { phase syncedBlock error } } } }',
      );
      if (isDone(wallets.nodes)) return;
      if (Date.now() > deadline) throw new Error(`${what} did not happen: ${JSON.stringify(wallets.nodes)}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  return {
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, body),
    query,
    async load(addresses) {
      const wanted = addresses.map((address) => address.toLowerCase());
      const { status, body } = await send('POST', '/wallet/manage/', { address: wanted.join(',') });
      if (status >= 300) throw new Error(JSON.stringify(body));
      await waitFor('loading', (wallets) =>
        wanted.every((address) => wallets.find((wallet) => wallet.address === address)?.isLoaded === true),
      );
    },
    waitForBlock: (block) =>
      waitFor(`block ${block}`, (wallets) =>
        wallets.every((wallet) => wallet.sync.every(({ syncedBlock }) => (syncedBlock ?? -1) >= block)),
      ),
  };
}
