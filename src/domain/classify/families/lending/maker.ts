import { eventShape } from '../../evidence/event-shape.ts';
import { type EventFlow, type Family, gives, type Seen, takes } from '../../evidence/family.ts';
import { ownProxy } from '../../evidence/own-proxy.ts';

/** Whether the wallet gave, and got, exactly so much: one token became another. */
function isConverted(amount: bigint | undefined, { evidence }: Seen): boolean {
  const gave = evidence.outflows.some((flow) => -flow.amount === amount);
  return gave && evidence.inflows.some((flow) => flow.amount === amount);
}

/** Whether the wallet's own call moved it, and not that of a stranger who named the wallet. */
function isOwnCall({ values, evidence: { normalized } }: Seen): boolean {
  const caller = values.address('caller') ?? null;
  return caller === normalized.wallet || (caller !== null && caller === ownProxy(normalized));
}

/**
 * What enters the books of the system: collateral, or Dai, which is burned. Dai pays back where a position changes, and is kept where it goes
 * on into the savings pot; else it bids at an auction.
 */
function joined(seen: Seen): EventFlow[] {
  if (isConverted(seen.values.number('amount'), seen) || !isOwnCall(seen)) return [];
  const flows = [gives('deposit', 'amount', { of: 'existing' })];
  if (isNoted(seen, changes)) return [...flows, gives('repay', 'amount', { of: 'made' })];
  return isNoted(seen, savings) ? [...flows, gives('deposit', 'amount', { of: 'made' })] : flows;
}

/**
 * What leaves them: Dai, which is made, for a loan, from the savings pot, or for its predecessor or successor; or collateral, of a position
 * that changes, since at an auction it was bought.
 */
function exited(seen: Seen): EventFlow[] {
  if (isConverted(seen.values.number('amount'), seen)) {
    return [gives('migrate', 'amount'), takes('migrate', 'amount')];
  }
  if (!isOwnCall(seen)) return [];
  if (isNoted(seen, changes)) {
    return [takes('withdraw', 'amount', { of: 'existing' }), takes('borrow', 'amount', { of: 'made' })];
  }
  return isNoted(seen, savings) ? [takes('withdraw', 'amount', { of: 'made' })] : [];
}

const topicsOf = (calls: readonly string[]): ReadonlySet<string> =>
  new Set(calls.map((call) => eventShape(`note ${call}`).topic));

/** A position changes: by its manager, or in the books themselves; or what it has too much is moved out of it. */
const changes = topicsOf([
  'frob(uint256 position, int256 collateral, int256 debt)',
  'frob(bytes32 kind, address position, address from, address to, int256 collateral, int256 debt)',
  'flux(uint256 position, address to, uint256 collateral)',
]);
const savings = topicsOf(['join(uint256 amount)', 'exit(uint256 amount)']);

function isNoted({ evidence }: Seen, topics: ReadonlySet<string>): boolean {
  return evidence.normalized.transaction.logs.some((log) => topics.has(log.topics[0] ?? ''));
}

/** Maker: vaults, the savings pot, and the vaults of its first Dai. Source: the adapters of `dss`, and SaiTub. */
export const maker: Family = {
  name: 'Maker',
  events: [
    {
      event: 'note join(address user, uint256 amount)',
      wallet: ['user', 'caller'],
      flows: joined,
      emitter: 'anyone',
    },
    {
      event: 'note exit(address user, uint256 amount)',
      wallet: ['user', 'caller'],
      flows: exited,
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
  ],
};
