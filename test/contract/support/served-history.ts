/** The API as it runs, over HTTP and without a worker, on a small known history of the default client. */
import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { generateApiKey, hashApiKey } from '../../../src/http/keys/api-keys.ts';
import { insertApiKey } from '../../../src/store/clients/api-key-rows.ts';
import { ensureClient } from '../../../src/store/clients/client-rows.ts';
import type { Database } from '../../../src/store/connection/database.ts';
import { apiKeyPepper } from '../../../src/store/connection/settings.ts';
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
  /** A new client, and a key that may do everything for it. */
  addClient(name: string): Promise<{ clientId: number; key: string }>;
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
  const service = await startTestService([chain], { databaseUrl: db.url, environment: { ROLE: 'api' } });
  return {
    database: db.database,
    async addClient(name) {
      const { id: clientId } = await ensureClient(db.database, name);
      const { id: keyId, key } = generateApiKey();
      const hash = hashApiKey(key, await apiKeyPepper(db.database));
      const scopes = ['read', 'write'];
      await insertApiKey(db.database, { id: keyId, clientId, name, hash, scopes, expiresAt: null });
      return { clientId, key };
    },
    send: ({ headers, ...asked }) =>
      sendPlainly(service.url, { ...asked, headers: { 'x-api-key': testKey, ...headers } }),
    async stop() {
      await service.stop();
      await db.drop();
    },
  };
}
