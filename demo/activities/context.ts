import type { Address } from 'viem';
import type { Calls } from '../calls/actions.ts';
import { tokenAbi } from '../contracts/abis.ts';
import { type Market, unitsWorth } from '../economy/market.ts';
import {
  type ActivityKind,
  type Deployment,
  type TokenKey,
  type WalletName,
  walletNames,
} from '../economy/world-types.ts';
import type { AccountName } from '../node/accounts.ts';
import type { Chain } from '../node/chain.ts';
import type { Call } from '../node/mining.ts';
import type { Random } from '../node/random.ts';

/** What an activity knows when it decides what to do. */
export type Context = {
  readonly deployment: Deployment;
  readonly calls: Calls;
  readonly chain: Chain;
  readonly random: Random;
  readonly market: Market;
  /** The time of the next block, seconds. */
  now(): number;
};

/** What a transaction means to a watched wallet. */
export type Effect = readonly [wallet: WalletName, kind: ActivityKind];

/** One transaction of an activity, and what it means to whom. */
export type Step = { readonly call: Call; readonly effects: readonly Effect[] };

/** Something that a wallet does, or that is done to it: one transaction or a few in a row. */
export type Activity = {
  readonly name: string;
  /** How often it is chosen, relative to the others. */
  readonly weight: number;
  readonly wallets: readonly WalletName[];
  /** It reads what another activity of the same block could change: it gets its blocks alone. */
  readonly alone?: boolean;
  /** What makes it possible, where it is not always: one sells what one has minted. */
  readonly preparation?: Activity;
  /** Undefined when the wallet cannot do it now. */
  plan(context: Context, wallet: WalletName): Promise<readonly Step[] | undefined>;
};

export const people = ['alice', 'bob', 'carol'] as const satisfies readonly WalletName[];
export const everyone = walletNames;

const outsiders = [
  'dave',
  'erin',
  'frank',
  'grace',
  'heidi',
  'ivan',
] as const satisfies readonly AccountName[];

export const step = (call: Call, ...effects: Effect[]): Step => ({ call, effects });

export const walletOf = ({ deployment }: Context, wallet: WalletName): Address => deployment.wallets[wallet];

/** Somebody whom nobody watches. */
export function outsider({ random, deployment }: Context): Address {
  return deployment.accounts[random.pick(outsiders)];
}

export function otherWallet({ random }: Context, wallet: WalletName): WalletName {
  return random.pick(walletNames.filter((name) => name !== wallet));
}

/** An address that nobody has the key of. */
export function strangeAddress({ random }: Context): Address {
  let digits = '';
  while (digits.length < 40) digits += random.integer(0, 15).toString(16);
  return `0x${digits}`;
}

/** An address with the same first and last digits as one that the victim knows. */
export function imitate(context: Context, known: Address): Address {
  return `0x${known.slice(2, 7)}${strangeAddress(context).slice(7, 37)}${known.slice(37)}`.toLowerCase() as Address;
}

/** An amount of a token that is worth about so many dollars now, with a few significant digits. */
export function amountWorth(
  context: Context,
  key: TokenKey | 'ether',
  lowUsd: number,
  highUsd: number,
): bigint {
  const { asset, decimals } =
    key === 'ether' ? { asset: 'ETH' as const, decimals: 18 } : context.deployment.tokens[key];
  // A token without a market counts as a dollar: its amounts must only look like amounts.
  const price = asset === null ? 1 : context.market.priceUsd(asset, context.now());
  return context.random.part(unitsWorth(highUsd, price, decimals), lowUsd / highUsd, 1);
}

export function tokenBalance({ chain }: Context, token: Address, owner: Address): Promise<bigint> {
  return chain.read(token, tokenAbi, 'balanceOf', [owner]);
}

/** Steps that make sure the wallet has so much of a token: none, or a withdrawal from the exchange. */
export async function provide(
  context: Context,
  wallet: WalletName,
  key: TokenKey,
  amount: bigint,
): Promise<Step[]> {
  const { tokens, accounts } = context.deployment;
  const owner = walletOf(context, wallet);
  if ((await tokenBalance(context, tokens[key].address, owner)) >= amount) return [];
  const deposit = amount * BigInt(context.random.integer(3, 7));
  const kind = key === 'tax' ? 'feeTokenReceive' : 'tokenReceive';
  return [
    step(context.calls.sendToken(tokens[key].address, accounts.exchange, owner, deposit), [wallet, kind]),
  ];
}

/** Steps that let a spender take so much: none, or an approval, for this amount or for ever. */
export async function allow(
  context: Context,
  wallet: WalletName,
  token: Address,
  spender: Address,
  amount: bigint,
): Promise<Step[]> {
  const owner = walletOf(context, wallet);
  if ((await context.chain.read(token, tokenAbi, 'allowance', [owner, spender])) >= amount) return [];
  const exact = context.random.next() < 0.4;
  const call = exact
    ? context.calls.approve(token, owner, spender, amount)
    : context.calls.approve(token, owner, spender);
  return [step(call, [wallet, 'approve'])];
}
