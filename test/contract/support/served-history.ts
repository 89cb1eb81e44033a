/** The API as it runs, over HTTP and without a worker, on a small known history of the default client. */
import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { insertApiKey, type PublishableBounds } from '../../../src/store/clients/api-key-rows.ts';
import { ensureClient } from '../../../src/store/clients/client-rows.ts';
import type { Database } from '../../../src/store/connection/database.ts';
import { apiKeyPepper } from '../../../src/store/connection/settings.ts';
import { generateApiKey, hashApiKey } from '../../../src/use-cases/access/key-text.ts';
import { createTestApi } from '../../support/api.ts';
import { storeHistory } from '../../support/history.ts';
import { createTestDatabase } from '../../support/postgres.ts';
import { startTestService, testKey } from '../../support/service.ts';

export interface ApiRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | undefined;
}

export interface Reply {
  status: number;
  type: string;
  text: string;
}

export interface ServedHistory {
  /** With the key, unless the headers hold another. */
  send(request: ApiRequest): Promise<Reply>;
  database: Database;
  /** A client, and a new key of it that may do everything, unless something else is said. */
  addClient(
    name: string,
    options?: { scopes?: readonly string[]; publishable?: PublishableBounds },
  ): Promise<{ clientId: number; key: string; keyId: string }>;
  stop(): Promise<void>;
}

const decoders = new Map([
  ['gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
]);

/** As it was asked for: `fetch` would send a host and some other headers of its own. */
function sendPlainly(url: string, { method, path, headers, body }: ApiRequest): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(45_000);
    // Node leaves the length out for DELETE: the body would be read as the next request.
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const sent = request(url, { method, path, headers: { ...headers, ...length }, signal }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(parts);
        const decode = decoders.get(response.headers['content-encoding'] ?? '');
        const text = (bytes.length > 0 && decode ? decode(bytes) : bytes).toString();
        resolve({ status: response.statusCode ?? 0, type: response.headers['content-type'] ?? '', text });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

interface Served {
  url: string;
  stop(): Promise<void>;
}

/** The service, put together as it is started. */
async function startWhole(databaseUrl: string): Promise<Served> {
  const chain = {
    chainId: 1,
    name: 'Ethereum',
    slug: 'ethereum',
    symbol: 'ETH',
    rpc: ['http://127.0.0.1:9'],
  };
  return startTestService([chain], {
    databaseUrl,
    // Refusals come without a key, and many of them from one address.
    environment: { ROLE: 'api', KEYLESS_UNITS_PER_MINUTE: '1000000' },
    // Guests are among those who ask.
    portal: { siwe: 'open' },
  });
}

/** Its API alone, whose clock goes on with each question: limits by the minute say nothing of how fast the machine is. */
async function startUnhurried(database: Database, clientId: number, now: () => number): Promise<Served> {
  const api = await createTestApi({
    // One clock: a token that is made by another would be over at once.
    ...{ database, graphql: 'real', guests: true, now, readModelNow: now },
    limits: { keylessUnitsPerMinute: 1_000_000 },
  });
  const hash = hashApiKey(testKey, await apiKeyPepper(database));
  const rights = { scopes: ['read', 'write'], publishable: null, expiresAt: null };
  await insertApiKey(database, { ...{ id: 'test', clientId, name: 'test', hash }, ...rights });
  return { url: await api.server.listen({ host: '127.0.0.1', port: 0 }), stop: api.close };
}

/** So much later is each question: a holder of tokens has ten units a second. */
const questionMs = 100;

/** @param isUnhurried for thousands of questions of the same credentials, which limits would refuse in the end */
export async function serveHistory({ isUnhurried = false } = {}): Promise<ServedHistory> {
  const db = await createTestDatabase();
  const { id } = await ensureClient(db.database, 'default');
  await storeHistory(db.database, id);
  let asked = 0;
  const now = (): number => Date.now() + asked * questionMs;
  const service = isUnhurried ? await startUnhurried(db.database, id, now) : await startWhole(db.url);
  return {
    database: db.database,
    async addClient(name, { scopes = ['read', 'write'], publishable } = {}) {
      const { id: clientId } = await ensureClient(db.database, name);
      const { id: keyId, key } = generateApiKey(publishable === undefined ? 'secret' : 'publishable');
      const hash = hashApiKey(key, await apiKeyPepper(db.database));
      const rights = { scopes, publishable: publishable ?? null };
      await insertApiKey(db.database, { id: keyId, clientId, name, hash, ...rights, expiresAt: null });
      return { clientId, key, keyId };
    },
    send({ headers, ...question }) {
      asked += 1;
      return sendPlainly(service.url, { ...question, headers: { 'x-api-key': testKey, ...headers } });
    },
    async stop() {
      await service.stop();
      await db.drop();
    },
  };
}
