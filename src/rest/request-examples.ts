/**
 * A body for each operation that takes one, as `/docs` puts it into its field: it can be sent as it is. `/docs` replaces the address by the
 * wallet of its key. test/contract/credentials.test.ts sends all of them.
 */

import { isObject } from '../domain/is-object.ts';
import { exampleAddress } from './parameters.ts';

const exchange = '0x28c6c06298d514db089934071355e5743bf21d60';
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
/** Later than a month ago, wherever it is read: events are kept for so long. */
const allEvents = 0;

/** By the operation's id. */
const requestExamples: ReadonlyMap<string, object> = new Map<string, object>(
  Object.entries({
    registerWallets: { address: exampleAddress },
    createCorrection: {
      ...{ kind: 'OPENING_LOT', wallet: exampleAddress, blockchain: 'ethereum', token_address: usdc },
      ...{ quantity: '1000', acquired_at: '2020-01-01', note: 'Bought before this wallet' },
    },
    createLabel: { address: exchange, name: 'My exchange', tags: ['exchange'] },
    putLabel: { name: 'My exchange', tags: ['exchange'] },
    changeLabel: { name: 'My other exchange' },
    mintToken: { wallets: [exampleAddress], scopes: ['read'], ttl: 300 },
    createWebhook: {
      ...{ url: 'https://example.com/hooks/wallet-data', description: 'For the books' },
      ...{ types: ['transfer.added', 'transfer.retracted'], wallet: [exampleAddress] },
    },
    changeWebhook: { description: 'For the books of this year', enabled: true },
    replayWebhook: { after: allEvents, wallet: [exampleAddress] },
    skipWebhookEvent: { wallet: exampleAddress },
    createClient: { name: 'another-team' },
    setClientSettings: { settings: { dailyQuota: '100000' } },
    createApiKey: { client: 'default', name: 'for the books', scopes: ['read'] },
    updateApiKey: { expires_at: null },
    rotateApiKey: { overlap: 86_400 },
    inviteMember: { name: 'Alex', role: 'viewer' },
    updateMember: { name: 'Alex B.' },
  }),
);

/** Puts them into an operation of the document. */
export function exemplify(operation: Record<string, unknown>): void {
  const { operationId, requestBody } = operation;
  const content = isObject(requestBody) && isObject(requestBody.content) ? requestBody.content : {};
  const body = content['application/json'];
  const example = typeof operationId === 'string' ? requestExamples.get(operationId) : undefined;
  if (example !== undefined && isObject(body)) body.example = example;
}
