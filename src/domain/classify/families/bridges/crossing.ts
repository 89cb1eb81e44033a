/** What most bridges log: who sends, or gets, how much. */
import { type EventFlow, type EventRule, gives, takes } from '../../evidence/family.ts';

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

/** Of an event that says neither for whom nor how much: what the contract that logs it gives. */
export const releases = (event: string): EventRule =>
  crossing(takes('bridge-in', null, { isWithEmitter: true }))(event, []);

/** Of an event that says that something crosses, and not what of all that leaves: whoever called for it is believed. */
export const sends = (event: string): EventRule => ({
  event,
  wallet: [],
  flows: [gives('bridge-out', null)],
  emitter: 'anyone',
});
