import { eventShape } from '../evidence/event-shape.ts';
import { type EventFlow, type EventRule, type Family, gives, type Seen, takes } from '../evidence/family.ts';

const two = ['amount0', 'amount1'];

/** Whether the position gave up liquidity in the same transaction: then what is collected is mostly principal. */
function isClosing({ evidence, values, emitter }: Seen, topics: ReadonlySet<string>): boolean {
  const id = values.number('tokenId');
  return evidence.normalized.logs.some(
    (log) =>
      log.address === emitter &&
      topics.has(log.topics[0] ?? '') &&
      log.topics[1] !== undefined &&
      BigInt(log.topics[1]) === id,
  );
}

const decreased = new Set<string>([
  eventShape('DecreaseLiquidity(uint256* tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)')
    .topic,
]);

const collected = (seen: Seen): EventFlow[] => [takes(isClosing(seen, decreased) ? 'exit' : 'reward', two)];

/** Liquidity of Uniswap 4 and its forks: the pool manager logs who manages the position, and how much was put in or out. */
function modified({ values, evidence, emitter }: Seen): EventFlow[] {
  const delta = values.number('delta');
  const manager = values.address('sender');
  const { movements, normalized } = evidence;
  // Hooks put in and take out liquidity of their own as others swap: the manager of a pool's positions is called, or gives the NFT.
  const isSwap = normalized.swapContracts.length > 0;
  const isParty =
    manager === normalized.transaction.to ||
    movements.some(
      ({ counterparty, tokenAddress }) =>
        tokenAddress === manager || (!isSwap && (counterparty === manager || counterparty === emitter)),
    );
  if (delta === undefined || !isParty) return [];
  if (delta === 0n) return evidence.outflows.length === 0 ? [takes('reward', null)] : [];
  return delta < 1n << 255n ? [gives('join', null)] : [takes('exit', null)];
}

const managers: readonly EventRule[] = [
  {
    event: 'IncreaseLiquidity(uint256* tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)',
    wallet: [],
    flows: [gives('join', two)],
  },
  {
    event:
      'IncreaseLiquidity(uint256* tokenId, uint128 wanted, uint128 liquidity, uint256 amount0, uint256 amount1, address pool)',
    wallet: [],
    flows: [gives('join', two)],
  },
  {
    event: 'Collect(uint256* tokenId, address recipient, uint256 amount0, uint256 amount1)',
    wallet: [],
    flows: collected,
  },
  {
    event:
      'ModifyLiquidity(bytes32* id, address* sender, int24 lower, int24 upper, int256 delta, bytes32 salt)',
    wallet: [],
    flows: modified,
    emitter: 'anyone',
  },
];

/** Positions of concentrated liquidity, each an NFT: Uniswap 3 and 4, Algebra, and their forks. Source: their managers. */
export const positions: Family = { name: 'liquidity position', events: managers };
