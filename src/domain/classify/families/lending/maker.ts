import type { Hash } from '../../../model.ts';
import { eventShape } from '../../evidence/event-shape.ts';
import {
  converts,
  type EventFlow,
  type EventRule,
  type Family,
  gives,
  isLogged,
  type Seen,
  takes,
} from '../../evidence/family.ts';

/**
 * What enters the books of the system: collateral, or Dai, which is burned. Dai pays back where a position changes, and is kept where it goes
 * on into the savings pot; else it bids at an auction.
 */
function joined(seen: Seen): EventFlow[] {
  if (converts(seen).length > 0) return [];
  const flows = [gives('deposit', 'amount', { of: 'existing' })];
  if (isLogged(seen, changes)) return [...flows, gives('repay', 'amount', { of: 'made' })];
  return isLogged(seen, savings) ? [...flows, gives('deposit', 'amount', { of: 'made' })] : flows;
}

/**
 * What leaves them: Dai, which is made, for a loan or from the savings pot; or collateral, of a position that changes, since at an auction
 * it was bought.
 */
function exited(seen: Seen): EventFlow[] {
  if (converts(seen).length > 0) return [];
  if (isLogged(seen, changes)) {
    return [takes('withdraw', 'amount', { of: 'existing' }), takes('borrow', 'amount', { of: 'made' })];
  }
  return isLogged(seen, savings) ? [takes('withdraw', 'amount', { of: 'made' })] : [];
}

const topicsOf = (calls: readonly string[]): ReadonlySet<Hash> =>
  new Set(calls.map((call) => eventShape(`note ${call}`).topic));

/** A position changes: by its manager, or in the books themselves; or what it has too much is moved out of it. */
const changes = topicsOf([
  'frob(uint256 position, int256 collateral, int256 debt)',
  'frob(bytes32 kind, address position, address from, address to, int256 collateral, int256 debt)',
  'flux(uint256 position, address to, uint256 collateral)',
]);
const savings = topicsOf(['join(uint256 amount)', 'exit(uint256 amount)']);

/** What an engine of Sky, which locks MKR or SKY, logs of one of the positions of an owner. */
const locked = (name: string, rest: string, flows: EventRule['flows']): EventRule => ({
  event: `${name}(address* owner, uint256* index, ${rest})`,
  wallet: rest.startsWith('address') ? ['owner', 'to'] : ['owner'],
  owner: 'owner',
  flows,
});

const lockstake: readonly EventRule[] = [
  // Its first engine, for MKR, says SKY where it takes that
  ...['Lock', 'LockSky'].map((name) =>
    locked(name, 'uint256 amount, uint16 referral', [gives('deposit', 'amount')]),
  ),
  // As much arrives as is left after the fee for leaving.
  ...['Free', 'FreeSky'].map((name) =>
    locked(name, 'address to, uint256 locked, uint256 amount', [takes('withdraw', 'amount')]),
  ),
  locked('FreeNoFee', 'address to, uint256 amount', [takes('withdraw', 'amount')]),
  locked('Draw', 'address to, uint256 amount', [takes('borrow', 'amount')]),
  locked('Wipe', 'uint256 amount', [gives('repay', 'amount')]),
  {
    event: 'GetReward(address* owner, uint256* index, address* farm, address to, uint256 amount)',
    wallet: ['owner', 'to'],
    flows: [takes('reward', 'amount')],
  },
];

/** Maker, now Sky: vaults, the savings pot, the vaults of its first Dai, engines. Source: adapters of `dss`, SaiTub, LockstakeEngine. */
export const maker: Family = {
  name: 'Maker',
  events: [
    {
      event: 'note join(address user, uint256 amount)',
      wallet: ['caller'],
      flows: joined,
      emitter: 'anyone',
    },
    {
      event: 'note exit(address user, uint256 amount)',
      wallet: ['caller'],
      flows: exited,
      emitter: 'anyone',
    },
    // Dai for its predecessor, whoever calls for it
    {
      event: 'note exit(address user, uint256 amount)',
      wallet: ['user', 'caller'],
      flows: converts,
      emitter: 'anyone',
    },
    // Of the first Dai. Pooled ether is made and given back without a transfer: what is there is the contract's.
    { event: 'note join(uint256 amount)', wallet: ['caller'], flows: [gives('deposit', null)] },
    { event: 'note exit(uint256 amount)', wallet: ['caller'], flows: [takes('withdraw', null)] },
    {
      event: 'note lock(bytes32 vault, uint256 amount)',
      wallet: ['caller'],
      flows: [gives('deposit', 'amount')],
    },
    {
      event: 'note free(bytes32 vault, uint256 amount)',
      wallet: ['caller'],
      flows: [takes('withdraw', 'amount')],
    },
    {
      event: 'note draw(bytes32 vault, uint256 amount)',
      wallet: ['caller'],
      flows: [takes('borrow', 'amount')],
    },
    {
      event: 'note wipe(bytes32 vault, uint256 amount)',
      wallet: ['caller'],
      flows: [gives('repay', 'amount')],
    },
    ...lockstake,
  ],
};
