/** What a user of the packed client writes: every document, a list in pages, REST, events, a webhook. The same on Node and in a browser. */
import * as client from '@wallet-data/client';

const variables = {
  first: 2,
  lots: 1,
  from: '2024-01-01T00:00:00Z',
  to: '2024-01-03T00:00:00Z',
};

/** @param {{ url: string, key: string, wallet: string, webhook: { headers: Record<string, string>, body: string, secret: string } }} given */
export async function run({ url, key, wallet, webhook }) {
  const api = client.createClient({ url, key });
  const documents = Object.entries(client).filter(([name]) => name.endsWith('Document'));
  const answers = {};
  for (const [name, document] of documents) {
    const declared = new Set([...document.matchAll(/\$(\w+):/g)].map(([, variable]) => variable));
    const all = { ...variables, wallet, wallets: [wallet], addresses: [wallet] };
    const used = Object.fromEntries(Object.entries(all).filter(([variable]) => declared.has(variable)));
    answers[name] = Object.keys(await api.query(document, used));
  }

  const hashes = [];
  const pages = api.paginate(client.TransfersDocument, { wallets: [wallet], first: 2, order: 'ASC' });
  for await (const { hash, amount } of pages) hashes.push([hash.slice(-2), amount]);

  const { results } = await api.rest.get('/wallet/transfer/', { query: { wallet, page_size: 1 } });
  const csv = await api.rest.get('/wallet/transfer.csv', { query: { wallet } });
  const events = [];
  for await (const batch of api.watch({ wallets: [wallet], after: null })) {
    events.push(...batch.events.map(({ type }) => type));
    break;
  }
  const verified = await client.verifyWebhook(webhook.headers, webhook.body, webhook.secret);
  const refused = await api.query('{ wallets(first: 0) { count } }').catch((error) => error);
  return {
    answers,
    hashes,
    first: results[0].hash.slice(-2),
    lines: csv.trim().split('\n').length,
    events,
    verified,
    refused: [refused instanceof client.WalletDataError, refused.code, refused.problems[0]?.path],
    hasRequestId: /^[\w-]{8,}$/.test(refused.requestId),
  };
}
