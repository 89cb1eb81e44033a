/** Who asks: what `me` and GET /account/ tell of the client. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateClientSettings } from '../../src/store/clients/client-rows.ts';
import { createTestApi, type TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ graphql: 'real' });
});
afterAll(() => api?.close());

test('who asks is told how its books are kept: by default, and by what is set', async () => {
  // A client of its own: a key remembers for a while what its client reports in.
  const keyOf = async () => (await api.addKey({ client: 'books', scopes: ['read'] })).key;
  const ask = async (method: 'GET' | 'POST', path: string, payload?: object): Promise<unknown> =>
    (await api.ask(method, path, { headers: { 'x-api-key': await keyOf() }, ...(payload && { payload }) }))
      .json;
  const settings = () => ask('GET', '/account/');
  const usual = { own_transfers: 'carry', receipt_tokens: 'carry', deposits: 'carry' };
  expect(await settings()).toMatchObject({
    ...{ reporting_currency: null, ledger_settings: { ...usual, liquidity_tokens: 'realize' } },
  });
  const set = { ownTransfers: 'realize', liquidityTokens: 'carry', reportingCurrency: 'CHF' };
  await updateClientSettings(api.database, 'books', set);
  expect(await settings()).toMatchObject({
    reporting_currency: 'CHF',
    ledger_settings: { ...usual, own_transfers: 'realize', liquidity_tokens: 'carry' },
  });
  const query =
    '{ me { reportingCurrency ledgerSettings { ownTransfers receiptTokens liquidityTokens deposits } } }';
  const told = {
    ownTransfers: 'REALIZE',
    receiptTokens: 'CARRY',
    liquidityTokens: 'CARRY',
    deposits: 'CARRY',
  };
  expect(await ask('POST', '/graphql', { query })).toMatchObject({
    data: { me: { reportingCurrency: 'CHF', ledgerSettings: told } },
  });
});
