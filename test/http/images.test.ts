/** /image/<hash>: what strangers drew, harmless in any browser; and how large answers may be. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nftId } from '../../src/domain/ids.ts';
import { upsertNftCollections, upsertNfts } from '../../src/store/lookups/nft-writes.ts';
import { registerWallets } from '../../src/store/sync/registrations.ts';
import { maximumAnswerBytes } from '../../src/use-cases/pages/answer-limits.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { commitAll, storeLookups } from '../support/history.ts';
import { repeated, repeatedHash, transactionRecord, transferRecord } from '../support/records.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(document.domain)</script></svg>';
const png = Buffer.from('\x89PNG\r\n\x1a\n<html><script>alert(1)</script>', 'latin1');
const collection = repeated('c');
const wallet = repeated('2');
const rows = 500;

const hashOf = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');
const dataUrl = (bytes: string | Buffer, type = 'image/png'): string =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
const longest = (end: string): string => `https://img.test/${end}/`.padEnd(768, 'x');

let api: TestApi;

beforeAll(async () => {
  api = await createTestApi({ graphql: 'real' });
  const { database } = api;
  await storeLookups(database);
  const key = { chainId: 1, address: collection };
  const endless = '"'.repeat(100_000);
  await upsertNftCollections(database, [
    { ...key, name: endless, symbol: endless, description: endless, imageUrl: longest('collection') },
  ]);
  const urls = (id: number) => ({
    ...{ image: longest(`image/${id}`), preview: longest('preview'), thumbnail: longest('thumbnail') },
    ...{
      original: longest('original'),
      animationImage: longest('animation'),
      animationOriginal: longest('o'),
    },
  });
  await upsertNfts(database, [
    ...Array.from({ length: rows }, (_, id) => ({
      ...{ ...key, tokenId: BigInt(id), name: endless, description: endless },
      ...{ ...urls(id), externalUrl: longest('external') },
    })),
    { ...key, tokenId: 1_000n, name: 'svg', image: dataUrl(svg, 'image/svg+xml') },
    { ...key, tokenId: 1_001n, name: 'png', image: dataUrl(png, 'text/html') },
    { ...key, tokenId: 1_002n, name: 'html', image: dataUrl('<html><script>1</script>') },
  ]);
  await storeNftHistory();
});

afterAll(() => api?.close());

/** One transaction that mints every NFT of the longest texts. */
async function storeNftHistory(): Promise<void> {
  const [row] = await registerWallets(api.database, {
    clientId: api.clientId,
    addresses: [wallet],
    chains: [{ chainId: 1, fromBlock: 0 }],
  });
  const place = { walletId: row?.walletId ?? 0, chainId: 1, blockNumber: 10, hash: repeatedHash('a') };
  const transfers = Array.from({ length: rows }, (_, index) =>
    transferRecord(
      { ...place, index },
      { standard: 'erc721', tokenAddress: collection, tokenId: BigInt(index), amount: 1n },
    ),
  );
  await commitAll(api.database, { transactions: [transactionRecord(place)], transfers }, true);
}

const nftIdOf = (tokenId: bigint): string => nftId.encode({ chainId: 1, address: collection, tokenId });
const image = (hash: string, headers: Record<string, string> = {}) =>
  api.server.inject({ method: 'GET', url: `/image/${hash}`, headers: { host: 'api.test', ...headers } });

describe('an image', () => {
  test.each([
    ['image/svg+xml', 'svg', svg],
    ['image/png', 'png', png],
  ])('%s: its bytes, sandboxed, for ever, without a key', async (type, ending, bytes) => {
    const hash = hashOf(bytes);
    const answer = await image(hash);
    expect([answer.statusCode, answer.rawPayload]).toEqual([200, Buffer.from(bytes)]);
    expect(answer.headers).toMatchObject({
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'content-disposition': `inline; filename="${hash}.${ending}"`,
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${hash}"`,
    });
    const policy = String(answer.headers['content-security-policy']).split('; ');
    expect(policy).toEqual(
      expect.arrayContaining(['sandbox', "default-src 'none'", "style-src 'unsafe-inline'"]),
    );
    // Nothing allows scripts, connections or addresses elsewhere.
    expect(policy.join()).not.toMatch(/script|connect|https?:|allow-|\*/);
  });

  test('is not compressed anew for each request', async () => {
    const answer = await image(hashOf(svg), { 'accept-encoding': 'gzip, br' });
    expect(answer.headers['content-encoding']).toBeUndefined();
  });

  test.each([
    ['the same tag', (tag: string) => tag],
    ['weak, among others', (tag: string) => `"a", W/${tag}`],
    ['any', () => '*'],
  ])('304 without a body: %s', async (_, header) => {
    const hash = hashOf(svg);
    const answer = await image(hash, { 'if-none-match': header(`"${hash}"`) });
    expect([answer.statusCode, answer.body, answer.headers.etag]).toEqual([304, '', `"${hash}"`]);
    expect((await image(hash, { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  test('HEAD answers the head', async () => {
    const answer = await api.server.inject({ method: 'HEAD', url: `/image/${hashOf(svg)}` });
    expect([answer.statusCode, answer.body]).toEqual([200, '']);
    expect(answer.headers['content-length']).toBe(String(svg.length));
  });

  test.each([
    ['unknown', 'ab'.repeat(32)],
    ['in capitals', hashOf(svg).toUpperCase()],
    ['no hash', 'constructor'],
    ['an address', encodeURIComponent('https://example.com/a.png')],
    ['HTML that claimed to be a PNG', hashOf('<html><script>1</script>')],
  ])('404, not cached: %s', async (_, hash) => {
    const answer = await image(hash);
    expect(answer.json()).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});

describe('links', () => {
  const linksFor = async (server: TestApi, headers: Record<string, string>) => {
    const query = `{ nodes(ids: ["${nftIdOf(1_000n)}", "${nftIdOf(1_002n)}"]) { ... on Nft { name image } } }`;
    const ask = () => server.ask('POST', '/graphql', { headers, payload: { query } });
    return [(await ask()).json, (await ask()).json];
  };
  const answerWith = (base: string) => ({
    data: {
      nodes: [
        { name: 'svg', image: `${base}/image/${hashOf(svg)}` },
        { name: 'html', image: null },
      ],
    },
  });

  test('begin as the request did, for each request by itself', async () => {
    for (const host of ['one.test', 'two.test:8080', 'one.test']) {
      for (const answer of await linksFor(api, { host }))
        expect(answer).toMatchObject(answerWith(`http://${host}`));
    }
  });

  test('begin with the public URL where there is one', async () => {
    const other = await createTestApi({
      ...{ graphql: 'real', database: api.database, publicUrl: 'https://wallets.test/api' },
    });
    try {
      for (const answer of await linksFor(other, { host: 'one.test' }))
        expect(answer).toMatchObject(answerWith('https://wallets.test/api'));
    } finally {
      await other.close();
    }
  });
});

describe('no answer beyond the budget', () => {
  test('a REST page of 500 with the longest of all texts', async () => {
    const page = await api.ask('GET', `/wallet/transfer/?wallet=${wallet}&page_size=500`);
    expect(page.status).toBe(200);
    expect(page.json).toMatchObject({ count: rows });
    expect(Buffer.byteLength(page.text)).toBeLessThan(maximumAnswerBytes);
    // The texts are as long as they may be: seven addresses, the NFT's description and its collection's.
    expect(Buffer.byteLength(page.text)).toBeGreaterThan(rows * (8 * 768 + 2 * 1_000));
  });

  test('the same as CSV, each row bounded', async () => {
    const csv = await api.ask('GET', `/wallet/transfer/?wallet=${wallet}`, {
      headers: { accept: 'text/csv' },
    });
    expect(csv.text).not.toContain('data:');
    // Five names, two descriptions and eight addresses of strangers, at their limits, beside fields of known length.
    const maximumBytes = 5 * 512 + 2 * 1_024 + 8 * 768 + 4_096;
    for (const line of csv.text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThan(maximumBytes);
  });

  test('GraphQL: one long text under many names, the first time and again', async () => {
    const names = Array.from({ length: 14 }, (_, index) => `a${index}: collection { description name }`);
    const query = `{ transfers(wallets: ["${wallet}"], first: 500) { nodes { nft { ${names.join(' ')} description } } } }`;
    const ask = () => api.ask('POST', '/graphql', { payload: { query } });
    for (const answer of [await ask(), await ask()]) {
      expect(answer.status).toBe(400);
      expect(answer.json).toMatchObject({
        errors: [
          {
            message: expect.stringContaining('ask for fewer items'),
            extensions: { code: 'ANSWER_TOO_LARGE' },
          },
        ],
      });
      expect(answer.json).not.toHaveProperty('data.transfers');
    }
    const fewer = await api.ask('POST', '/graphql', {
      payload: { query: query.replace('first: 500', 'first: 50') },
    });
    expect(fewer.json).toMatchObject({ data: { transfers: { nodes: expect.any(Array) } } });
  });
});
