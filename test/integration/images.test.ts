/** Images drawn on chain, from a real contract to clients: once as bytes, by a link on pages. */
import { createHash } from 'node:crypto';
import { concat, encodeAbiParameters, encodeFunctionData, parseAbi, parseEther } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileContracts, defaultCacheDirectory } from '../../demo/contracts/artifacts.ts';
import { type Anvil, startAnvil } from '../../demo/node/anvil.ts';
import { createChain } from '../../demo/node/chain.ts';
import { maximumAnswerBytes } from '../../src/use-cases/pages/answer-limits.ts';
import { startTestService, type TestService, testKey } from '../support/service.ts';

const chainId = 7041;
const wallet = '0x00000000000000000000000000000000000a11ce';
const payer = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const quantity = 500;
const burnedId = 77n;
const abi = parseAbi([
  'function mint(address to, uint256 first, uint256 quantity)',
  'function burn(uint256 id)',
]);

let anvil: Anvil;
let service: TestService;
let imitator: `0x${string}`;

beforeAll(async () => {
  anvil = await startAnvil({ chainId });
  const chain = createChain({ rpcUrl: anvil.rpcUrl, chainId });
  await chain.setBalance(payer, parseEther('100'));
  const { Drawings } = await compileContracts(defaultCacheDirectory);
  const deploy = async (symbol: string) => {
    const data = concat([Drawings ?? '0x', encodeAbiParameters([{ type: 'string' }], [symbol])]);
    const { contractAddress } = await chain.send({ from: payer, data, gas: 2_000_000n });
    return contractAddress ?? wallet;
  };
  const to = await deploy('DRAW');
  const mint = encodeFunctionData({ abi, functionName: 'mint', args: [wallet, 1n, BigInt(quantity)] });
  await chain.send({ from: payer, to, data: mint, gas: 20_000_000n });
  // Of another wallet, so that only the state of the mint's block tells.
  await chain.send({
    from: payer,
    to,
    data: encodeFunctionData({ abi, functionName: 'burn', args: [burnedId] }),
  });
  // Borrows the symbol of the chain's own coin.
  imitator = await deploy('ETH');
  const one = encodeFunctionData({ abi, functionName: 'mint', args: [wallet, 1n, 1n] });
  await chain.send({ from: payer, to: imitator, data: one });
  service = await startTestService([
    {
      ...{ chainId, name: 'Chain', slug: 'chain', symbol: 'ETH' },
      rpc: [anvil.rpcUrl],
      confirmations: 2,
      pollSeconds: 0.2,
    },
  ]);
  await service.api.load([wallet]);
});

afterAll(async () => {
  await service?.stop();
  await anvil?.stop();
});

/** As the contract draws it. */
const drawing = (id: bigint): string =>
  `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><script>document.title='owned'</script><text>${id}</text>` +
  `${' '.repeat(22_800)}</svg>`;
const linkOf = (svg: string): string =>
  `${service.url}/image/${createHash('sha256').update(svg).digest('hex')}`;
const read = async (path: string, headers: Record<string, string> = {}): Promise<string> => {
  const response = await fetch(new URL(path, service.url), { headers: { 'x-api-key': testKey, ...headers } });
  expect(response.status).toBe(200);
  return response.text();
};
const list = `/wallet/transfer/?wallet=${wallet}&order=asc`;

interface NftJson {
  token_id: string;
  name: string;
  image: string;
  thumbnail: string;
  collection: {
    name: string;
    symbol: string;
    is_spam: boolean;
    description: string;
    image_url: string;
    blockchain: { image_url: string };
  };
}
const nftsIn = (text: string): NftJson[] =>
  JSON.parse(text).results.flatMap(({ nft }: { nft: NftJson | null }) => (nft === null ? [] : [nft]));

test('500 NFTs of 23 KB in one transaction: a page is links, not images', async () => {
  const page = await read(list);
  const large = await read(`${list}&page_size=500`);
  // A row: 1.5 KB of transfer, and seven addresses of 100 characters.
  expect(Buffer.byteLength(page)).toBeLessThan(100 * 3_000);
  expect(Buffer.byteLength(large)).toBeLessThan(500 * 3_000);
  expect(Buffer.byteLength(large)).toBeLessThan(maximumAnswerBytes);
  expect(large.includes('data:')).toBe(false);
  const nfts = nftsIn(large);
  expect(nfts).toHaveLength(quantity);
  for (const nft of nfts) {
    const link = linkOf(drawing(BigInt(nft.token_id)));
    expect([nft.name, nft.image, nft.thumbnail]).toEqual([`Drawing ${nft.token_id}`, link, link]);
  }
});

test('a burned NFT keeps name and image: they are read at the block of its mint', async () => {
  const nft = nftsIn(await read(`${list}&page_size=500`)).find(
    ({ token_id }) => token_id === String(burnedId),
  );
  expect(nft).toMatchObject({ name: `Drawing ${burnedId}`, image: linkOf(drawing(burnedId)) });
});

test('a collection has name, description and image by contractURI', async () => {
  const [nft] = nftsIn(await read(`${list}&page_size=1`));
  expect(nft?.collection).toMatchObject({
    ...{ name: 'Large drawings', description: 'Drawn on chain', image_url: linkOf('<svg/>') },
  });
});

test('a collection that borrows a trusted symbol is spam, and another is not', async () => {
  const rows = nftsIn(await read(`/wallet/transfer/?wallet=${wallet}&page_size=500`));
  const judged = new Map(rows.map(({ collection }) => [collection.symbol, collection]));
  expect(judged.get('ETH')).toMatchObject({ address: imitator.toLowerCase(), is_spam: true });
  expect(judged.get('DRAW')?.is_spam).toBe(false);
});

test('GraphQL and CSV have the same links', async () => {
  const link = linkOf(drawing(1n));
  const query = `{ transfers(wallets: ["${wallet}"], order: ASC, first: 1) { nodes { nft {
    image preview thumbnail original collection { imageUrl } } blockchain { imageUrl } } } }`;
  // The first time the executor answers, then a plan.
  const [first, second] = [await service.api.query(query), await service.api.query(query)];
  expect(second).toEqual(first);
  expect(first).toMatchObject({
    transfers: {
      nodes: [
        {
          nft: {
            ...{ image: link, preview: link, thumbnail: link, original: link },
            collection: { imageUrl: linkOf('<svg/>') },
          },
          blockchain: { imageUrl: expect.stringMatching(/^http:\/\/[^/]+\/image\/[0-9a-f]{64}$/) },
        },
      ],
    },
  });
  const csv = await read(list, { accept: 'text/csv' });
  const lines = csv.trimEnd().split('\r\n');
  // The column names, each mint, the burn, and the imitation.
  expect(lines).toHaveLength(1 + quantity + 2);
  expect(csv.includes('data:')).toBe(false);
  const column = lines[0]?.split(',').indexOf('nft_image') ?? -1;
  expect(lines[1]?.split(',')[column]).toBe(link);
});

test('every image is served without a key, and chains have theirs', async () => {
  const [nft] = nftsIn(await read(`${list}&page_size=1`));
  const svg = await fetch(linkOf(drawing(1n)));
  expect([svg.status, svg.headers.get('content-type'), await svg.text()]).toEqual([
    ...[200, 'image/svg+xml', drawing(1n)],
  ]);
  const icon = await fetch(nft?.collection.blockchain.image_url ?? '');
  expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  expect((await icon.text()).length).toBeLessThan(1_000);
});
