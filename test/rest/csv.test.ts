/** Lists as CSV: what is in the files, and which form a request gets. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { csvLine } from '../../src/domain/text/csv.ts';
import { listFormOf, requestedForm } from '../../src/rest/negotiation.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { exchange, friend, storeHistory, wallet } from '../support/history.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  await storeHistory(api.database, api.clientId);
});
afterAll(() => api.close());

const chainNames = 'blockchain_id,chain_id,blockchain_name,blockchain_slug,blockchain_symbol';
const ethereum = 'blockchain_AAAAAQ,1,Ethereum,ethereum,ETH';
const tokenNames = 'token_id,token_address,token_name,token_symbol,token_decimals,asset_id,asset_slug';
const partyNames =
  'counterparty_address,counterparty_custom_label,counterparty_custom_tags,counterparty_custom_label_id,' +
  'counterparty_custom_label_created_at,counterparty_custom_label_updated_at,counterparty_default_label,' +
  'counterparty_default_tags,counterparty_default_label_id,counterparty_default_label_blockchain_id';
/** The chain's number in 4 bytes, and the address. */
const exchangeLabel = `contract_${Buffer.from(`00000001${'ee'.repeat(20)}`, 'hex').toString('base64url')}`;
/** No label of the client's, and the service's own. */
const exchangeCells =
  `${exchange},,,,,,The Exchange,"exchange,hot-wallet",` + `${exchangeLabel},blockchain_AAAAAQ`;

const askCsv = (url: string) => api.ask('GET', url, { headers: { accept: 'text/csv' } });

async function csvOf(url: string): Promise<string[]> {
  const { status, text, headers } = await askCsv(url);
  expect(status, text).toBe(200);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
  expect(text.endsWith('\r\n')).toBe(true);
  return text.slice(0, -2).split('\r\n');
}

describe('the lines', () => {
  test('RFC 4180: commas, quotes and line breaks are quoted, nothing is empty', () => {
    expect(csvLine(['a,b', 'say "x"', 'two\nlines', 'cr\rcr', '', null, 1, -2.5, true, 'plain text'])).toBe(
      '"a,b","say ""x""","two\nlines","cr\rcr",,,1,-2.5,true,plain text\r\n',
    );
  });

  test.each([
    ['=1+1', "'=1+1"],
    ['+cmd', "'+cmd"],
    ['-cmd', "'-cmd"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['＝1', "'＝1"],
    ['=a,"b"', '"\'=a,""b"""'],
    ['-1.5', '-1.5'],
    ['-0.0001', '-0.0001'],
    ['a=b', 'a=b'],
  ])('no formula comes out of %j', (cell, expected) => {
    expect(csvLine([cell])).toBe(`${expected}\r\n`);
  });
});

/** 1,700,000,000 s, chain 1, block 100, the first transaction: hex of 8, 8, 8 and 6 digits. */
const transactionAt = '6553f100' + '00000001' + '00000064' + '000000';

describe('the files', () => {
  test('transfers: as in JSON, and exactly beside it', async () => {
    const { headers } = await askCsv(`/wallet/transfer/?wallet=${wallet}`);
    expect(headers).toMatchObject({
      'content-disposition': 'attachment; filename="transfers.csv"',
      'wallet-data-loaded': 'true',
      vary: expect.stringMatching(/accept/i),
    });
    const [names, ...rows] = await csvOf(`/wallet/transfer/?wallet=${wallet}`);
    expect(names).toBe(
      `id,tx_id,hash,wallet,timestamp,${chainNames},side,amount,amount_exact,price,price_exact,value_exact,` +
        `fee,fee_exact,${tokenNames},nft_id,nft_name,nft_description,nft_collection,nft_collection_symbol,` +
        'nft_collection_description,nft_collection_opensea_status,nft_collection_is_spam,nft_collection_image,' +
        'nft_floor,nft_image,nft_preview,nft_thumbnail,nft_original,nft_animation_image,nft_animation_original,' +
        'nft_external_url,raw_token_address,raw_token_name,raw_token_symbol,raw_token_id,tx_category,is_error,' +
        `is_spam,${partyNames},spam_reason,tax_treatment,price_source,price_tier,position,held_by,amount_decimals,` +
        'settles_contract,settles_token_address,settles_amount_exact,settles_units,settles_price_exact,settles_price_tier,booked_as',
    );
    expect(rows).toHaveLength(4);
    expect(rows[3]).toBe(
      'tfr_EREREREREREREREREREREREREREAAAABqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqogAAAAAAAA,' +
        'tx_EREREREREREREREREREREREREREAAAABqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqo,' +
        `0x${'a'.repeat(64)},0x${'1'.repeat(40)},2023-11-14T22:13:20Z,${ethereum},outflow,` +
        '-1.2344,-1.23445,,,,0.0010,0.00105,' +
        `token_AAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAA,0x${'0'.repeat(40)},Ether,ETH,18,asset_ZXRoZXJldW0,ethereum,` +
        // No NFT.
        `${','.repeat(17)}0x${'0'.repeat(40)},Ether,ETH,,Send,false,false,${exchangeCells},,,,reference,${transactionAt}20000000000000,,18,,,,,,,DISPOSAL`,
    );
    // The NFT with the largest number there is, to its last digit.
    expect(rows[1]).toContain(`,CAT,${2n ** 256n - 1n},`);
    // The spam token's name holds quotes.
    expect(rows[0]).toContain(`,0x${'9'.repeat(40)},"Visit ""scam"".example",,,Receive,false,true,`);
    expect(rows[0]).toMatch(/,airdrop,,,other,[0-9a-f]{44},,\d+,,,,,,,$/);
  });

  test('filters and order count; a page size does not', async () => {
    const url = `/wallet/transfer/?wallet=${wallet}&side=inflow&order=asc&spam=exclude&page_size=1`;
    const hashes = (await csvOf(url)).slice(1).map((line) => line.split(',')[2]?.charAt(2));
    expect(hashes).toEqual(['b', 'c']);
  });

  test('transactions', async () => {
    const [names, ...rows] = await csvOf(`/wallet/transaction/?wallet=${wallet}&category=Send`);
    expect(names).toBe(
      'id,hash,wallet,timestamp,block_number,fee,fee_exact,tx_category,function,is_error,is_spam,' +
        `${partyNames},${chainNames},kind,trade_sold,trade_bought,trade_value,nfts,nft_count,spam_reason,position,fee_price,` +
        'fee_price_source,rates_ETH,rates_MATIC,rates_AVAX,rates_XDAI,kind_reason,function_source,bridge_message,rates_reporting',
    );
    expect(rows).toEqual([
      'tx_EREREREREREREREREREREREREREAAAABqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqo,' +
        `0x${'a'.repeat(64)},0x${'1'.repeat(40)},2023-11-14T22:13:20Z,100,0.0010,0.00105,Send,,false,false,` +
        `${exchangeCells},${ethereum},SEND,,,,,0,,${transactionAt},,,,,,,,,,`,
    ]);
  });

  test('balances', async () => {
    const [names, ...rows] = await csvOf(`/wallet/balance/?wallet=${wallet}&token=0x${'0'.repeat(40)}`);
    expect(names).toBe(
      `id,wallet,${tokenNames},raw_token_address,raw_token_name,raw_token_symbol,raw_token_id,balance,price,value,` +
        `average_cost,unrealized_pnl,total_realized_pnl,cost_method,currency,${chainNames},` +
        'basis_status,is_spam,cost_basis,income,expenses,price_source,priced_at,' +
        'on_chain_balance,on_chain_difference,on_chain_block_number,on_chain_checked_at,' +
        'held_amount,held_contract,held_part,held_cost_basis,debt,debt_contract,debt_part,is_booked,period,held_name,debt_name',
    );
    expect(rows).toEqual([
      `bal_EREREREREREREREREREREREREREAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAGAAA,0x${'1'.repeat(40)},` +
        `token_AAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAA,0x${'0'.repeat(40)},Ether,ETH,18,asset_ZXRoZXJldW0,ethereum,` +
        // −1.23445 − 0.00105 − 0.002
        `0x${'0'.repeat(40)},Ether,ETH,,-1.2375,,0,0,0,0,FIFO,USD,${ethereum},UNPRICED,false,0,0,0,,,,,,,0,,,,0,,,false,Max,,`,
    ]);
  });

  test('labels, whose text may be meant as a formula', async () => {
    const payload = { name: '=HYPERLINK("http://x")', tags: ['@a', 'b'] };
    await api.ask('PUT', `/wallet/label/${friend}/`, { payload });
    const [names, ...rows] = await csvOf('/wallet/label/');
    const [sent] = (
      await csvOf(`/wallet/transaction/?wallet=${wallet}&counterparty_address=${friend}`)
    ).slice(1);
    await api.ask('DELETE', `/wallet/label/${friend}/`);
    expect(names).toBe('id,address,name,tags,created_at,updated_at');
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain(`,${friend},"'=HYPERLINK(""http://x"")","'@a,b",20`);
    expect(sent).toContain(`,${friend},"'=HYPERLINK(""http://x"")","'@a,b",label_`);
  });

  test('wallets, issues and counterparties', async () => {
    const [wallets] = (await csvOf('/wallet/manage/')).slice(1);
    expect(wallets).toMatch(
      /^\d+,0x1{40},true,ethereum FOLLOWING 100%,,,,ethereum \d+,ethereum \d+,ethereum 20[\dTZ:-]+,,,$/,
    );
    expect(await csvOf(`/wallet/issue/?wallet=${wallet}`)).toEqual([
      `code,message,wallet,${tokenNames},transfer,timestamp,${chainNames},summary,needs_action,at_stake`,
    ]);
    const [names, ...rows] = await csvOf(
      `/wallet/counterparty/?wallet=${wallet}&counterparty_address=${exchange}`,
    );
    expect(names).toBe(
      `${partyNames},transfer_count,inflow,outflow,net,unpriced_count,net_by_token,inflow_by_token,` +
        'outflow_by_token,currency',
    );
    // One transfer without a price: 1.23445 ether paid.
    expect(rows).toEqual([`${exchangeCells},1,0,0,0,1,'-1.23445 ETH,0 ETH,1.23445 ETH,USD`]);
  });

  test('faults are problems, as with JSON', async () => {
    const unknown = await askCsv(`/wallet/transfer/?wallet=${exchange}`);
    expect([unknown.status, unknown.json]).toMatchObject([404, { code: 'WALLET_NOT_REGISTERED' }]);
    for (const [query, path] of [
      ['page=2', 'page'],
      ['anchor=abc', 'anchor'],
    ]) {
      const paged = await askCsv(`/wallet/transfer/?wallet=${wallet}&${query}`);
      expect([paged.status, paged.json]).toMatchObject([400, { code: 'BAD_INPUT', errors: [{ path }] }]);
    }
    expect((await csvOf(`/wallet/transfer/?wallet=${wallet}&page=1`)).length).toBe(5);
  });

  test('HEAD says what GET would, without reading the list', async () => {
    const { status, headers, text } = await api.ask('HEAD', `/wallet/transfer/?wallet=${wallet}`, {
      headers: { accept: 'text/csv' },
    });
    expect([status, text, headers['content-type']]).toEqual([
      200,
      '',
      'text/csv; charset=utf-8; header=present',
    ]);
    // Nobody knows how long: none is said (it was 0).
    expect(headers).not.toHaveProperty('content-length');
  });
});

describe('which form', () => {
  test.each([
    ['csv', 'application/json', 'csv'],
    ['CSV', undefined, 'csv'],
    ['json', 'text/csv', 'json'],
    // The parameter wins over a header that rules out everything, too.
    ['csv', 'text/html', 'csv'],
  ])('?format=%s, Accept: %s → %s', async (format, accept, form) => {
    const headers = accept === undefined ? {} : { accept };
    for (const list of ['transfer', 'transaction', 'balance', 'issue', 'counterparty', 'correction']) {
      const url = `/wallet/${list}/?wallet=${wallet}&format=${format}`;
      const { status, headers: answered, text } = await api.ask('GET', url, { headers });
      expect(status, text).toBe(200);
      expect(String(answered['content-type'])).toContain(form);
    }
  });

  test('?format that is none, is empty, or is given twice', async () => {
    for (const query of ['format=xml', 'format=', 'format=csv&format=json', 'bom=maybe']) {
      const { status, json } = await api.ask('GET', `/wallet/label/?${query}`);
      expect([status, json]).toMatchObject([400, { code: 'BAD_INPUT' }]);
    }
    const { json } = await api.ask('GET', '/wallet/label/?format=xml');
    expect(json).toMatchObject({ errors: [{ path: 'format', message: "'xml' is not one of: json, csv" }] });
  });

  test('a file asked for by ?format is a stream as one asked for by Accept', () => {
    const request = (query: unknown, accept?: string) =>
      requestedForm({ headers: accept === undefined ? {} : { accept }, query, routeOptions: {} });
    // As it comes before it is read, and after.
    expect(request({ format: ' CSV' })).toBe('csv');
    expect(request({ format: 'csv' }, 'application/json')).toBe('csv');
    expect(request({ format: 'json' }, 'text/csv')).toBe('json');
    expect(request({}, 'text/csv')).toBe('csv');
    expect(request({ format: ['csv', 'json'] })).toBe('json');
  });

  test('?bom=true: a byte order mark before the names, and only then', async () => {
    const url = `/wallet/transfer/?wallet=${wallet}&format=csv`;
    const [plain, marked] = await Promise.all([api.ask('GET', url), api.ask('GET', `${url}&bom=true`)]);
    expect(plain.text.startsWith('id,tx_id')).toBe(true);
    expect(marked.text).toBe(`\u{FEFF}${plain.text}`);
    expect((await api.ask('GET', `${url}&bom=false`)).text).toBe(plain.text);
    const json = await api.ask('GET', `/wallet/transfer/?wallet=${wallet}&bom=true`);
    expect(json.text.startsWith('{')).toBe(true);
  });

  test.each([
    [undefined, 'json'],
    ['', 'json'],
    ['*/*', 'json'],
    ['application/json', 'json'],
    ['text/csv', 'csv'],
    ['TEXT/CSV; charset=utf-8', 'csv'],
    ['text/*', 'csv'],
    ['text/csv, application/json', 'json'],
    ['text/csv, application/json;q=0.9', 'csv'],
    ['text/csv;q=0.5, */*', 'json'],
    ['text/csv, */*;q=0.1', 'csv'],
    ['text/csv;q=0, */*', 'json'],
    ['application/json;q=0, */*', 'csv'],
    ['text/html,application/xhtml+xml,*/*;q=0.8', 'json'],
    ['not a header', 'json'],
  ])('Accept: %s → %s', (accept, form) => {
    expect(listFormOf(accept)).toBe(form);
  });

  test.each(['text/html', 'text/csv;q=0', 'application/json;q=0', 'image/*'])(
    'Accept: %s → 406',
    async (accept) => {
      const { status, json } = await api.ask('GET', `/wallet/transfer/?wallet=${wallet}`, {
        headers: { accept },
      });
      expect([status, json]).toMatchObject([406, { code: 'NOT_ACCEPTABLE' }]);
    },
  );
});
