/** What the chain says of a wallet: what it has, what farms have of it, and what it owes. */
import { type Address, parseAbiItem } from 'viem';
import { farmAbi, stakingAbi, tokenAbi } from '../../../demo/contracts/abis.ts';
import type { Actor } from './actor.ts';
import type { Scene } from './acts.ts';
import type { AssetName } from './protocol-assets.ts';

const transferEvent = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)');

/** What the wallet itself has, as the chain says. */
export async function balanceOf({ chain }: Scene, { address }: Actor, asset: AssetName): Promise<bigint> {
  const { reader } = chain.client;
  if (asset === 'ETH') return reader.getBalance({ address });
  const token = chain.contracts.tokens[asset];
  return reader.readContract({ address: token, abi: tokenAbi, functionName: 'balanceOf', args: [address] });
}

/** The same of every asset; of receipts, whose interest is told when they move, what their logs add up to. */
export async function balancesOf(scene: Scene, actor: Actor): Promise<Record<AssetName, bigint>> {
  const { tokens } = scene.chain.contracts;
  const logged = async (token: Address) => (await loggedBalance(scene, actor, token)).amount;
  const own = (asset: AssetName) => balanceOf(scene, actor, asset);
  return {
    ...{ ETH: await own('ETH'), WETH: await own('WETH'), USDC: await own('USDC') },
    ...{ LINK: await own('LINK'), GRDN: await own('GRDN'), shares: await own('shares') },
    ...{ lagUSDC: await logged(tokens.lagUSDC), lagWETH: await logged(tokens.lagWETH) },
  };
}

/** What a token's logs add up to for the wallet, and the block of the last of them. */
async function loggedBalance(
  { chain }: Scene,
  { address }: Actor,
  token: Address,
): Promise<{ amount: bigint; block: bigint }> {
  const { reader } = chain.client;
  const all = { address: token, event: transferEvent, fromBlock: 0n } as const;
  const into = await reader.getLogs({ ...all, args: { to: address } });
  const out = await reader.getLogs({ ...all, args: { from: address } });
  const sum = (logs: typeof into): bigint => logs.reduce((whole, { args }) => whole + (args.value ?? 0n), 0n);
  const block = [...into, ...out].reduce(
    (last, { blockNumber }) => (blockNumber > last ? blockNumber : last),
    0n,
  );
  return { amount: sum(into) - sum(out), block };
}

/** What the farms say that they have of the wallet's. */
export async function farmed(
  { chain }: Scene,
  { address }: Actor,
): Promise<{ LINK: bigint; shares: bigint }> {
  const { reader } = chain.client;
  const { staking, farm: pools } = chain.contracts;
  return {
    LINK: await reader.readContract({
      ...{ address: staking, abi: stakingAbi, functionName: 'balanceOf', args: [address] },
    }),
    shares: await reader.readContract({
      ...{ address: pools, abi: farmAbi, functionName: 'amountOf', args: [0n, address] },
    }),
  };
}

/** What the wallet owes: by the logs of its debt's token, and by that token itself when it last told. */
export async function owed(scene: Scene, actor: Actor): Promise<{ logged: bigint; balance: bigint }> {
  const { reader } = scene.chain.client;
  const { lendingDebt } = scene.chain.contracts;
  const { amount, block: blockNumber } = await loggedBalance(scene, actor, lendingDebt);
  const balance = await reader.readContract({
    ...{ address: lendingDebt, abi: tokenAbi, functionName: 'balanceOf', args: [actor.address], blockNumber },
  });
  return { logged: amount, balance };
}
