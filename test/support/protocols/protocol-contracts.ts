/** The contracts of the protocols' chain, and how they are put on it. */
import {
  type Address,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  maxUint256,
  numberToHex,
  parseAbi,
  parseEther,
  parseUnits,
  type TransactionReceipt,
} from 'viem';
import { farmAbi, feedAbi, lendingPoolAbi, stakingAbi, tokenAbi } from '../../../demo/contracts/abis.ts';
import { v2FactoryAbi, v2RouterAbi } from '../../../demo/contracts/abis-uniswap.ts';
import {
  compileContracts,
  defaultCacheDirectory,
  readNpmBytecode,
} from '../../../demo/contracts/artifacts.ts';
import type { createClient } from '../../../demo/node/mining.ts';
import { lowerAddress } from '../../../src/domain/address.ts';
import { type AssetName, assets } from './protocol-assets.ts';

const depositContract = '0x00000000219ab540356cbb839cbe05303d7705fa';
/** GPv2Settlement, which is believed at its own address alone. */
const settlement: Address = '0x9008d19f58aabd9ed0d60971565aa8510560ab41';

export const savingsAbi = parseAbi([
  'constructor(address asset, uint8 decimals, uint256 rate)',
  'function receipt() view returns (address)',
  'function supply(address reserve, uint256 amount, address onBehalfOf, uint16 referralCode)',
  'function withdraw(address reserve, uint256 amount, address to) returns (uint256)',
]);
export const depositAbi = parseAbi([
  'function deposit(bytes pubkey, bytes withdrawal_credentials, bytes signature, bytes32 root) payable',
]);
export const escrowAbi = parseAbi([
  'constructor(address wrapper, address settlement)',
  'function createOrder(address buyToken, uint256 buyAmount) payable returns (uint256)',
  'function invalidateOrder(uint256 id)',
]);
export const settlementAbi = parseAbi(['function settle(address escrow, uint256 id, uint256 bought)']);
const pairAbi = parseAbi(['function getPair(address, address) view returns (address)']);

/** Who sends what; without `to` it creates a contract. */
export interface Call {
  readonly from: Address;
  readonly to?: Address;
  readonly data?: Hex;
  readonly value?: bigint;
}

export interface ProtocolContracts {
  readonly staking: Address;
  readonly farm: Address;
  readonly savings: Address;
  readonly lendingPool: Address;
  readonly lendingDebt: Address;
  readonly deposit: Address;
  readonly escrow: Address;
  readonly settlement: Address;
  readonly router: Address;
  readonly tokens: Readonly<Record<AssetName, Address>>;
  readonly feeds: Readonly<Record<AssetName, Address>>;
  /** What the lending pool takes collateral for: a twentieth more than its price, so that its bonus costs nobody anything. */
  readonly collateralFeed: Address;
}

/** Whom the outside world is. */
export const outside = lowerAddress(`0x${'f00d'.padStart(40, '0')}`);

/** A node at work, and its time. */
export interface Running {
  readonly client: ReturnType<typeof createClient>;
  time: number;
}

/** Mines the calls in one block, a minute after the last one; all of them succeed. */
export async function mine(running: Running, calls: readonly Call[]): Promise<TransactionReceipt[]> {
  const { reader, tester } = running.client;
  const hashes = await Promise.all(
    calls.map(({ from, to, data, value = 0n }) =>
      reader.request<{ Parameters: unknown[]; ReturnType: Hex }>({
        method: 'eth_sendTransaction',
        params: [
          {
            ...{ from, gas: numberToHex(8_000_000), gasPrice: '0x3b9aca00' },
            ...{ value: numberToHex(value), ...(to && { to }), ...(data && { data }) },
          },
        ],
      }),
    ),
  );
  running.time += 60;
  await tester.setNextBlockTimestamp({ timestamp: BigInt(running.time) });
  await tester.request<{ Parameters: unknown[]; ReturnType: unknown }>({ method: 'evm_mine', params: [] });
  const receipts = await Promise.all(hashes.map((hash) => reader.getTransactionReceipt({ hash })));
  for (const [index, { status, transactionHash }] of receipts.entries()) {
    if (status !== 'success') throw new Error(`call ${index} failed: ${transactionHash}`);
  }
  return receipts;
}

async function createAll<Name extends string>(
  running: Running,
  codes: Readonly<Record<Name, Hex>>,
): Promise<Record<Name, Address>> {
  const names = Object.keys(codes) as Name[];
  const receipts = await mine(
    running,
    names.map((name) => ({ from: outside, data: codes[name] })),
  );
  const created = names.map((name, index) => {
    const address = receipts[index]?.contractAddress;
    if (address == null) throw new Error(`${name} was not created`);
    return [name, lowerAddress(address)];
  });
  return Object.fromEntries(created);
}

type Compiled = (name: string) => Hex;

async function createTokens(running: Running, compiled: Compiled) {
  const token = (name: string, symbol: string, decimals: number) =>
    encodeDeployData({ abi: tokenAbi, bytecode: compiled('Token'), args: [name, symbol, decimals] });
  return createAll(running, {
    WETH: await readNpmBytecode('weth'),
    USDC: token('USD Coin', 'USDC', 6),
    LINK: token('ChainLink Token', 'LINK', 18),
    GRDN: token('Garden Rewards', 'GRDN', 18),
    factory: encodeDeployData({
      abi: v2FactoryAbi,
      bytecode: await readNpmBytecode('v2Factory'),
      args: [outside],
    }),
    keeper: compiled('FeedKeeper'),
    settlementCode: compiled('OrderSettlement'),
    depositCode: compiled('DepositContract'),
  });
}

async function createFeeds(running: Running, compiled: Compiled, keeper: Address) {
  const names: readonly AssetName[] = Object.keys(assets) as AssetName[];
  const feed = (name: string): Hex =>
    encodeDeployData({ abi: feedAbi, bytecode: compiled('PriceFeed'), args: [`${name} / USD`, 8, keeper] });
  const codes = [...names, 'collateral'].map((name) => [name, feed(name)] as const);
  return createAll<AssetName | 'collateral'>(running, Object.fromEntries(codes) as never);
}

/** Puts what was made at one address at another, which is known to be of a protocol. */
async function moveCode({ client: { tester, reader } }: Running, from: Address, to: Address): Promise<void> {
  const code = await reader.getCode({ address: from });
  if (code === undefined) throw new Error('no code');
  await tester.setCode({ address: to, bytecode: code });
}

const yearly = 600n;

async function createProtocols(running: Running, compiled: Compiled) {
  const made = await createTokens(running, compiled);
  const { collateral: collateralFeed, ...feeds } = await createFeeds(running, compiled, made.keeper);
  const protocols = await createAll(running, {
    staking: encodeDeployData({
      abi: stakingAbi,
      bytecode: compiled('StakingRewards'),
      args: [made.LINK, made.GRDN, 3_000_000_000n],
    }),
    farm: encodeDeployData({ abi: farmAbi, bytecode: compiled('Farm'), args: [made.GRDN] }),
    savings: encodeDeployData({
      abi: savingsAbi,
      bytecode: compiled('SavingsPool'),
      args: [made.USDC, 6, yearly],
    }),
    lendingPool: encodeDeployData({
      abi: lendingPoolAbi,
      bytecode: compiled('LendingPool'),
      args: [made.WETH, made.USDC, collateralFeed],
    }),
    escrow: encodeDeployData({
      abi: escrowAbi,
      bytecode: compiled('OrderEscrow'),
      args: [made.WETH, settlement],
    }),
    router: encodeDeployData({
      abi: v2RouterAbi,
      bytecode: await readNpmBytecode('v2Router'),
      args: [made.factory, made.WETH],
    }),
  });
  await moveCode(running, made.depositCode, depositContract);
  await moveCode(running, made.settlementCode, settlement);
  return { made, feeds, collateralFeed, protocols };
}

const call = (to: Address, data: Hex): Call => ({ from: outside, to, data });
const mint = (token: Address, to: Address, value: bigint): Call =>
  call(token, encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args: [to, value] }));
const approve = (token: Address, spender: Address): Call =>
  call(token, encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args: [spender, maxUint256] }));

/** Gives the protocols what they pay out, and opens the pool whose shares are farmed. */
async function fillProtocols(
  running: Running,
  { made, protocols }: Awaited<ReturnType<typeof createProtocols>>,
): Promise<Address> {
  const { LINK, USDC, GRDN, WETH } = made;
  const { router, staking, farm, savings, lendingPool } = protocols;
  const million = parseUnits('1000000', 6);
  await mine(running, [
    { from: outside, to: WETH, value: parseEther('100000') },
    ...[LINK, GRDN].map((token) => mint(token, outside, parseEther('10000000'))),
    mint(USDC, outside, 100n * million),
    ...[savings, lendingPool, settlement].map((to) => mint(USDC, to, 10n * million)),
    ...[staking, farm].map((to) => mint(GRDN, to, parseEther('1000000'))),
    ...[LINK, USDC].map((token) => approve(token, router)),
    approve(USDC, lendingPool),
    call(
      router,
      encodeFunctionData({
        abi: v2RouterAbi,
        functionName: 'addLiquidity',
        args: [LINK, USDC, parseEther('100000'), million, 0n, 0n, outside, maxUint256],
      }),
    ),
  ]);
  const { reader } = running.client;
  const shares = lowerAddress(
    await reader.readContract({
      ...{ address: made.factory, abi: pairAbi, functionName: 'getPair', args: [LINK, USDC] },
    }),
  );
  const rate = 10n ** 15n;
  await mine(running, [
    call(farm, encodeFunctionData({ abi: farmAbi, functionName: 'add', args: [shares, rate] })),
  ]);
  return shares;
}

/** Puts everything on an empty chain; `keeper` tells all feeds their answers. */
export async function deployProtocols(
  running: Running,
): Promise<{ contracts: ProtocolContracts; keeper: Address }> {
  const { client } = running;
  await client.tester.setBalance({ address: outside, value: parseEther('10000000') });
  const codes = await compileContracts(defaultCacheDirectory);
  const compiled = (name: string): Hex => {
    const code = codes[name];
    if (code === undefined) throw new Error(`there is no contract ${name}`);
    return code;
  };
  const parts = await createProtocols(running, compiled);
  const shares = await fillProtocols(running, parts);
  const { made, feeds, collateralFeed, protocols } = parts;
  const read = async (address: Address, functionName: 'receipt' | 'debt') =>
    lowerAddress(await client.reader.readContract({ address, abi: lendingPoolAbi, functionName }));
  const contracts: ProtocolContracts = {
    ...{ ...protocols, deposit: depositContract, settlement, feeds, collateralFeed },
    lendingDebt: await read(protocols.lendingPool, 'debt'),
    tokens: {
      ...{ ETH: lowerAddress(`0x${'0'.repeat(40)}`), WETH: made.WETH, USDC: made.USDC, LINK: made.LINK },
      ...{ GRDN: made.GRDN, shares, lagUSDC: await read(protocols.savings, 'receipt') },
      lagWETH: await read(protocols.lendingPool, 'receipt'),
    },
  };
  return { contracts, keeper: made.keeper };
}
