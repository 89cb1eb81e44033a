/**
 * How many requests a service may be asked in a UTC day, counted for all processes together. They are taken in pieces, so that most
 * requests cost no statement. A part that falls with the day is kept for what must go on.
 */
import type { Clock } from './clock.ts';

/** Where requests are counted for all processes. */
export interface RequestCounter {
  /** Counts up to `wanted` more requests of the account on that day, as long as they stay within `most`. */
  take(request: RequestsWanted): Promise<{ granted: number; used: number }>;
}

/** Of a command that asks a handful, and of sources whose requests nobody limits by the day. */
export const uncountedRequests: RequestCounter = {
  take: async ({ wanted }) => ({ granted: wanted, used: 0 }),
};

export interface RequestsWanted {
  account: string;
  /** `2026-11-23`, of UTC. */
  day: string;
  /** So many may be used on that day, by whatever process. */
  most: number;
  /** 0: only to hear what is used. */
  wanted: number;
}

/** `kept`: goes on to the last request of the day. `free`: leaves the part that is kept for the rest of the day. */
export type BudgetPurpose = 'kept' | 'free';

/** Why a request may not be sent now. */
export interface BudgetRefusal {
  used: number;
  most: number;
  /** When it may be worth asking again. */
  retryAfterMs: number;
}

export interface DailyBudget {
  readonly perDay: number;
  readonly keptShare: number;
  /** Takes one request; null: it may be sent. Throws what the counter throws. */
  take(purpose: BudgetPurpose): Promise<BudgetRefusal | null>;
  /** The UTC day of which requests are taken now, `2026-11-23`: what waits beyond it is no longer one of that day. */
  today(): string;
  /** The request was not sent that was taken on this day. */
  giveBack(purpose: BudgetPurpose, day: string): void;
  /** What is left of the day: of requests, and of time. Requests are as of some seconds ago at most. */
  left(): Promise<{ requests: number; milliseconds: number }>;
}

export interface BudgetOptions {
  account: string;
  perDay: number;
  /** Of the requests of a whole day; of the rest of a day in proportion. */
  keptShare: number;
  counter: RequestCounter;
  clock: Clock;
}

/** Taken at once: what a process that ends may leave unused, once for each purpose. */
const piecesPerDay = 2_000;
const largestPiece = 50;
const dayMs = 86_400_000;
/** The part that is kept falls with time: so long after a refusal there is something again. */
const freedAfterMs = 600_000;
/** What the counter said of others' use is good for so long. */
const usedLifeMs = 5_000;

interface Held {
  requests: number;
  /** The question under way, which all that wait share. */
  asking: Promise<BudgetRefusal | null> | null;
}

interface BudgetState extends BudgetOptions {
  day: string;
  readonly held: Record<BudgetPurpose, Held>;
  /** What the counter said last, and when. */
  known: { used: number; at: number } | null;
}

export function createDailyBudget(options: BudgetOptions): DailyBudget {
  const none = (): Held => ({ requests: 0, asking: null });
  const state: BudgetState = { ...options, day: '', held: { kept: none(), free: none() }, known: null };
  return {
    perDay: options.perDay,
    keptShare: options.keptShare,
    async take(purpose) {
      const held = state.held[purpose];
      for (;;) {
        beginDay(state);
        if (held.requests > 0) {
          held.requests -= 1;
          return null;
        }
        held.asking ??= takePiece(state, purpose).finally(() => {
          held.asking = null;
        });
        const refusal = await held.asking;
        if (refusal !== null) return refusal;
      }
    },
    today() {
      beginDay(state);
      return state.day;
    },
    giveBack(purpose, day) {
      beginDay(state);
      // Of another day: nobody has counted it for this one.
      if (day === state.day) state.held[purpose].requests += 1;
    },
    async left() {
      const used = await knownUse(state);
      return {
        requests: Math.max(0, state.perDay - used) + state.held.kept.requests,
        milliseconds: leftOfDayMs(state.clock),
      };
    },
  };
}

/** How many requests of this day are used. Midnight may come while the counter is asked: then it is asked about the new day. */
async function knownUse(state: BudgetState): Promise<number> {
  const { counter, account, clock, perDay } = state;
  for (;;) {
    beginDay(state);
    const { day, known } = state;
    if (known !== null && clock.elapsed() - known.at <= usedLifeMs) return known.used;
    const answer = await counter.take({ account, day, most: perDay, wanted: 0 });
    beginDay(state);
    if (day === state.day) {
      note(state, answer);
      return answer.used;
    }
  }
}

const leftOfDayMs = (clock: Clock): number => dayMs - (clock.now() % dayMs);

/** What was taken of a day is of that day alone. */
function beginDay(state: BudgetState): void {
  const day = new Date(state.clock.now()).toISOString().slice(0, 10);
  if (day === state.day) return;
  state.day = day;
  state.held.kept.requests = 0;
  state.held.free.requests = 0;
  state.known = null;
}

function note(state: BudgetState, { used }: { used: number }): void {
  state.known = { used, at: state.clock.elapsed() };
}

/** Takes some requests for all that wait; answers why there are none. */
async function takePiece(state: BudgetState, purpose: BudgetPurpose): Promise<BudgetRefusal | null> {
  const { account, perDay, keptShare, counter, clock, day } = state;
  const leftMs = leftOfDayMs(clock);
  const kept = purpose === 'kept' ? 0 : Math.ceil((perDay * keptShare * leftMs) / dayMs);
  const most = perDay - kept;
  const wanted = Math.max(1, Math.min(largestPiece, Math.floor(perDay / piecesPerDay)));
  const answer = await counter.take({ account, day, most, wanted });
  if (day !== state.day) return null;
  note(state, answer);
  state.held[purpose].requests += answer.granted;
  if (answer.granted > 0) return null;
  const retryAfterMs = purpose === 'kept' ? leftMs : Math.min(leftMs, freedAfterMs);
  return { used: answer.used, most, retryAfterMs: Math.ceil(retryAfterMs) + 1_000 };
}
