/** The examples of /docs, each sent as it stands there: from what makes something to what takes it away. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wallet } from '../support/history.ts';
import { sessionHeaders } from '../support/sessions.ts';
import { exampleRequests } from './support/example-requests.ts';
import { restRights } from './support/operation-rights.ts';
import { type ServedHistory, serveHistory } from './support/served-history.ts';

let served: ServedHistory;
beforeAll(async () => {
  served = await serveHistory({ isUnhurried: true });
});
afterAll(() => served?.stop());

const send = (headers: Record<string, string>, method: string, path: string, body?: unknown) =>
  served.send({
    ...{ method, path },
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });

test('what /docs has ready for each operation can be sent as it is', async () => {
  const scopes = ['read', 'write', 'webhooks', 'keys', 'admin'];
  const { clientId, key } = await served.addClient('default', { scopes });
  const own = { 'x-api-key': key };
  const person = await sessionHeaders(served.database, clientId, { role: 'owner' });
  // Who ends the session of the first.
  const other = await sessionHeaders(served.database, clientId, { role: 'owner' });
  const document = await served.send({ method: 'GET', path: '/openapi.json', headers: {} });
  const examples = exampleRequests(document.text, wallet);
  expect(examples.filter(({ takesBody, body }) => takesBody && body === undefined)).toEqual([]);
  /** By the path of the list: what was made. */
  const ids = new Map<string, string>();
  for (const { id, method, path, query, body } of examples) {
    const right = restRights[`${method} ${path.replace('.csv', '/')}`];
    const headers = { self: person, people: other }[String(right)] ?? own;
    const url = path
      .replace('{address}', path.includes('label') ? '0x28c6c06298d514db089934071355e5743bf21d60' : wallet)
      .replace('{name}', 'another-team')
      .replace('{id}', ids.get(path.split('{')[0] ?? '') ?? 'none');
    const { status, text } = await send(headers, method, url + query, body);
    const made = /"id":"((?:corr|whk|mem|ses)_[\w-]+|[0-9A-Za-z]{10})"/.exec(text)?.[1];
    if (made !== undefined && !path.includes('{') && !ids.has(path)) ids.set(path, made);
    // No event fails here, nobody has a passkey, no ledger has booked the wallet, and no books are in the money of a state.
    const none = {
      ...{ skipWebhookEvent: 409, removePasskey: 404, form8949Csv: 409, incomeCsv: 409 },
      ...{ dePrivateSalesCsv: 400, ukCapitalGainsCsv: 400 },
      ...{ listHoldings: 409, listHoldingsCsv: 409 },
    }[id];
    expect([id, none ?? status < 400], `${url}${query} ${status} ${text.slice(0, 300)}`).toEqual([
      id,
      none === undefined ? true : status,
    ]);
  }
});
