/** What most bridges log: who sends, or gets, how much. */
import { zeroAddress } from '../../../model.ts';
import { type EventFlow, type EventRule, gives, type Seen, takes } from '../../evidence/family.ts';

const crossing =
  (flow: EventFlow) =>
  (event: string, wallet: readonly string[], rest: Partial<EventRule> = {}): EventRule => ({
    event,
    wallet,
    flows: [flow],
    ...rest,
  });

export const leaves = crossing(gives('bridge-out', 'amount'));
export const arrives = crossing(takes('bridge-in', 'amount'));

/** What arrives where the event does not tell the amount as it is paid: all that does. */
export const brings = crossing(takes('bridge-in', null));

/** Of an event that says neither whose nor how much: what the contract that logs it gets. */
export const collects = (event: string, rest: Partial<EventRule> = {}): EventRule =>
  crossing(gives('bridge-out', null, { isWithEmitter: true }))(event, [], rest);
/** Of an event that says neither for whom nor how much: what the contract that logs it gives. */
export const releases = (event: string, rest: Partial<EventRule> = {}): EventRule =>
  crossing(takes('bridge-in', null, { isWithEmitter: true }))(event, [], rest);

/**
 * What an event speaks of that tells no amount: all that leaves, if that is one token (a coin beside it pays the bridge) and nothing is got for
 * it. Such events stand beside swaps and purchases, too.
 */
export function allThatLeaves({ evidence: { outflows, inflows } }: Seen): EventFlow[] {
  const tokens = outflows.filter(({ tokenAddress }) => tokenAddress !== zeroAddress);
  return tokens.length > 1 || inflows.length > 0 ? [] : [gives('bridge-out', null)];
}

/**
 * Of an event that says that something crosses: the amount that it tells, if that leaves; else what leaves beside it. Where it names no
 * wallet, whoever called for it is believed.
 */
export const sends = (
  event: string,
  amount: string | null = null,
  rest: Partial<EventRule> = {},
): EventRule => ({
  event,
  wallet: [],
  flows: (seen) => {
    const named = amount === null ? undefined : seen.values.number(amount);
    const isTold = named !== undefined && seen.evidence.outflows.some((flow) => -flow.amount === named);
    return isTold ? [gives('bridge-out', named)] : allThatLeaves(seen);
  },
  emitter: 'anyone',
  ...rest,
});

/** An event beside the bridge's own that says nothing but what the crossing is called. */
export const tells = (event: string, message: Pick<EventRule, 'message'>): EventRule => ({
  ...{ event, wallet: [], flows: [] },
  ...message,
});
