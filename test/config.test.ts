import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadConfig } from '../src/config.ts';
import type { ConfigFile } from '../src/config-file.ts';
import { ConfigurationError } from '../src/errors.ts';

const folder = mkdtempSync(join(tmpdir(), 'wallet-data-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

function configFile(content: unknown): string {
  const path = join(folder, `${Math.random().toString(36).slice(2)}.json`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

/** The problems of a configuration that is refused. */
function problemsOf(environment: Record<string, string>, file?: ConfigFile): string[] {
  try {
    loadConfig({ environment, ...(file === undefined ? {} : { file }) });
  } catch (error) {
    if (error instanceof ConfigurationError)
      return error.problems.map(({ path, message }) => `${path} ${message}`);
    throw error;
  }
  throw new Error('the configuration was accepted');
}

describe('environment', () => {
  test('defaults', () => {
    const config = loadConfig({ environment: {} });
    expect(config).toMatchObject({
      role: 'all',
      logLevel: 'info',
      http: { host: '127.0.0.1', port: 4000, publicUrl: null, trustProxy: false, metricsPort: null },
      limits: { requestsPerSecond: 100, burst: 200, failedKeysPerMinute: 30 },
      database: { url: null, readUrl: null, connections: 16, dataDir: resolve('.data') },
      loadingSlots: null,
      bootstrapApiKey: null,
      prices: {
        order: ['chainlink', 'uniswap', 'defillama', 'coingecko'],
        fiat: { source: 'ecb' },
      },
    });
    expect(Object.isFrozen(config) && Object.isFrozen(config.http) && Object.isFrozen(config.chains[0])).toBe(
      true,
    );
  });

  test('everything given; empty counts as not given', () => {
    const config = loadConfig({
      environment: {
        PORT: '0',
        HOST: '0.0.0.0',
        PUBLIC_URL: 'https://data.example/base/',
        TRUST_PROXY: '10.0.0.1, 10.0.0.2',
        METRICS_PORT: '9100',
        DATABASE_URL: 'postgresql://user:secret@db:5432/wallets',
        DATABASE_READ_URL: 'postgresql://user:secret@replica:5432/wallets',
        DATABASE_CONNECTIONS: '20',
        LOADING_SLOTS: '12',
        DATA_DIR: '/var/lib/wallets',
        BOOTSTRAP_API_KEY: 'a-key_of-my-own1',
        COINGECKO_API_KEY: 'cg',
        ETHERSCAN_API_KEY: '',
        ROLE: 'api',
        LOG_LEVEL: 'debug',
        RATE_LIMIT_PER_SECOND: '5',
        RATE_LIMIT_BURST: '6',
        FAILED_KEYS_PER_MINUTE: '7',
      },
    });
    expect(config).toMatchObject({
      role: 'api',
      http: {
        ...{ host: '0.0.0.0', port: 0, publicUrl: 'https://data.example/base', metricsPort: 9100 },
        trustProxy: ['10.0.0.1', '10.0.0.2'],
      },
      limits: { requestsPerSecond: 5, burst: 6, failedKeysPerMinute: 7 },
      database: {
        url: 'postgresql://user:secret@db:5432/wallets',
        readUrl: 'postgresql://user:secret@replica:5432/wallets',
        connections: 20,
        dataDir: '/var/lib/wallets',
      },
      loadingSlots: 12,
      bootstrapApiKey: 'a-key_of-my-own1',
      prices: { coingecko: { apiKey: 'cg' } },
    });
  });

  test('all problems at once, and no secret is repeated', () => {
    const problems = problemsOf({
      ...{
        PORT: '70000',
        HOST: 'a b',
        PUBLIC_URL: 'data.example',
        ROLE: 'boss',
        LOG_LEVEL: 'loud',
        METRICS_PORT: '-1',
      },
      ...{ DATABASE_URL: 'mysql://root:hunter2@db/x', BOOTSTRAP_API_KEY: 'too$hort', RATE_LIMIT_BURST: '0' },
      CONFIG_FILE: join(folder, 'missing.json'),
    });
    expect(problems).toEqual([
      "PORT is '70000': a whole number from 0 to 65535 is expected",
      "HOST is 'a b': a host name or an address is expected, such as 127.0.0.1 or 0.0.0.0, without http:// and port",
      'PUBLIC_URL is not a URL: http://… or https://… is expected',
      "METRICS_PORT is '-1': a whole number from 0 to 65535 is expected",
      'DATABASE_URL is not a PostgreSQL address: postgresql://user:password@host:port/database is expected (special characters of the password as %XX)',
      'BOOTSTRAP_API_KEY must be 16 to 200 of the characters A-Z a-z 0-9 _ -',
      "ROLE is 'boss': one of all, api, worker is expected",
      "LOG_LEVEL is 'loud': one of fatal, error, warn, info, debug, trace, silent is expected",
      "RATE_LIMIT_BURST is '0': a whole number from 1 to 1000000 is expected",
      expect.stringMatching(/^CONFIG_FILE .*missing\.json cannot be read: ENOENT/),
    ]);
    expect(problems.join()).not.toMatch(/hunter2|too\$hort/);
  });

  test('the error is a text for people', () => {
    expect(() => loadConfig({ environment: { ROLE: 'x', PORT: 'y' } })).toThrow(
      "The configuration has 2 problems:\n  PORT is 'y': a whole number from 0 to 65535 is expected\n  ROLE is 'x': one of all, api, worker is expected",
    );
  });
});

describe('CONFIG_FILE', () => {
  test('unknown fields are refused by name, wherever they are', () => {
    const path = configFile({
      chain: [],
      chains: [
        { chainId: 1, rcp: ['https://node.example'] },
        { chainId: 1 },
        { chainId: 0, explorer: { kind: 'bing', url: 'x' } },
      ],
      prices: {
        ...{ order: ['oracle'], defillama: { uri: 'x' }, uniswap: { '1': { weth: '0x12' } } },
        fiat: { source: 'fed', url: 'ecb' },
      },
    });
    expect(
      problemsOf({ CONFIG_FILE: path }).map((problem) => problem.replace(`CONFIG_FILE ${path}: `, '')),
    ).toEqual([
      'chains[0].rcp is not a known field; known: chainId, name, slug, symbol, imageUrl, wrappedNative, rpc, explorer, startBlock, blockScanBlocks, confirmations, pollSeconds, allowIncomplete, rebasingTokens',
      'chains[2].chainId must be a whole number from 1 to 2147483647',
      'chains[2].explorer.kind must be one of: etherscan, blockscout, routescan',
      'chains[2].explorer.url is not a URL: http://… or https://… is expected',
      'prices.order[0] must be one of: chainlink, uniswap, defillama, coingecko',
      'prices.defillama.uri is not a known field; known: url',
      'prices.fiat.source must be one of: ecb, none',
      'prices.fiat.url is not a URL: http://… or https://… is expected',
      "prices.uniswap.1.weth '0x12' is not an address: 0x and 40 hex digits are expected",
      'chain is not a known field; known: chains, prices, nftMetadata, trustedDocuments, webhooks, mcp, portal',
      'chains[1].chainId is 1, which an earlier chain has',
    ]);
  });

  test('an icon is an address, or an image of its own that can be served', () => {
    const withIcon = (imageUrl: string) =>
      configFile({ chains: [{ chainId: 1, rpc: ['http://node.test'], imageUrl }] });
    for (const icon of ['https://a.test/icon.png', 'data:image/svg+xml,<svg/>'])
      expect(loadConfig({ environment: { CONFIG_FILE: withIcon(icon) } }).chains[0]?.chain.imageUrl).toBe(
        icon,
      );
    for (const icon of ['icon.png', 'data:image/png,<html>', `https://a.test/${'x'.repeat(800)}`]) {
      expect(problemsOf({ CONFIG_FILE: withIcon(icon) })).toEqual([
        expect.stringMatching(
          /chains\[0\]\.imageUrl must be http:.* or a data: URL of a PNG, JPEG, GIF, WebP, AVIF or SVG/,
        ),
      ]);
    }
  });

  test('what is not JSON is said to be so, without what stands around the fault', () => {
    const path = configFile('{ "chains": [ { "rpc": ["https://node.example/my-secret-key" } ]');
    expect(problemsOf({ CONFIG_FILE: path })).toEqual([
      expect.stringMatching(/^CONFIG_FILE .* is not JSON: /),
    ]);
    expect(problemsOf({ CONFIG_FILE: path }).join()).not.toContain('my-secret-key');
  });

  test('a problem with the environment and one with the file come together', () => {
    expect(problemsOf({ PORT: 'x', CONFIG_FILE: configFile({ a: 1 }) })).toHaveLength(2);
  });

  test('two chains cannot share a slug', () => {
    const file = { chains: [{ chainId: 1 }, { chainId: 31_337, slug: 'ethereum' }] };
    expect(problemsOf({}, file)).toEqual(["configuration chains two chains have the slug 'ethereum'"]);
  });
});

type Parts = Omit<NonNullable<ConfigFile['chains']>[number], 'chainId'>;
interface Outcome {
  way: string | false;
  pollSeconds: number;
  explorer: string | null;
}

describe('chains', () => {
  test('built-in: eight, none enabled by itself, with the reason in words', () => {
    const { chains } = loadConfig({ environment: {} });
    expect(chains.map(({ chain }) => [chain.chainId, chain.name, chain.slug, chain.symbol])).toEqual([
      [1, 'Ethereum', 'ethereum', 'ETH'],
      [137, 'Polygon', 'polygon', 'POL'],
      [8453, 'Base', 'base', 'ETH'],
      [10, 'Optimism', 'optimism', 'ETH'],
      [42161, 'Arbitrum', 'arbitrum', 'ETH'],
      [100, 'Gnosis', 'gnosis', 'XDAI'],
      [43114, 'Avalanche', 'avalanche', 'AVAX'],
      [56, 'BNB Chain', 'bnb', 'BNB'],
    ]);
    expect(chains.map((status) => !status.enabled && status.reason)).toEqual(
      Array(8).fill(
        'no way to discover transactions: an archive node with traces (chains[].rpc in CONFIG_FILE) or an explorer (ETHERSCAN_API_KEY, or chains[].explorer) is needed',
      ),
    );
  });

  test('an Etherscan key alone enables the built-in chains that a free key covers, polled once a minute', () => {
    const { chains } = loadConfig({ environment: { ETHERSCAN_API_KEY: 'key' } });
    expect(chains.map((status) => [status.chain.slug, status.enabled && status.way])).toEqual([
      ['ethereum', 'explorer'],
      ['polygon', 'explorer'],
      ['base', false],
      ['optimism', false],
      ['arbitrum', 'explorer'],
      ['gnosis', 'explorer'],
      ['avalanche', false],
      ['bnb', false],
    ]);
    expect(chains[0]?.chain).toMatchObject({
      explorer: {
        kind: 'etherscan',
        url: 'https://api.etherscan.io/v2/api',
        apiKey: 'key',
        plan: 'free',
        requestsPerDay: null,
      },
      pollSeconds: 60,
    });
    expect(chains[2]).toMatchObject({
      reason: expect.stringContaining("Etherscan's free plan does not cover it"),
    });
  });

  const explorer = { kind: 'blockscout' as const, url: 'https://scout.example/api' };
  test.each<[string, Parts, Outcome]>([
    ['a node', { rpc: ['https://node.example'] }, { way: 'rpc', pollSeconds: 4, explorer: null }],
    ['an explorer', { explorer }, { way: 'explorer', pollSeconds: 60, explorer: 'blockscout' }],
    [
      'both: the explorer discovers, polled as fast as a node',
      { explorer, rpc: ['https://node.example'] },
      { way: 'explorer', pollSeconds: 4, explorer: 'blockscout' },
    ],
    [
      'a paid plan, which covers what a free one does not',
      { explorer: { kind: 'etherscan', plan: 'paid' }, pollSeconds: 7 },
      { way: 'explorer', pollSeconds: 7, explorer: 'etherscan' },
    ],
    ['neither, with a key in the environment', {}, { way: false, pollSeconds: 60, explorer: 'etherscan' }],
  ])('the way of a chain with %s', (_what, parts, expected) => {
    const file: ConfigFile = { chains: [{ chainId: 8453, ...parts }] };
    const [status] = loadConfig({ environment: { ETHERSCAN_API_KEY: 'key' }, file }).chains;
    expect({
      way: status?.enabled === true && status.way,
      pollSeconds: status?.chain.pollSeconds,
      explorer: status?.chain.explorer?.kind ?? null,
    }).toEqual(expected);
  });

  const node = ['https://node.example'];
  const freePlan = expect.stringContaining("Etherscan's free plan does not cover it");
  test.each([
    ['beside a node: the node, and why not the explorer', 8453, { rpc: node }, ['rpc', freePlan]],
    ['without a node', 8453, {}, [false, freePlan]],
    ['of a chain that it covers', 1, { rpc: node }, ['explorer', null]],
    [
      'at another subdomain of the vendor',
      10,
      { rpc: node, url: 'https://api-x.etherscan.io/api' },
      ['rpc', freePlan],
    ],
    ['at a server of one’s own', 56, { url: 'https://proxy.example/v2/api' }, ['explorer', null]],
    ['at a host that only looks like it', 43114, { url: 'https://notetherscan.io/api' }, ['explorer', null]],
  ])(
    'a free Etherscan key %s',
    (_what, chainId, { rpc, url }: { rpc?: string[]; url?: string }, expected) => {
      const explorer = { kind: 'etherscan' as const, apiKey: 'key', ...(url === undefined ? {} : { url }) };
      const file: ConfigFile = { chains: [{ chainId, explorer, ...(rpc === undefined ? {} : { rpc }) }] };
      const [status] = loadConfig({ environment: {}, file }).chains;
      const found = status?.enabled === true ? [status.way, status.unused] : [false, status?.reason];
      expect(found).toEqual(expected);
    },
  );

  test('Etherscan without a key is said to lack it', () => {
    const file: ConfigFile = { chains: [{ chainId: 1, explorer: { kind: 'etherscan' } }] };
    expect(loadConfig({ environment: {}, file }).chains[0]).toMatchObject({
      enabled: false,
      reason: expect.stringMatching(/^Etherscan needs a key/),
    });
  });

  test('a listed chain keeps what is built in and not said; the list is the whole list', () => {
    const file: ConfigFile = {
      chains: [
        { chainId: 1, rpc: ['https://node.example/key'], confirmations: 12 },
        {
          chainId: 31_337,
          name: 'Local',
          symbol: 'TST',
          startBlock: 5,
          pollSeconds: 0.5,
          allowIncomplete: true,
        },
      ],
    };
    const { chains } = loadConfig({ environment: {}, file });
    expect(chains).toMatchObject([
      {
        enabled: true,
        way: 'rpc',
        chain: {
          ...{
            chainId: 1,
            name: 'Ethereum',
            slug: 'ethereum',
            confirmations: 12,
            pollSeconds: 12,
            startBlock: 0,
          },
          wrappedNative: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
        },
      },
      {
        enabled: false,
        chain: {
          ...{
            chainId: 31_337,
            name: 'Local',
            slug: 'chain-31337',
            symbol: 'TST',
            imageUrl: expect.stringMatching(/^data:image\/svg/),
          },
          ...{
            startBlock: 5,
            pollSeconds: 0.5,
            allowIncomplete: true,
            confirmations: 64,
            wrappedNative: null,
          },
        },
      },
    ]);
  });
});

test('NFT documents of others are fetched only when the file says so, with limits that cannot be lifted', () => {
  expect(loadConfig({ environment: {} }).nftMetadata).toEqual({
    remote: false,
    ipfsGateway: 'https://ipfs.io',
    timeoutMs: 5_000,
  });
  const nftMetadata = { remote: true, ipfsGateway: 'http://127.0.0.1:8080', timeoutMs: 1_000 };
  expect(loadConfig({ environment: {}, file: { nftMetadata } }).nftMetadata).toEqual(nftMetadata);
  expect(() => loadConfig({ environment: {}, file: { nftMetadata: { timeoutMs: 60_000 } } })).toThrow(
    'nftMetadata.timeoutMs must be a whole number from 100 to 5000',
  );
});
