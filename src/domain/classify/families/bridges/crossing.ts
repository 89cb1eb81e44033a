/** What most bridges log: who sends, or gets, how much. */
import { type EventRule, gives, takes } from '../../evidence/family.ts';

export const leaves = (
  event: string,
  wallet: readonly string[],
  rest: Partial<EventRule> = {},
): EventRule => ({
  event,
  wallet,
  flows: [gives('bridge-out', 'amount')],
  ...rest,
});

export const arrives = (
  event: string,
  wallet: readonly string[],
  rest: Partial<EventRule> = {},
): EventRule => ({
  event,
  wallet,
  flows: [takes('bridge-in', 'amount')],
  ...rest,
});
