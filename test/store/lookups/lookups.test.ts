import { expect, test } from 'vitest';
import { zeroAddress } from '../../../src/domain/model.ts';
import {
  findAssets,
  findBlockchains,
  findContractLabels,
  findNftCollections,
  findNfts,
  findTokens,
  missingCollections,
  missingNfts,
  missingTokens,
} from '../../../src/store/lookups/lookup-reads.ts';
import {
  upsertBlockchains,
  upsertContractLabels,
  upsertTokens,
} from '../../../src/store/lookups/lookup-writes.ts';
import { upsertNftCollections, upsertNfts } from '../../../src/store/lookups/nft-writes.ts';
import { address } from '../../support/records.ts';
import { useTestDatabase } from '../../support/use-database.ts';

const db = useTestDatabase();

/** How many notifications an action causes: counted up to one that is sent after it. */
async function notifications(action: () => Promise<void>): Promise<number> {
  const heard: string[] = [];
  const stop = await db.database.listen('lookups_changed', (payload) => heard.push(payload));
  await action();
  await db.database.pool.query("SELECT pg_notify('wallet_data_lookups_changed', 'end')");
  await expect.poll(() => heard).toContain('end');
  await stop();
  return heard.length - 1;
}

const chain = (chainId: number, slug: string) => ({
  chainId,
  slug,
  name: slug,
  symbol: 'ETH',
  imageUrl: '',
  nativeDecimals: 18,
  enabled: true,
  disabledReason: null,
});

test('chains: what is not configured any more is off; a slug may move', async () => {
  expect(await notifications(() => upsertBlockchains(db.database, [chain(1, 'one'), chain(10, 'ten')]))).toBe(
    1,
  );
  expect(await notifications(() => upsertBlockchains(db.database, [chain(1, 'one'), chain(10, 'ten')]))).toBe(
    0,
  );
  expect(await notifications(() => upsertBlockchains(db.database, [chain(20, 'one')]))).toBe(1);
  const rows = await findBlockchains(db.database);
  expect(
    rows.map(({ chainId, slug, enabled, disabledReason }) => [chainId, slug, enabled, disabledReason]),
  ).toEqual([
    [1, 'one-1', false, 'not configured'],
    [10, 'ten', false, 'not configured'],
    [20, 'one', true, null],
  ]);
});

const dai = {
  chainId: 1,
  address: address(0xd),
  name: 'Dai',
  symbol: 'DAI',
  decimals: 18,
  assetSlug: 'dai',
  isTrusted: true,
};

test('tokens come with their asset; unreadable ones without; texts from the chain are stored whatever they hold', async () => {
  const odd = {
    chainId: 1,
    address: address(0xe),
    name: 'A\u0000"\\\n🦊',
    symbol: '\ud800',
    decimals: null,
    assetSlug: null,
    isTrusted: false,
  };
  expect(await notifications(() => upsertTokens(db.database, [dai, odd]))).toBe(1);
  expect(await notifications(() => upsertTokens(db.database, [dai, odd]))).toBe(0);
  const found = await findTokens(db.database, [
    dai,
    odd,
    { chainId: 2, address: dai.address },
    { chainId: 1, address: address(1) },
  ]);
  const bySymbol = new Map(found.map((token) => [token.address, token]));
  expect(found).toHaveLength(2);
  expect(bySymbol.get(dai.address)).toEqual({ ...dai, asset: { slug: 'dai', name: 'Dai', symbol: 'DAI' } });
  // NUL cannot be stored, nor half of a surrogate pair.
  expect(bySymbol.get(odd.address)).toEqual({ ...odd, name: 'A"\\\n🦊', symbol: '\ufffd', asset: null });
});

test('an asset may be named apart from its tokens, and be shared by chains', async () => {
  const shared = {
    assetSlug: 'ether',
    assetName: 'Ether',
    assetSymbol: 'ETH',
    address: zeroAddress,
    decimals: 18,
  };
  await upsertTokens(db.database, [
    { ...shared, chainId: 1, name: null, symbol: null, isTrusted: true },
    { ...shared, chainId: 10, name: null, symbol: null, isTrusted: true },
  ]);
  expect(await findAssets(db.database, ['ether', 'nothing'])).toEqual([
    { slug: 'ether', name: 'Ether', symbol: 'ETH' },
  ]);
  expect(await findTokens(db.database, [])).toEqual([]);
});

test('of one key given twice, the last counts', async () => {
  await upsertTokens(db.database, [
    { ...dai, chainId: 5, symbol: 'OLD' },
    { ...dai, chainId: 5, symbol: 'NEW' },
  ]);
  expect((await findTokens(db.database, [{ chainId: 5, address: dai.address }]))[0]?.symbol).toBe('NEW');
});

test('many writers of the same tokens at once', async () => {
  const tokens = Array.from({ length: 50 }, (_, number) => ({
    ...dai,
    chainId: 7,
    address: address(1_000 + number),
  }));
  await Promise.all(
    Array.from({ length: 10 }, (_, writer) =>
      upsertTokens(db.database, writer % 2 === 0 ? tokens : tokens.toReversed()),
    ),
  );
  expect(await findTokens(db.database, tokens)).toHaveLength(50);
});

const largest = 2n ** 256n - 1n;

test('collections and NFTs, with token ids of any size', async () => {
  const collection = { chainId: 1, address: address(0xc), name: 'Cats', symbol: 'CAT' };
  await upsertNftCollections(db.database, [collection]);
  expect(await findNftCollections(db.database, [collection])).toEqual([
    { ...collection, description: '', imageUrl: '', openseaStatus: 'not_requested', isSpam: false },
  ]);
  const key = { chainId: 1, address: address(0xc) };
  await upsertNfts(db.database, [
    { ...key, tokenId: largest, name: 'Cat', image: 'ipfs://x' },
    { ...key, tokenId: 0n, name: 'Zero' },
  ]);
  const found = await findNfts(db.database, [
    { ...key, tokenId: largest },
    { ...key, tokenId: largest - 1n },
  ]);
  expect(found).toEqual([
    {
      ...key,
      tokenId: largest,
      name: 'Cat',
      description: '',
      image: 'ipfs://x',
      preview: null,
      thumbnail: null,
      original: null,
      animationImage: null,
      animationOriginal: null,
      externalUrl: null,
    },
  ]);
});

test('default labels', async () => {
  const label = { chainId: 1, address: address(0xf), name: 'Exchange', tags: ['cex', 'hot "wallet"'] };
  expect(await notifications(() => upsertContractLabels(db.database, [label]))).toBe(1);
  expect(await notifications(() => upsertContractLabels(db.database, [label]))).toBe(0);
  expect(await findContractLabels(db.database, [label, { chainId: 2, address: label.address }])).toEqual([
    label,
  ]);
  expect(await notifications(() => upsertContractLabels(db.database, []))).toBe(0);
});

test('what is not stored yet', async () => {
  const known = { chainId: 1, address: address(0xd) };
  const unknown = { chainId: 2, address: address(0xd) };
  expect(await missingTokens(db.database, [known, unknown, unknown])).toEqual([unknown]);
  const collection = { chainId: 1, address: address(0xc) };
  expect(await missingCollections(db.database, [collection, unknown])).toEqual([unknown]);
  const nfts = [1n, largest].map((tokenId) => ({ ...collection, tokenId }));
  expect(await missingNfts(db.database, nfts)).toEqual([{ ...collection, tokenId: 1n }]);
  expect(await missingTokens(db.database, [])).toEqual([]);
});
