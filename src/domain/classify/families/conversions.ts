import { type Family, gives, takes } from '../evidence/family.ts';

/** An old token for its successor, at a rate that the issuer sets. Source: the converters of Sky. */
export const conversions: Family = {
  name: 'migration',
  events: [
    {
      event: 'DaiToUsds(address* caller, address* user, uint256 amount)',
      wallet: ['caller', 'user'],
      flows: [gives('migrate', 'amount'), takes('migrate', 'amount')],
    },
    {
      event: 'UsdsToDai(address* caller, address* user, uint256 amount)',
      wallet: ['caller', 'user'],
      flows: [gives('migrate', 'amount'), takes('migrate', 'amount')],
    },
    {
      event: 'MkrToSky(address* caller, address* user, uint256 mkr, uint256 sky)',
      wallet: ['caller', 'user'],
      flows: [gives('migrate', 'mkr'), takes('migrate', 'sky')],
    },
  ],
};
