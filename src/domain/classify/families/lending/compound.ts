import type { EventFlow, EventRule, Family, Seen } from '../../evidence/family.ts';
import { gives, movesOwnToken, rule, takes } from '../../evidence/family.ts';
import { paidTo } from '../../evidence/token-logs.ts';

/** The part for which the market's own token is minted, or burned, is a deposit, the rest a loan. */
const supplied = (seen: Seen): EventFlow[] => [gives(movesOwnToken(seen) ? 'deposit' : 'repay', 'amount')];
/** Comet lends what it holds; Inverse's market logs the same where an account of the wallet gives collateral back. */
function withdrawn(seen: Seen): EventFlow[] {
  const isLent = !movesOwnToken(seen) && seen.evidence.normalized.transferParties.has(seen.emitter);
  return [takes(isLent ? 'borrow' : 'withdraw', 'amount')];
}

const minted = [gives('deposit', 'amount'), takes('receipt', 'tokens', { token: 'emitter' })];

/** What was seized pays the debt in the market that logs: of the token that it was paid with. */
function liquidated({ values, emitter, evidence }: Seen): EventFlow[] {
  const settles = paidTo({ contract: emitter, amount: values.number('repaid') }, evidence);
  return [gives('liquidation', 'seized', { token: 'collateral', ...(settles !== null && { settles }) })];
}

/** Compound 2 and 3 and their forks (Venus, Benqi, Moonwell). Source: their token, Comet and rewards contracts. */
export const compound: Family = {
  name: 'Compound',
  events: [
    {
      event: 'Supply(address* from, address* dst, uint256 amount)',
      wallet: ['from', 'dst'],
      owner: 'dst',
      flows: supplied,
      emitter: 'anyone',
    },
    {
      event: 'Withdraw(address* src, address* to, uint256 amount)',
      wallet: ['src', 'to'],
      owner: 'src',
      flows: withdrawn,
      emitter: 'anyone',
    },
    {
      event: 'SupplyCollateral(address* from, address* dst, address* asset, uint256 amount)',
      wallet: ['from', 'dst'],
      owner: 'dst',
      flows: [gives('deposit', 'amount')],
      emitter: 'anyone',
    },
    {
      event: 'WithdrawCollateral(address* src, address* to, address* asset, uint256 amount)',
      wallet: ['src', 'to'],
      owner: 'src',
      flows: [takes('withdraw', 'amount')],
      emitter: 'anyone',
    },
    {
      event: 'RewardClaimed(address* src, address* recipient, address* token, uint256 amount)',
      wallet: ['src', 'recipient'],
      flows: [takes('reward', 'amount', { token: 'token' })],
    },
    // Version 2
    {
      event: 'Mint(address minter, uint256 amount, uint256 tokens)',
      wallet: ['minter'],
      flows: minted,
    },
    {
      event: 'Redeem(address redeemer, uint256 amount, uint256 tokens)',
      wallet: ['redeemer'],
      flows: [takes('withdraw', 'amount'), gives('receipt', 'tokens', { token: 'emitter' })],
    },
    // Venus: its first pools index nothing, the later ones who it is
    ...['address', 'address*'].flatMap((who): EventRule[] => [
      {
        event: `Mint(${who} minter, uint256 amount, uint256 tokens, uint256 total)`,
        wallet: ['minter'],
        flows: (seen) => (movesOwnToken(seen) ? minted : []),
      },
      {
        event: `Redeem(${who} redeemer, uint256 amount, uint256 tokens, uint256 total)`,
        wallet: ['redeemer'],
        // A fee of the treasury is taken out of it.
        flows: (seen) =>
          movesOwnToken(seen)
            ? [
                takes('withdraw', null, { isWithEmitter: true }),
                gives('receipt', 'tokens', { token: 'emitter' }),
              ]
            : [],
      },
      {
        event: `Borrow(${who} borrower, uint256 amount, uint256 accountBorrows, uint256 totalBorrows)`,
        wallet: ['borrower'],
        flows: [takes('borrow', 'amount')],
      },
      {
        event: `RepayBorrow(${who} payer, ${who} borrower, uint256 amount, uint256 accountBorrows, uint256 totalBorrows)`,
        wallet: ['payer'],
        flows: [gives('repay', 'amount')],
      },
    ]),
    {
      event: 'MintBehalf(address payer, address receiver, uint256 amount, uint256 tokens, uint256 total)',
      wallet: ['payer'],
      owner: 'receiver',
      flows: [gives('deposit', 'amount')],
    },
    // A contract that pays what the wallet gave it is named in its place.
    {
      event:
        'RepayBorrow(address payer, address borrower, uint256 amount, uint256 accountBorrows, uint256 totalBorrows)',
      wallet: ['borrower'],
      flows: [gives('repay', 'amount')],
      isOwnAct: true,
      emitter: 'anyone',
    },
    // What is paid out is the sum of many markets, some of which were counted before; Venus and Moonwell tell at each action, paid or not.
    ...[
      'DistributedSupplierComp(address* market, address* user, uint256 amount, uint256 index)',
      'DistributedBorrowerComp(address* market, address* user, uint256 amount, uint256 index)',
      'DistributedSupplierVenus(address* market, address* user, uint256 amount, uint256 index)',
      'DistributedBorrowerVenus(address* market, address* user, uint256 amount, uint256 index)',
      'DistributedSupplierRewardToken(address* market, address* user, uint256 amount, uint256 total, uint256 index)',
      'DistributedBorrowerRewardToken(address* market, address* user, uint256 amount, uint256 total, uint256 index)',
      'DisbursedSupplierRewards(address* market, address* user, address* token, uint256 total)',
      'DisbursedBorrowerRewards(address* market, address* user, address* token, uint256 total)',
    ].map((event) => rule(event, [takes('reward', null, { isWithEmitter: true })])),
    {
      event:
        'LiquidateBorrow(address liquidator, address borrower, uint256 repaid, address collateral, uint256 seized)',
      wallet: ['borrower'],
      flows: liquidated,
      emitter: 'anyone',
    },
  ],
};
