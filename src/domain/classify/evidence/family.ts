/** The shape of a protocol family's table: its events, and what each says of the wallet's flows. */
import type { Address, Hash, Settlement, Side } from '../../model.ts';
import type { BridgeMessage } from './bridge-message.ts';
import { type EventShape, type EventValues, readEvent } from './event-shape.ts';
import type { Evidence } from './rule.ts';

/**
 * What one flow is. `receipt`: the token that stands for a deposit, given or taken back. `request`: such a token that waits to be
 * paid out. `join`, `exit`: liquidity of
 * several tokens. `debt`: a token that stands for what is owed. `proceeds`: what an order that was placed before sold for. `interest`: by
 * how much a receipt has grown; beside it nothing that is withdrawn is principal. In this
 * order they take flows that they could share: no principal may be taken for a reward.
 */
export const flowMeanings = [
  'bridge-out',
  'bridge-in',
  'migrate',
  'liquidation',
  'debt',
  'borrow',
  'repay',
  'deposit',
  'withdraw',
  'join',
  'exit',
  'receipt',
  'request',
  'proceeds',
  'interest',
  'reward',
  'airdrop',
] as const;
export type FlowMeaning = (typeof flowMeanings)[number];

/** One flow that an event speaks of. */
export interface EventFlow {
  is: FlowMeaning;
  side: Side;
  /**
   * The parameters that may be its amount; an array stands for each of its items; or the amount itself. null: the event says none that
   * the flow has, and speaks of every flow of that side that no other event explains. It does not where somebody stands in the wallet's
   * place and something is exchanged on the way.
   */
  amount: string | readonly string[] | bigint | null;
  /** The parameter that names its token, or `emitter`: the token is the contract that logs; or the token itself. */
  token?: string;
  /**
   * It is in somebody else's account: what the wallet gives stands in another's name, and what it gets, another gave back. A token
   * stands for it there; if that is the client's, too, the two are one carry.
   */
  isOfAnother?: boolean;
  /** The protocol keeps an account of it, of which the NFT that it makes is the key: that stands for nothing that was given. */
  isKeyed?: true;
  /** Only of tokens that were minted, or burned, in such an amount: what a protocol makes; or only of others. */
  of?: 'made' | 'existing';
  /** Only what the contract that logs gave, or took. */
  isWithEmitter?: boolean;
  /** Of what crosses a bridge: the token that does, of which a rest may come back. */
  refund?: Address | undefined;
  /** Only a token that the service lists. */
  isListed?: true;
  /** Only this NFT. */
  tokenId?: bigint | null;
  /** A fee of at most this many hundredths of a percent is in the flow but not in the amount. */
  feeBasisPoints?: number;
  /** What else it settles, which the wallet does not move. */
  settles?: Settlement;
}

/** A log of the event's shape, in its transaction. */
export interface Seen {
  values: EventValues;
  emitter: Address;
  /** Its place among the transaction's logs. */
  index: number;
  evidence: Evidence;
}

/**
 * Whether the contract's first event of the shape is this one, by a parameter that tells them apart: what all of them say together is said
 * once.
 */
export function isFirst({ values, emitter, evidence }: Seen, shape: EventShape, name: string): boolean {
  for (const log of evidence.normalized.logs) {
    const told = log.address === emitter ? readEvent(log, shape) : null;
    if (told !== null) return told.number(name) === values.number(name);
  }
  return false;
}

/** Whether one of these events was logged, by whomever. */
export const isLogged = ({ evidence }: Seen, topics: ReadonlySet<Hash>): boolean =>
  evidence.normalized.logs.some(({ topics: [first] }) => first !== undefined && topics.has(first));

/** Whether the token of the contract that logs moved, or moved that way: a share or a receipt that it made or took. */
export const movesOwnToken = ({ emitter, evidence }: Seen, way?: Side): boolean =>
  evidence.movements.some(
    ({ tokenAddress, side }) => tokenAddress === emitter && (way === undefined || side === way),
  );

export interface EventRule {
  /** See event-shape.ts. */
  event: string;
  /** Parameters of which one must be the wallet; none: the event names nobody. */
  wallet: readonly string[];
  flows: readonly EventFlow[] | ((seen: Seen) => readonly EventFlow[]);
  /** The contract that the wallet called may stand in its place: one that zaps, wraps or routes for whoever calls it. */
  orCalled?: boolean;
  /**
   * The parameter that names whose account it is. What is paid into, or out of, the account of somebody else is marked so, and only its
   * owner borrows and pays back.
   */
  owner?: string;
  /** A numbered account of the wallet may stand in its place (own-accounts.ts). */
  hasAccounts?: boolean;
  /** It counts where the wallet acted: others log the same, and could say it of anybody. */
  isOwnAct?: boolean;
  /**
   * Whose word counts. `party` (the default): the called contract, one that gave or took something, or a token that moved;
   * anybody may log anything. `anyone`: the wallet itself called for it, and nothing but its own flows is explained. `supplier`: also one
   * that gave or took a token of anybody's, where the rule sees to it that this is what the wallet is paid for: a queue hands it to its solver, or
   * burns it.
   */
  emitter?: 'party' | 'anyone' | 'supplier';
  /** What it says of a crossing over a bridge beside its flows. */
  message?: BridgeMessage;
}

/** A rule of nothing but an event, what it says, and which of its parameters may be the wallet. */
export const rule = (
  event: string,
  flows: EventRule['flows'],
  wallet: readonly string[] = ['user'],
): EventRule => ({ event, wallet, flows });

/** The same, of an account whose owner one of the parameters names. */
export const ownedRule = (
  event: string,
  flows: EventRule['flows'],
  { owner, others }: { owner: string; others: readonly string[] },
): EventRule => ({ event, wallet: [...others, owner], flows, owner });

export interface Family {
  /** As it is shown in the reason of a kind. */
  name: string;
  /** What stands for a deposit, if anything, is the token of the contract that logs, or as much of another. */
  givesAsMuch?: true;
  events: readonly EventRule[];
}

/** A flow out of, or into, the wallet. */
export const gives = (
  is: FlowMeaning,
  amount: EventFlow['amount'],
  rest: Partial<EventFlow> = {},
): EventFlow => ({ is, side: 'outflow', amount, ...rest });
export const takes = (
  is: FlowMeaning,
  amount: EventFlow['amount'],
  rest: Partial<EventFlow> = {},
): EventFlow => ({ is, side: 'inflow', amount, ...rest });

/** Of what is in an account that an NFT is the key to. */
export const keyed = { isKeyed: true } as const;

/**
 * The wallet gave so much of one token, and got as much, or what is named, of another: the one became the other. What it gives for somebody else, or
 * gets from him, is a payment.
 */
export const converted =
  (given: string, made: string) =>
  ({ values, evidence }: Seen): readonly EventFlow[] => {
    const moved = (way: Side, name: string): Address[] =>
      evidence.movements
        .filter(({ side, amount }) => side === way && amount === values.number(name))
        .map(({ tokenAddress }) => tokenAddress);
    const all = moved('inflow', made);
    for (const gave of moved('outflow', given)) {
      const got = all.find((token) => token !== gave);
      if (got !== undefined)
        return [gives('migrate', given, { token: gave }), takes('migrate', made, { token: got })];
    }
    return [];
  };
export const converts = converted('amount', 'amount');
