import type { Address } from 'viem';
import type { TokenKey, WalletName } from '../economy/world-types.ts';
import {
  type Activity,
  allow,
  amountWorth,
  type Context,
  everyone,
  otherWallet,
  outsider,
  people,
  provide,
  step,
  walletOf,
} from './context.ts';

const sentTokens: readonly TokenKey[] = [
  'usdc',
  'usdc',
  'usdc',
  'dai',
  'dai',
  'link',
  'uni',
  'wbtc',
  'weth',
  'meme',
];
const receivedTokens: readonly TokenKey[] = [...sentTokens, 'legacy', 'rebasing'];

/** Where people withdraw from and are paid by: mostly the exchange. */
const payer = (context: Context): Address =>
  context.random.next() < 0.6 ? context.deployment.accounts.exchange : outsider(context);

/** Where people send to: now and then back to the exchange. */
const payee = (context: Context): Address =>
  context.random.next() < 0.25 ? context.deployment.accounts.exchange : outsider(context);

async function sendOwnToken(context: Context, wallet: WalletName, to: Address) {
  const key = context.random.pick(sentTokens);
  const amount = amountWorth(context, key, 50, 1_500);
  const funding = await provide(context, wallet, key, amount);
  const call = context.calls.sendToken(
    context.deployment.tokens[key].address,
    walletOf(context, wallet),
    to,
    amount,
  );
  return { funding, call };
}

/** Plain moves of ether and of ERC-20 tokens, approvals, and wrapping. */
export const transferActivities: readonly Activity[] = [
  {
    name: 'send ether',
    weight: 10,
    wallets: people,
    plan: async (context, wallet) => [
      step(
        context.calls.sendEther(
          walletOf(context, wallet),
          payee(context),
          amountWorth(context, 'ether', 20, 2_500),
        ),
        [wallet, 'nativeSend'],
      ),
    ],
  },
  {
    name: 'receive ether',
    weight: 6,
    wallets: everyone,
    plan: async (context, wallet) => [
      step(
        context.calls.sendEther(
          payer(context),
          walletOf(context, wallet),
          amountWorth(context, 'ether', 50, 4_000),
        ),
        [wallet, 'nativeReceive'],
      ),
    ],
  },
  {
    name: 'send ether to oneself',
    weight: 1,
    wallets: people,
    plan: async (context, wallet) => {
      const self = walletOf(context, wallet);
      // Nothing at all, now and then: that is how a stuck transaction is cancelled.
      const wei = context.random.next() < 0.3 ? 0n : amountWorth(context, 'ether', 10, 500);
      return [step(context.calls.sendEther(self, self, wei), [wallet, 'nativeSelfTransfer'])];
    },
  },
  {
    name: 'send ether to another watched wallet',
    weight: 4,
    wallets: people,
    plan: async (context, wallet) => {
      const other = otherWallet(context, wallet);
      const wei = amountWorth(context, 'ether', 100, 2_000);
      return [
        step(
          context.calls.sendEther(walletOf(context, wallet), walletOf(context, other), wei),
          [wallet, 'nativeOwnTransferOut'],
          [other, 'nativeOwnTransferIn'],
        ),
      ];
    },
  },
  {
    name: 'send a token',
    weight: 10,
    wallets: people,
    plan: async (context, wallet) => {
      const { funding, call } = await sendOwnToken(context, wallet, payee(context));
      return [...funding, step(call, [wallet, 'tokenSend'])];
    },
  },
  {
    name: 'receive a token',
    weight: 7,
    wallets: everyone,
    plan: async (context, wallet) => {
      const key = context.random.pick(receivedTokens);
      const token = context.deployment.tokens[key].address;
      const amount = amountWorth(context, key, 100, 3_000);
      const { exchange } = context.deployment.accounts;
      const call = context.calls.sendToken(token, exchange, walletOf(context, wallet), amount);
      return [step(call, [wallet, 'tokenReceive'])];
    },
  },
  {
    name: 'send a token to oneself',
    weight: 1,
    wallets: people,
    plan: async (context, wallet) => {
      const { funding, call } = await sendOwnToken(context, wallet, walletOf(context, wallet));
      return [...funding, step(call, [wallet, 'tokenSelfTransfer'])];
    },
  },
  {
    name: 'send a token to another watched wallet',
    weight: 4,
    wallets: people,
    plan: async (context, wallet) => {
      const other = otherWallet(context, wallet);
      const { funding, call } = await sendOwnToken(context, wallet, walletOf(context, other));
      return [...funding, step(call, [wallet, 'tokenOwnTransferOut'], [other, 'tokenOwnTransferIn'])];
    },
  },
  {
    name: 'approve',
    weight: 2,
    wallets: people,
    plan: async (context, wallet) => {
      const { contracts, tokens } = context.deployment;
      const spender = context.random.pick([contracts.v2Router, contracts.v3Router]);
      const token = tokens[context.random.pick(sentTokens)].address;
      return [step(context.calls.approve(token, walletOf(context, wallet), spender), [wallet, 'approve'])];
    },
  },
  {
    name: 'revoke',
    weight: 2,
    wallets: people,
    plan: async (context, wallet) => {
      const { contracts, tokens } = context.deployment;
      const spender = context.random.pick([contracts.v2Router, contracts.v3Router]);
      const token = tokens[context.random.pick(sentTokens)].address;
      const approvals = await allow(context, wallet, token, spender, 1n);
      return [
        ...approvals,
        step(context.calls.revoke(token, walletOf(context, wallet), spender), [wallet, 'revoke']),
      ];
    },
  },
  {
    name: 'wrap',
    weight: 3,
    wallets: people,
    plan: async (context, wallet) => [
      step(context.calls.wrap(walletOf(context, wallet), amountWorth(context, 'ether', 100, 2_000)), [
        wallet,
        'wrap',
      ]),
    ],
  },
  {
    name: 'unwrap',
    weight: 3,
    wallets: people,
    plan: async (context, wallet) => {
      const wei = amountWorth(context, 'weth', 50, 1_500);
      const funding = await provide(context, wallet, 'weth', wei);
      return [...funding, step(context.calls.unwrap(walletOf(context, wallet), wei), [wallet, 'unwrap'])];
    },
  },
];
