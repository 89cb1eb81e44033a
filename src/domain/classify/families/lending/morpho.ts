import { type Family, gives, takes } from '../../evidence/family.ts';

/** Morpho Blue: markets in one contract, without receipt tokens. Source: EventsLib of morpho-blue. */
export const morpho: Family = {
  name: 'Morpho',
  events: [
    {
      event: 'Supply(bytes32* id, address* caller, address* onBehalf, uint256 assets, uint256 shares)',
      wallet: ['caller', 'onBehalf'],
      owner: 'onBehalf',
      flows: [gives('deposit', 'assets')],
    },
    {
      event:
        'Withdraw(bytes32* id, address caller, address* onBehalf, address* receiver, uint256 assets, uint256 shares)',
      wallet: ['onBehalf', 'receiver'],
      owner: 'onBehalf',
      flows: [takes('withdraw', 'assets')],
    },
    {
      event:
        'Borrow(bytes32* id, address caller, address* onBehalf, address* receiver, uint256 assets, uint256 shares)',
      wallet: ['onBehalf'],
      flows: [takes('borrow', 'assets')],
    },
    {
      event: 'Repay(bytes32* id, address* caller, address* onBehalf, uint256 assets, uint256 shares)',
      wallet: ['caller', 'onBehalf'],
      flows: [gives('repay', 'assets')],
    },
    {
      event: 'SupplyCollateral(bytes32* id, address* caller, address* onBehalf, uint256 assets)',
      wallet: ['caller', 'onBehalf'],
      owner: 'onBehalf',
      flows: [gives('deposit', 'assets')],
    },
    {
      event:
        'WithdrawCollateral(bytes32* id, address caller, address* onBehalf, address* receiver, uint256 assets)',
      wallet: ['onBehalf', 'receiver'],
      owner: 'onBehalf',
      flows: [takes('withdraw', 'assets')],
    },
  ],
};
