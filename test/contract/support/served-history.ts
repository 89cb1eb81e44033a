/** The API as it runs, over HTTP and without a worker, on a small known history of the default client. */
import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { insertApiKey, type PublishableBounds } from '../../../src/store/clients/api-key-rows.ts';
import { ensureClient } from '../../../src/store/clients/client-rows.ts';
import type { Database } from '../../../src/store/connection/database.ts';
import { apiKeyPepper } from '../../../src/store/connection/settings.ts';
import { generateApiKey, hashApiKey } from '../../../src/use-cases/access/key-text.ts';
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

export async function serveHistory(): Promise<ServedHistory> {
  const db = await createTestDatabase();
  const { id } = await ensureClient(db.database, 'default');
  await storeHistory(db.database, id);
  const chain = {
    chainId: 1,
    name: 'Ethereum',
    slug: 'ethereum',
    symbol: 'ETH',
    rpc: ['http://127.0.0.1:9'],
  };
  const service = await startTestService([chain], {
    databaseUrl: db.url,
    // Refusals come without a key, and many of them from one address.
    environment: { ROLE: 'api', KEYLESS_UNITS_PER_MINUTE: '1000000' },
    // Guests are among those who ask.
    portal: { siwe: 'open' },
  });
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
    send: ({ headers, ...asked }) =>
      sendPlainly(service.url, { ...asked, headers: { 'x-api-key': testKey, ...headers } }),
    async stop() {
      await service.stop();
      await db.drop();
    },
  };
}
