import { parseGwei } from 'viem';
import { anyIntention, everyIntention, type Intention } from './activities/all.ts';
import type { Context, Step } from './activities/context.ts';
import { activityKinds, type Tally, walletNames } from './economy/world-types.ts';
import { recordOf } from './node/records.ts';
import { firstDeposits, marketMoves, rareEvents, refills } from './upkeep.ts';

type HistoryOptions = {
  /** How many transactions the chain is to have in the end, the preparations among them. */
  readonly transactions: number;
  /** How many it has already. */
  readonly done: number;
  /** The time of the last block. */
  readonly endTime: number;
  /** Nothing more is mined once it aborts: its reason is thrown. */
  readonly signal?: AbortSignal | undefined;
};

const eventsPerRound = 4;
/** How many transactions the end takes: they go one by one, so that the total is exact. */
const endingLength = 12;
/** The oracle's and the bot's transactions of the last full hour and of the very end. */
const lastMoves = 4;
/** What comes last begins so long before the last full hour: new activity does not follow days of silence. */
const endingSeconds = 8 * 3600;
/** The most transactions that a round begins with: market, rare events, refills. */
const longestRoundStart = 9;

function emptyTally(): Tally {
  return recordOf(walletNames, () => recordOf(activityKinds, () => 0));
}

/** Keeps the time, mines the steps, and counts what was done to whom. */
function createRecorder(
  context: Context & { time: number },
  options: Omit<HistoryOptions, 'endTime'> & { until: number },
) {
  const tally = emptyTally();
  let done = options.done;
  let unchecked: Promise<unknown> = Promise.resolve();

  const left = () => options.transactions - done;

  /** Moves on by some minutes, or by less where that would leave no time for what is still to come. */
  function advance(minutes: number) {
    const room = (options.until - context.time) / (left() + 1);
    context.time += Math.max(1, Math.min(minutes * 60, Math.floor(room)));
  }

  async function mine(steps: readonly Step[]) {
    if (steps.length === 0) return;
    options.signal?.throwIfAborted();
    const calls = steps.map(({ call }) => call);
    const { checked } = await context.chain.mineUnchecked(calls, context.time);
    // Nobody waits for it while an earlier block's is waited for.
    checked.catch(() => {});
    await unchecked;
    unchecked = checked;
    done += steps.length;
    for (const { effects } of steps) for (const [wallet, kind] of effects) tally[wallet][kind] += 1;
    advance(context.random.integer(3, 40));
  }

  return { tally, left, mine, untilChecked: () => unchecked };
}

type Recorder = ReturnType<typeof createRecorder>;

/** The market's side of a round: feeds, pools, and whatever else happens without the watched wallets. */
async function keepUp(context: Context, recorder: Recorder, round: number) {
  const baseFee = parseGwei(String(context.random.integer(6, 40)));
  const [moves] = await Promise.all([marketMoves(context), context.chain.setBaseFee(baseFee)]);
  await recorder.mine([...moves, ...rareEvents(context, round)]);
  await recorder.mine(await refills(context));
}

/** Steps of one activity: in one block, or one after the other. */
async function mineSteps(context: Context, recorder: Recorder, steps: readonly Step[]) {
  if (context.random.next() < 0.35) {
    for (const step of steps) await recorder.mine([step]);
  } else {
    await recorder.mine(steps);
  }
}

/** The next thing to try: what must not be missing takes turns with what the seed brings; in a short history it leads. */
function nextIntention(context: Context, recorder: Recorder, mandatory: Intention[]) {
  const urgency = Math.max(0.5, (4 * mandatory.length) / recorder.left());
  const due = context.random.next() < urgency ? mandatory.shift() : undefined;
  return { intention: due ?? anyIntention(context.random), isMandatory: due !== undefined };
}

/** Does something: one activity, or in one block several of different wallets. */
async function act(context: Context, recorder: Recorder, mandatory: Intention[]) {
  const together: Step[] = [];
  const wallets = new Set<string>();
  const postponed: Intention[] = [];
  const wanted = context.random.next() < 0.45 ? context.random.integer(2, 3) : 1;
  for (let tried = 0; tried < 3 * wanted && wallets.size < wanted; tried++) {
    const { intention, isMandatory } = nextIntention(context, recorder, mandatory);
    const { activity, wallet } = intention;
    const isInTheWay = wallets.has(wallet) || (activity.alone === true && wallets.size > 0);
    const planned = isInTheWay ? undefined : await activity.plan(context, wallet);
    // Not possible yet: what makes it possible is done now, and it comes back later.
    const steps = planned ?? (isInTheWay ? undefined : await activity.preparation?.plan(context, wallet));
    const isDone = steps !== undefined && together.length + steps.length <= recorder.left() - endingLength;
    if (isMandatory && (planned === undefined || !isDone)) postponed.push(intention);
    if (!isDone) continue;
    wallets.add(wallet);
    together.push(...steps);
    if (activity.alone === true) break;
  }
  mandatory.push(...postponed);
  await (wallets.size === 1 ? mineSteps(context, recorder, together) : recorder.mine(together));
}

/**
 * Fills the chain from the end of the preparations to `endTime`, in rounds. Each round begins with the market's own moves.
 * What must not be missing comes first, mixed over time with what the seed brings.
 */
export async function simulateHistory(
  context: Context & { time: number },
  options: HistoryOptions,
): Promise<Tally> {
  const { endTime } = options;
  const lastHour = Math.floor((endTime - 1) / 3600) * 3600;
  const recorder = createRecorder(context, { ...options, until: lastHour });
  const { random } = context;
  await recorder.mine(await marketMoves(context));
  await recorder.mine(firstDeposits(context));

  const mandatory = everyIntention(random);
  const begin = context.time;
  const total = recorder.left() - endingLength - longestRoundStart;
  for (let round = 0; recorder.left() > endingLength + longestRoundStart; round++) {
    // The rounds are spread evenly over the time; a round itself takes some hours.
    const done = total - (recorder.left() - endingLength - longestRoundStart);
    context.time = Math.max(context.time, begin + Math.floor(((endTime - begin) * done) / total));
    await keepUp(context, recorder, round);
    for (let event = 0; event < eventsPerRound && recorder.left() > endingLength; event++) {
      await act(context, recorder, mandatory);
    }
  }
  if (mandatory.length > 0) {
    const names = mandatory.map(({ activity, wallet }) => `${wallet}: ${activity.name}`).join(', ');
    throw new Error(
      `${options.transactions} transactions are too few for every kind of activity; missing: ${names}`,
    );
  }
  await finish(context, recorder, { lastHour, endTime });
  return recorder.tally;
}

/**
 * Deposits until the count is exact. Prices of now are those of the last full hour, so the market moves there, too, and not only
 * in the last block.
 */
async function finish(
  context: Context & { time: number },
  recorder: Recorder,
  { lastHour, endTime }: { lastHour: number; endTime: number },
) {
  const { deployment, calls, random } = context;
  context.time = Math.max(context.time, lastHour - endingSeconds);
  await recorder.mine(await marketMoves(context));
  while (recorder.left() > lastMoves) {
    const wallet = random.pick(walletNames);
    const wei = BigInt(random.integer(1, 400)) * 10n ** 15n;
    const call = calls.sendEther(deployment.accounts.exchange, deployment.wallets[wallet], wei);
    await recorder.mine([{ call, effects: [[wallet, 'nativeReceive']] }]);
  }
  for (const time of [lastHour, endTime]) {
    context.time = time;
    await recorder.mine(await marketMoves(context));
  }
  await recorder.untilChecked();
}
