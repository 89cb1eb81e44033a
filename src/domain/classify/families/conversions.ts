import { converted, converts, type Family, takes } from '../evidence/family.ts';

/** An old token for its successor, at a rate that the issuer sets. Source: the converters of Sky, Polygon and Golem. */
export const conversions: Family = {
  name: 'migration',
  events: [
    {
      event: 'DaiToUsds(address* caller, address* user, uint256 amount)',
      wallet: ['caller', 'user'],
      flows: converts,
    },
    {
      event: 'UsdsToDai(address* caller, address* user, uint256 amount)',
      wallet: ['caller', 'user'],
      flows: converts,
    },
    {
      event: 'MkrToSky(address* caller, address* user, uint256 mkr, uint256 sky)',
      wallet: ['caller', 'user'],
      flows: converted('mkr', 'sky'),
    },
    // What the adapter of USDS takes or makes for whoever converts for the wallet.
    {
      event: 'Join(address* caller, address* user, uint256 amount)',
      wallet: ['caller', 'user'],
      orCalled: true,
      flows: converts,
      emitter: 'anyone',
    },
    {
      event: 'Exit(address* caller, address* user, uint256 amount)',
      wallet: ['caller', 'user'],
      orCalled: true,
      flows: converts,
      emitter: 'anyone',
    },
    { event: 'Migrated(address* user, uint256 amount)', wallet: ['user'], flows: converts },
    // The old token has no events of transfers.
    {
      event: 'Migrated(address user, address target, uint256 amount)',
      wallet: ['user'],
      flows: [takes('migrate', 'amount', { token: 'target' })],
      isOwnAct: true,
      emitter: 'anyone',
    },
  ],
};
