import { type Family, gives, takes } from '../evidence/family.ts';

/** Farming with borrowed money. Source: Extra Finance's vault positions. */
export const farming: Family = {
  name: 'leveraged farming',
  events: [
    {
      event:
        'InvestToVaultPosition(uint256* vault, uint256* position, address* user, uint256 given0, uint256 given1, uint256 borrowed0, uint256 borrowed1, uint256 liquidity)',
      wallet: ['user'],
      flows: [gives('deposit', ['given0', 'given1']), takes('borrow', ['borrowed0', 'borrowed1'])],
    },
  ],
};
