/** NFT documents that are fetched after the load, in the background. */
import { describe, expect, test } from 'vitest';
import type { NftMetadata } from '../../src/labels/metadata/contract-metadata.ts';
import { createRemoteMetadata, gatewayUrl } from '../../src/labels/metadata/remote-metadata.ts';
import { remoteUri } from '../../src/labels/metadata/token-uri.ts';

function nft(tokenId: bigint, uri = `https://nft.example/${tokenId}`) {
  const metadata: NftMetadata = {
    chainId: 1,
    address: '0x00000000000000000000000000000000000000e3',
    tokenId,
    name: `Portraits #${tokenId}`,
    description: '',
    image: null,
    preview: null,
    thumbnail: null,
    original: null,
    animationImage: null,
    animationOriginal: null,
    externalUrl: null,
  };
  return { metadata, uri };
}

function setUp(fetchJson: (url: string) => Promise<unknown>, change = {}) {
  const stored: NftMetadata[] = [];
  const failures: string[] = [];
  const remote = createRemoteMetadata({
    enabled: true,
    ipfsGateway: 'https://gateway.example/',
    fetchJson,
    store: async (nfts) => {
      stored.push(...nfts);
    },
    onFailure: (uri, reason) => failures.push(`${uri}: ${reason}`),
    ...change,
  });
  return { remote, stored, failures };
}

describe('fetching', () => {
  test('stores what the document says; the name that it lacks stays', async () => {
    const documents: Record<string, unknown> = {
      'https://nft.example/1': { name: 'Rain', image: 'ipfs://Qm/1.png', description: 'wet' },
      'https://gateway.example/ipfs/QmFolder/2': { image: 'https://nft.example/2.png' },
    };
    const { remote, stored, failures } = setUp(async (url) => documents[url]);
    remote.queueRemoteMetadata([nft(1n), nft(2n, 'ipfs://QmFolder/2')]);
    await remote.idle();
    expect(failures).toEqual([]);
    expect(
      stored.map(({ name, description, image, thumbnail }) => [name, description, image, thumbnail]),
    ).toEqual([
      ['Rain', 'wet', 'ipfs://Qm/1.png', 'ipfs://Qm/1.png'],
      ['Portraits #2', '', 'https://nft.example/2.png', 'https://nft.example/2.png'],
    ]);
  });

  test('a collection takes description and image, and a name where it has none', async () => {
    const described: unknown[] = [];
    const { remote, stored } = setUp(
      async () => ({ name: 'Items', description: 'Of a game', image: 'ipfs://Qm/0.png' }),
      {
        storeCollections: async (rows: readonly unknown[]) => {
          described.push(...rows);
        },
      },
    );
    const address = '0x00000000000000000000000000000000000000e3' as const;
    const collection = { chainId: 1, address, name: '', symbol: 'ITM', description: '', imageUrl: null };
    remote.queueRemoteMetadata([{ collection, uri: 'https://nft.example/collection' }]);
    await remote.idle();
    expect(stored).toEqual([]);
    expect(described).toEqual([
      { ...collection, name: 'Items', description: 'Of a game', imageUrl: 'ipfs://Qm/0.png' },
    ]);
  });

  test('a failure leaves the fallback name and stops nothing', async () => {
    const { remote, stored, failures } = setUp(async (url) => {
      if (url.endsWith('/1')) throw new Error('no document within 5000 ms');
      return url.endsWith('/2') ? [1, 2] : { name: 'Sun' };
    });
    remote.queueRemoteMetadata([nft(1n), nft(2n), nft(3n)]);
    await remote.idle();
    expect(stored.map(({ name }) => name)).toEqual(['Sun']);
    expect(failures).toEqual([
      'https://nft.example/1: no document within 5000 ms',
      'https://nft.example/2: the document is no NFT metadata',
    ]);
  });

  test('only a few at a time, each once, and the caller never waits', async () => {
    let underWay = 0;
    let most = 0;
    const asked: string[] = [];
    const { remote } = setUp(
      async (url) => {
        asked.push(url);
        underWay += 1;
        most = Math.max(most, underWay);
        await new Promise((resolve) => setImmediate(resolve));
        underWay -= 1;
        return { name: 'x' };
      },
      { concurrency: 3 },
    );
    const nfts = Array.from({ length: 20 }, (_, index) => nft(BigInt(index)));
    expect(remote.queueRemoteMetadata([...nfts, ...nfts])).toBeUndefined();
    await remote.idle();
    expect([most, asked.length]).toEqual([3, 20]);
  });

  test('no more wait than memory allows', async () => {
    const asked: string[] = [];
    const { remote } = setUp(
      async (url) => {
        asked.push(url);
        return { name: 'x' };
      },
      { concurrency: 1, maximumQueued: 2 },
    );
    remote.queueRemoteMetadata([nft(1n), nft(2n), nft(3n)]);
    await remote.idle();
    expect(asked).toEqual(['https://nft.example/1', 'https://nft.example/2']);
  });

  test('not enabled: nothing is asked', async () => {
    const { remote, stored } = setUp(() => Promise.reject(new Error('asked')), { enabled: false });
    remote.queueRemoteMetadata([nft(1n)]);
    await remote.idle();
    expect(stored).toEqual([]);
  });

  test('closing gives up what is waiting', async () => {
    const asked: string[] = [];
    const { remote } = setUp(
      async (url) => {
        asked.push(url);
        return { name: 'x' };
      },
      { concurrency: 1 },
    );
    remote.queueRemoteMetadata([nft(1n), nft(2n)]);
    await remote.close();
    expect(asked).toEqual(['https://nft.example/1']);
  });
});

test('ipfs addresses go through the gateway and stay below /ipfs/', () => {
  const gateway = 'https://ipfs.io';
  expect(gatewayUrl('ipfs://QmFolder/1.json', gateway)).toBe('https://ipfs.io/ipfs/QmFolder/1.json');
  expect(gatewayUrl('ipfs://ipfs/QmFolder/1', gateway)).toBe('https://ipfs.io/ipfs/QmFolder/1');
  expect(gatewayUrl('ipfs://../../admin?x=1', gateway)).toBe('https://ipfs.io/ipfs/admin%3Fx%3D1');
  expect(gatewayUrl('https://nft.example/1', gateway)).toBeNull();
});

test('which token URIs lead elsewhere', () => {
  expect(remoteUri('https://nft.example/{id}.json', 11n)).toBe(
    `https://nft.example/${'b'.padStart(64, '0')}.json`,
  );
  expect(remoteUri(' ipfs://QmFolder/1 ', 1n)).toBe('ipfs://QmFolder/1');
  for (const uri of ['data:,x', 'javascript:alert(1)', 'file:///etc/passwd', '', 'https://a b', 'ar://x']) {
    expect(remoteUri(uri, 1n)).toBeNull();
  }
});
