import {
  type Address,
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  getContractAddress,
  type Hex,
  stringToHex,
  zeroAddress,
} from 'viem';
import {
  collectibleAbi,
  feedAbi,
  feeTokenAbi,
  multiTokenAbi,
  spamTokenAbi,
  tokenAbi,
} from '../contracts/abis.ts';
import {
  positionDescriptorAbi,
  positionManagerAbi,
  safeAbi,
  safeFactoryAbi,
  v2FactoryAbi,
  v2RouterAbi,
} from '../contracts/abis-uniswap.ts';
import { compileContracts, readNpmBytecode } from '../contracts/artifacts.ts';
import { accountAddresses } from '../node/accounts.ts';
import type { Chain } from '../node/chain.ts';
import type { Call } from '../node/mining.ts';
import type { CurrencyCoin } from './market.ts';
import { protocolDeployments } from './protocols.ts';
import { describeTokens, tokenPlans } from './token-plans.ts';
import type { ContractName, TokenKey, WorldToken } from './world-types.ts';

/** What stands on the chain before anybody trades. */
export type Contracts = {
  readonly contracts: Record<ContractName, Address>;
  readonly tokens: Record<TokenKey, WorldToken>;
  readonly nativeFeed: Address;
  readonly coinFeeds: Readonly<Record<CurrencyCoin, Address>>;
  readonly safe: Address;
  readonly creationCode: { readonly piggybank: Hex; readonly passThrough: Hex };
};

/** Mines the next block of the preparations, a minute after the one before. */
export type MineNext = (calls: readonly Call[]) => ReturnType<Chain['mineBlock']>;

const deployGas = 6_500_000n;
/** Gas limits of one block must fit into the block's. */
const deploymentsPerBlock = 4;
const { deployer, marketMaker, oracle, artist, spammer, feeCollector, alice, bob } = accountAddresses;

type Deployments<Name extends string> = Readonly<Record<Name, readonly [from: Address, data: Hex]>>;

/** Creates contracts, a few per block, and answers their addresses. */
async function deploy<Name extends string>(
  mineNext: MineNext,
  wanted: Deployments<Name>,
): Promise<Record<Name, Address>> {
  const entries = Object.entries(wanted) as [Name, readonly [Address, Hex]][];
  const addresses: Partial<Record<Name, Address>> = {};
  for (let first = 0; first < entries.length; first += deploymentsPerBlock) {
    const part = entries.slice(first, first + deploymentsPerBlock);
    const block = await mineNext(part.map(([, [from, data]]) => ({ from, data, gas: deployGas })));
    for (const [index, [name]] of part.entries()) {
      const address = block.receipts[index]?.contractAddress;
      if (address == null) throw new Error(`${name} was not created.`);
      addresses[name] = getAddress(address);
    }
  }
  return addresses as Record<Name, Address>;
}

type Compiled = (contract: string) => Hex;

function tokenDeployments(compiled: Compiled) {
  const plain = (key: TokenKey, from = deployer) => {
    const [name, symbol, decimals] = tokenPlans[key];
    return [
      from,
      encodeDeployData({ abi: tokenAbi, bytecode: compiled('Token'), args: [name, symbol, decimals] }),
    ] as const;
  };
  return {
    usdc: plain('usdc'),
    dai: plain('dai'),
    link: plain('link'),
    uni: plain('uni'),
    wbtc: plain('wbtc'),
    meme: plain('meme'),
    reward: plain('reward'),
    lookAlike: plain('lookAlike', spammer),
    tax: [
      deployer,
      encodeDeployData({
        abi: feeTokenAbi,
        bytecode: compiled('FeeToken'),
        args: [tokenPlans.tax[0], tokenPlans.tax[1], feeCollector],
      }),
    ],
    legacy: [deployer, compiled('LegacyToken')],
    rebasing: [deployer, compiled('RebasingToken')],
    forging: [spammer, compiled('ForgingToken')],
    spam: [
      spammer,
      encodeDeployData({
        abi: spamTokenAbi,
        bytecode: compiled('SpamToken'),
        args: [tokenPlans.spam[0], tokenPlans.spam[1]],
      }),
    ],
  } as const;
}

const collection = (compiled: Compiled, name: string, symbol: string) =>
  [
    artist,
    encodeDeployData({ abi: collectibleAbi, bytecode: compiled('Collectible'), args: [name, symbol] }),
  ] as const;

async function deployExchanges(mineNext: MineNext, weth: Address) {
  const factories = await deploy(mineNext, {
    v2Factory: [
      deployer,
      encodeDeployData({ abi: v2FactoryAbi, bytecode: await readNpmBytecode('v2Factory'), args: [deployer] }),
    ],
    v3Factory: [deployer, await readNpmBytecode('v3Factory')],
    nftDescriptor: [deployer, await readNpmBytecode('nftDescriptor')],
  });
  const { v2Factory, v3Factory, nftDescriptor } = factories;
  // The descriptor's bytecode has one gap, for the address of the library that draws the picture.
  const descriptorCode = (await readNpmBytecode('positionDescriptor')).replace(
    /__\$[0-9a-f]{34}\$__/g,
    nftDescriptor.slice(2).toLowerCase(),
  ) as Hex;
  const { v2Router, v3Router, descriptor } = await deploy(mineNext, {
    v2Router: [
      deployer,
      encodeDeployData({
        abi: v2RouterAbi,
        bytecode: await readNpmBytecode('v2Router'),
        args: [v2Factory, weth],
      }),
    ],
    v3Router: [
      deployer,
      encodeDeployData({
        abi: v2RouterAbi,
        bytecode: await readNpmBytecode('v3Router'),
        args: [v3Factory, weth],
      }),
    ],
    descriptor: [
      deployer,
      encodeDeployData({
        abi: positionDescriptorAbi,
        bytecode: descriptorCode,
        args: [weth, stringToHex('ETH', { size: 32 })],
      }),
    ],
  });
  const { positionManager } = await deploy(mineNext, {
    positionManager: [
      deployer,
      encodeDeployData({
        abi: positionManagerAbi,
        bytecode: await readNpmBytecode('positionManager'),
        args: [v3Factory, weth, descriptor],
      }),
    ],
  });
  return { v2Factory, v2Router, v3Factory, v3Router, positionManager };
}

async function deployFeeds(mineNext: MineNext, compiled: Compiled) {
  const { feedKeeper } = await deploy(mineNext, { feedKeeper: [oracle, compiled('FeedKeeper')] });
  const feed = (description: string) =>
    [
      oracle,
      encodeDeployData({ abi: feedAbi, bytecode: compiled('PriceFeed'), args: [description, 8, feedKeeper] }),
    ] as const;
  const { MATIC, AVAX, ...feeds } = await deploy(mineNext, {
    weth: feed('ETH / USD'),
    usdc: feed('USDC / USD'),
    dai: feed('DAI / USD'),
    link: feed('LINK / USD'),
    uni: feed('UNI / USD'),
    wbtc: feed('BTC / USD'),
    MATIC: feed('MATIC / USD'),
    AVAX: feed('AVAX / USD'),
  });
  return { feedKeeper, feeds, coins: { MATIC, AVAX } };
}

/** A Safe of alice and bob, either of whom may act alone. */
async function deploySafe(mineNext: MineNext) {
  const { safeSingleton, safeFactory, safeHandler } = await deploy(mineNext, {
    safeSingleton: [deployer, await readNpmBytecode('safe')],
    safeFactory: [deployer, await readNpmBytecode('safeFactory')],
    safeHandler: [deployer, await readNpmBytecode('safeHandler')],
  });
  const initializer = encodeFunctionData({
    abi: safeAbi,
    functionName: 'setup',
    args: [[alice, bob], 1n, zeroAddress, '0x', safeHandler, zeroAddress, 0n, zeroAddress],
  });
  const data = encodeFunctionData({
    abi: safeFactoryAbi,
    functionName: 'createProxyWithNonce',
    args: [safeSingleton, initializer, 1n],
  });
  const block = await mineNext([{ from: deployer, to: safeFactory, data }]);
  const proxy = block.receipts[0]?.logs.find(
    ({ address }) => address.toLowerCase() === safeFactory.toLowerCase(),
  )?.topics[1];
  if (proxy === undefined) throw new Error('The Safe was not created.');
  return { safe: getAddress(`0x${proxy.slice(26)}`), safeSingleton, safeFactory, safeHandler };
}

/** Puts every contract of the world on an empty chain. */
export async function deployContracts(mineNext: MineNext, cacheDirectory: string): Promise<Contracts> {
  const bytecodes = await compileContracts(cacheDirectory);
  const compiled: Compiled = (name) => {
    const bytecode = bytecodes[name];
    if (bytecode === undefined) throw new Error(`contracts/ has no contract ${name}.`);
    return bytecode;
  };
  const { weth } = await deploy(mineNext, { weth: [deployer, await readNpmBytecode('weth')] });
  const addresses = { weth, ...(await deploy(mineNext, tokenDeployments(compiled))) };
  const exchanges = await deployExchanges(mineNext, weth);
  const { feedKeeper, feeds, coins } = await deployFeeds(mineNext, compiled);
  const others = await deploy(mineNext, {
    collectible: collection(compiled, 'Chain Portraits', 'PORT'),
    freeCollectible: collection(compiled, 'Open Sketches', 'SKETCH'),
    multiToken: [
      artist,
      encodeDeployData({
        abi: multiTokenAbi,
        bytecode: await readNpmBytecode('multiToken'),
        args: ['data:application/json,{"name":"Item {id}"}'],
      }),
    ],
    marketplace: [deployer, compiled('Marketplace')],
    payout: [deployer, compiled('Payout')],
    tradingBot: [marketMaker, compiled('TradingBot')],
    reverter: [deployer, compiled('Reverter')],
    ...protocolDeployments(compiled, addresses, feeds.weth),
  });
  const { vaultShare, ...rest } = others;
  const { safe, ...safeContracts } = await deploySafe(mineNext);
  // The pool creates its two tokens when it is created.
  const createdByPool = (nonce: bigint) => getContractAddress({ from: rest.lendingPool, nonce });
  const lending = { lendingReceipt: createdByPool(1n), lendingDebt: createdByPool(2n) };
  const tokens = describeTokens({ ...addresses, vaultShare, ...lending }, feeds);
  return {
    contracts: { ...exchanges, feedKeeper, ...rest, ...safeContracts },
    tokens,
    nativeFeed: feeds.weth,
    coinFeeds: coins,
    safe,
    creationCode: { piggybank: compiled('Piggybank'), passThrough: compiled('PassThrough') },
  };
}
