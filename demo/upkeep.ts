import { type Address, parseEther } from 'viem';
import { type Context, type Effect, type Step, step } from './activities/context.ts';
import { currencyCoins, type PricedAsset } from './economy/market.ts';
import { rebalancePools } from './economy/rebalance.ts';
import { type TokenKey, tokenKeys, walletNames } from './economy/world-types.ts';

const feedDecimals = 8;

/** One transaction that brings every price feed up to date with the market. */
function feedUpdate(context: Context): Step {
  const { tokens, feeds: worldFeeds } = context.deployment;
  const feeds: Address[] = [];
  const answers: bigint[] = [];
  const add = (feed: Address, asset: PricedAsset): void => {
    feeds.push(feed);
    answers.push(BigInt(Math.round(context.market.priceUsd(asset, context.now()) * 10 ** feedDecimals)));
  };
  for (const key of tokenKeys) {
    const { feed, asset } = tokens[key];
    if (feed !== null && asset !== null) add(feed, asset);
  }
  for (const coin of currencyCoins) add(worldFeeds.coins[coin], coin);
  return step(context.calls.updateFeeds(feeds, answers, context.now()));
}

/** What the market itself does in a round: the oracle answers, and every pool follows. */
export async function marketMoves(context: Context): Promise<Step[]> {
  const { deployment, chain, market } = context;
  return [feedUpdate(context), step(await rebalancePools(chain, deployment, market, context.now()))];
}

/** Now and then the world itself changes: a rebase, interest for the vault, a feed that changes its aggregator. */
export function rareEvents(context: Context, round: number): Step[] {
  const { deployment, calls } = context;
  const { tokens, accounts, feeds } = deployment;
  const steps: Step[] = [];
  if (round % 20 === 10) steps.push(step(calls.rebase(1000n + BigInt(round / 2))));
  if (round % 15 === 7) {
    const interest = parseEther('120');
    steps.push(
      step(calls.sendToken(tokens.dai.address, accounts.exchange, tokens.vaultShare.address, interest)),
    );
  }
  if (round % 60 === 40) steps.push(step(calls.startFeedPhase(feeds.nativeUsd)));
  return steps;
}

const lowEther: Readonly<Record<(typeof walletNames)[number], bigint>> = {
  alice: parseEther('4'),
  bob: parseEther('4'),
  carol: parseEther('4'),
  safe: parseEther('2'),
};

/** Deposits from the exchange for wallets that run out of ether: what they do must not fail for want of it. */
export async function refills(context: Context): Promise<Step[]> {
  const { wallets, accounts } = context.deployment;
  const balances = await Promise.all(walletNames.map((wallet) => context.chain.balance(wallets[wallet])));
  return walletNames.flatMap((wallet, index) => {
    if ((balances[index] ?? 0n) >= lowEther[wallet]) return [];
    const wei = parseEther(String(context.random.integer(6, 14)));
    return [
      step(context.calls.sendEther(accounts.exchange, wallets[wallet], wei), [wallet, 'nativeReceive']),
    ];
  });
}

const firstEther: Readonly<Record<(typeof walletNames)[number], number>> = {
  alice: 24,
  bob: 15,
  carol: 9,
  safe: 12,
};
const firstTokens: readonly (readonly [
  wallet: (typeof walletNames)[number],
  key: TokenKey,
  units: bigint,
])[] = [
  ['alice', 'usdc', 12_000n],
  ['bob', 'dai', 8_000n],
  ['carol', 'usdc', 5_000n],
  ['safe', 'usdc', 20_000n],
];

/** The first deposits of the watched wallets: all that they ever own comes by a transaction. */
export function firstDeposits(context: Context): Step[] {
  const { deployment, calls } = context;
  const { wallets, accounts, tokens } = deployment;
  const ether = walletNames.map((wallet) => {
    const effect: Effect = [wallet, 'nativeReceive'];
    return step(
      calls.sendEther(accounts.exchange, wallets[wallet], parseEther(String(firstEther[wallet]))),
      effect,
    );
  });
  const deposits = firstTokens.map(([wallet, key, units]) => {
    const { address, decimals } = tokens[key];
    const effect: Effect = [wallet, 'tokenReceive'];
    return step(
      calls.sendToken(address, accounts.exchange, wallets[wallet], units * 10n ** BigInt(decimals)),
      effect,
    );
  });
  return [...ether, ...deposits];
}
