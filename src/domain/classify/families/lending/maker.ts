import { eventShape } from '../../evidence/event-shape.ts';
import { type EventFlow, type Family, gives, type Seen, takes } from '../../evidence/family.ts';
import { ownProxy } from '../../evidence/own-proxy.ts';

const savingsJoin = eventShape('note join(uint256 amount)').topic;

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

/** What enters the books of the system: collateral, or Dai, which is burned. Dai that goes on into the savings pot pays nothing back. */
function joined(seen: Seen): EventFlow[] {
  if (isConverted(seen.values.number('amount'), seen) || !isOwnCall(seen)) return [];
  const { logs } = seen.evidence.normalized.transaction;
  const isSaved = logs.some(({ topics }) => topics[0] === savingsJoin);
  return [
    gives('deposit', 'amount', { of: 'existing' }),
    gives(isSaved ? 'deposit' : 'repay', 'amount', { of: 'made' }),
  ];
}

/** What leaves them: collateral, or Dai, which is made: for a loan, from the savings pot, or for its predecessor or successor. */
function exited(seen: Seen): EventFlow[] {
  if (isConverted(seen.values.number('amount'), seen)) {
    return [gives('migrate', 'amount'), takes('migrate', 'amount')];
  }
  if (!isOwnCall(seen)) return [];
  const { logs } = seen.evidence.normalized.transaction;
  const isLoan = logs.some(({ topics }) => loans.has(topics[0] ?? ''));
  return [
    takes('withdraw', 'amount', { of: 'existing' }),
    takes(isLoan ? 'borrow' : 'withdraw', 'amount', { of: 'made' }),
  ];
}

/** A position changes: by its manager, or in the books themselves. */
const loans: ReadonlySet<string> = new Set(
  [
    'note frob(uint256 position, int256 collateral, int256 debt)',
    'note frob(bytes32 kind, address position, address from, address to, int256 collateral, int256 debt)',
  ].map((call) => eventShape(call).topic),
);

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
