/** The API as it runs, over HTTP and without a worker, on a small known history of the default client. */
import { generateApiKey, hashApiKey } from '../../../src/http/api-keys.ts';
import { insertApiKey } from '../../../src/store/api-keys.ts';
import { ensureClient } from '../../../src/store/clients.ts';
import type { Database } from '../../../src/store/database.ts';
import { apiKeyPepper } from '../../../src/store/settings.ts';
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
    async send({ method, path, headers, body }) {
      const response = await fetch(service.url + path, {
        method,
        headers: { 'x-api-key': testKey, ...headers },
        ...(body === undefined ? {} : { body }),
        redirect: 'manual',
        signal: AbortSignal.timeout(45_000),
      });
      return {
        status: response.status,
        type: response.headers.get('content-type') ?? '',
        text: await response.text(),
      };
    },
    async stop() {
      await service.stop();
      await db.drop();
    },
  };
}
