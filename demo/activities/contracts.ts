import { getContractAddress } from 'viem';
import type { TokenKey } from '../economy/world-types.ts';
import {
  type Activity,
  allow,
  amountWorth,
  type Context,
  everyone,
  imitate,
  otherWallet,
  outsider,
  people,
  provide,
  step,
  strangeAddress,
  tokenBalance,
  walletOf,
} from './context.ts';

const addressOf = ({ deployment }: Context, key: TokenKey) => deployment.tokens[key].address;

/** The Safe acts when one of its owners sends the transaction. */
const safeOwner = ({ random }: Context) => random.pick(['alice', 'bob'] as const);

const safeActivities: readonly Activity[] = [
  {
    name: 'pay ether from the Safe',
    weight: 6,
    wallets: ['safe'],
    plan: async (context, wallet) => {
      const owner = safeOwner(context);
      const wei = amountWorth(context, 'ether', 50, 800);
      const receiver = context.random.next() < 0.4 ? otherWallet(context, wallet) : undefined;
      const to = receiver === undefined ? outsider(context) : walletOf(context, receiver);
      const call = context.calls.safePayEther(walletOf(context, owner), to, wei);
      if (receiver === undefined) return [step(call, [owner, 'safeExecution'], [wallet, 'safePayEther'])];
      return [
        step(call, [owner, 'safeExecution'], [wallet, 'safePayEther'], [receiver, 'nativeOwnTransferIn']),
      ];
    },
  },
  {
    name: 'pay a token from the Safe',
    weight: 6,
    wallets: ['safe'],
    plan: async (context, wallet) => {
      const owner = safeOwner(context);
      const key = context.random.pick(['usdc', 'usdc', 'dai', 'link'] as const);
      const amount = amountWorth(context, key, 100, 1_500);
      const funding = await provide(context, wallet, key, amount);
      const token = addressOf(context, key);
      const call = context.calls.safePayToken(walletOf(context, owner), token, outsider(context), amount);
      return [...funding, step(call, [owner, 'safeExecution'], [wallet, 'safePayToken'])];
    },
  },
];

const attackActivities: readonly Activity[] = [
  {
    name: 'spam airdrop',
    weight: 2,
    wallets: everyone,
    plan: async (context) => {
      const strangers = Array.from({ length: 30 }, () => strangeAddress(context));
      const recipients = context.random.shuffle([...Object.values(context.deployment.wallets), ...strangers]);
      const call = context.calls.airdropSpam(recipients, 5_000n * 10n ** 18n);
      return [step(call, ...everyone.map((wallet) => [wallet, 'spamAirdrop'] as const))];
    },
  },
  {
    name: 'forged transfer',
    weight: 2,
    wallets: everyone,
    plan: async (context, wallet) => {
      const victim = walletOf(context, wallet);
      const to = imitate(context, outsider(context));
      const call = context.calls.forgeTransfer(victim, to, amountWorth(context, 'usdc', 100, 2_000));
      return [step(call, [wallet, 'forgedTransfer'])];
    },
  },
  {
    name: 'zero-value poisoning',
    weight: 2,
    wallets: everyone,
    plan: async (context, wallet) => {
      const token = addressOf(context, context.random.pick(['usdc', 'dai'] as const));
      const to = imitate(context, outsider(context));
      return [
        step(context.calls.poison(token, walletOf(context, wallet), to), [wallet, 'zeroValuePoisoning']),
      ];
    },
  },
  {
    name: 'look-alike token',
    weight: 1,
    wallets: everyone,
    plan: async (context, wallet) => {
      const call = context.calls.sendLookAlike(
        walletOf(context, wallet),
        amountWorth(context, 'usdc', 500, 5_000),
      );
      return [step(call, [wallet, 'lookAlikeReceive'])];
    },
  },
];

const failureActivities: readonly Activity[] = [
  {
    name: 'call that reverts',
    weight: 1.5,
    wallets: people,
    plan: async (context, wallet) => {
      // With value, too: nothing of it may move.
      const wei = context.random.next() < 0.5 ? amountWorth(context, 'ether', 10, 300) : 0n;
      const call = context.calls.callInVain(walletOf(context, wallet), wei, context.random.next() < 0.5);
      return [step(call, [wallet, 'revertedCall'])];
    },
  },
  {
    name: 'transfer of more than there is',
    weight: 1,
    wallets: people,
    plan: async (context, wallet) => {
      const token = addressOf(context, context.random.pick(['usdc', 'link'] as const));
      const call = context.calls.sendTokenInVain(token, walletOf(context, wallet), outsider(context));
      return [step(call, [wallet, 'revertedTokenSend'])];
    },
  },
];

/** Ether paid by internal calls, by creations, and by SELFDESTRUCT. */
const internalActivities: readonly Activity[] = [
  {
    name: 'internal payout',
    weight: 3,
    wallets: everyone,
    plan: async (context, wallet) => {
      const recipients = [walletOf(context, wallet), outsider(context), outsider(context)];
      const call = context.calls.payInternally(
        outsider(context),
        recipients,
        amountWorth(context, 'ether', 200, 900),
      );
      return [step(call, [wallet, 'internalPayout'])];
    },
  },
  {
    name: 'internal payout beside a reverted one',
    weight: 1.5,
    wallets: everyone,
    plan: async (context, wallet) => {
      const [kept, lost] = [amountWorth(context, 'ether', 20, 200), amountWorth(context, 'ether', 300, 900)];
      const call = context.calls.payWithRevertedBranch(
        outsider(context),
        walletOf(context, wallet),
        kept,
        lost,
      );
      return [step(call, [wallet, 'internalPayoutWithRevert'])];
    },
  },
  {
    name: 'create a contract',
    weight: 1,
    wallets: people,
    plan: async (context, wallet) => [
      step(context.calls.createPiggybank(walletOf(context, wallet), 0n), [wallet, 'contractCreation']),
    ],
  },
  {
    name: 'create a contract with value, then close it',
    weight: 1.5,
    wallets: people,
    alone: true,
    plan: async (context, wallet) => {
      const creator = walletOf(context, wallet);
      const nonce = BigInt(await context.chain.transactionCount(creator));
      const piggybank = getContractAddress({ from: creator, nonce });
      const receiver = context.random.pick(everyone);
      const wei = amountWorth(context, 'ether', 50, 500);
      return [
        step(context.calls.createPiggybank(creator, wei), [wallet, 'contractCreationWithValue']),
        step(context.calls.closePiggybank(creator, piggybank, walletOf(context, receiver)), [
          receiver,
          'selfdestructPayout',
        ]),
      ];
    },
  },
  {
    name: 'create a contract that passes its value on at once',
    weight: 1,
    wallets: people,
    plan: async (context, wallet) => {
      const receiver = otherWallet(context, wallet);
      const wei = amountWorth(context, 'ether', 20, 200);
      const call = context.calls.createPassThrough(
        walletOf(context, wallet),
        walletOf(context, receiver),
        wei,
      );
      return [step(call, [wallet, 'selfdestructInCreation'], [receiver, 'selfdestructPayout'])];
    },
  },
];

const depositIntoVault: Activity = {
  name: 'deposit into the vault',
  weight: 2,
  wallets: people,
  plan: async (context, wallet) => {
    const amount = amountWorth(context, 'dai', 200, 2_000);
    const vault = addressOf(context, 'vaultShare');
    return [
      ...(await provide(context, wallet, 'dai', amount)),
      ...(await allow(context, wallet, addressOf(context, 'dai'), vault, amount)),
      step(context.calls.depositVault(walletOf(context, wallet), amount), [wallet, 'vaultDeposit']),
    ];
  },
};

const incomeActivities: readonly Activity[] = [
  {
    name: 'send the fee-on-transfer token',
    weight: 1,
    wallets: people,
    plan: async (context, wallet) => {
      const amount = amountWorth(context, 'tax', 20, 200);
      const funding = await provide(context, wallet, 'tax', amount);
      const call = context.calls.sendToken(
        addressOf(context, 'tax'),
        walletOf(context, wallet),
        outsider(context),
        amount,
      );
      return [...funding, step(call, [wallet, 'feeTokenSend'])];
    },
  },
  {
    name: 'receive the fee-on-transfer token',
    weight: 1,
    wallets: everyone,
    plan: async (context, wallet) => {
      const amount = amountWorth(context, 'tax', 50, 500);
      const { exchange } = context.deployment.accounts;
      const call = context.calls.sendToken(
        addressOf(context, 'tax'),
        exchange,
        walletOf(context, wallet),
        amount,
      );
      return [step(call, [wallet, 'feeTokenReceive'])];
    },
  },
  {
    name: 'claim rewards',
    weight: 3,
    wallets: people,
    plan: async (context, wallet) => [
      step(context.calls.claimRewards(walletOf(context, wallet)), [wallet, 'rewardClaim']),
    ],
  },
  depositIntoVault,
  {
    name: 'redeem from the vault',
    preparation: depositIntoVault,
    weight: 2,
    wallets: people,
    plan: async (context, wallet) => {
      const owner = walletOf(context, wallet);
      const shares = await tokenBalance(context, addressOf(context, 'vaultShare'), owner);
      if (shares === 0n) return undefined;
      const redeemed = context.random.next() < 0.3 ? shares : context.random.part(shares, 0.2, 0.8);
      return [step(context.calls.redeemVault(owner, redeemed), [wallet, 'vaultRedeem'])];
    },
  },
];

/** What contracts do to wallets, for better and worse. */
export const contractActivities: readonly Activity[] = [
  ...safeActivities,
  ...attackActivities,
  ...failureActivities,
  ...internalActivities,
  ...incomeActivities,
];
