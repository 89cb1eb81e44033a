import { type Family, gives, takes } from '../evidence/family.ts';

/** Farming with borrowed money. Source: Extra Finance's positions and reserves. */
export const farming: Family = {
  name: 'leveraged farming',
  events: [
    {
      event:
        'InvestToVaultPosition(uint256* vault, uint256* position, address* user, uint256 given0, uint256 given1, uint256 borrowed0, uint256 borrowed1, uint256 liquidity)',
      wallet: ['user'],
      flows: [gives('deposit', ['given0', 'given1']), takes('borrow', ['borrowed0', 'borrowed1'])],
    },
    {
      event:
        'ExactRepay(uint256* vault, uint256* position, address* user, address payer, uint256 paid0, uint256 paid1)',
      wallet: ['user', 'payer'],
      flows: [gives('repay', ['paid0', 'paid1'])],
      emitter: 'anyone',
    },
    {
      event:
        'CloseVaultPositionPartially(uint256* vault, uint256* position, address* user, uint16 share, uint256 got0, uint256 got1, uint256 paid0, uint256 paid1)',
      wallet: ['user'],
      flows: [takes('withdraw', ['got0', 'got1'])],
      emitter: 'anyone',
    },
    {
      event:
        'Deposited(uint256* reserve, address* user, address owner, uint256 amount, uint256 shares, uint16* referral)',
      wallet: ['user', 'owner'],
      owner: 'owner',
      flows: [gives('deposit', 'amount')],
      emitter: 'anyone',
    },
    {
      event: 'Redeemed(uint256* reserve, address* user, address* to, uint256 shares, uint256 amount)',
      wallet: ['user', 'to'],
      flows: [takes('withdraw', 'amount')],
      emitter: 'anyone',
    },
  ],
};
