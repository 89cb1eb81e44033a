/** How much is under way at once: so many pieces of work, the others wait in the order in which they came. */

/**
 * Runs a task in its turn. Throws the signal's reason when it is aborted before that; once begun, the task sees to the signal.
 * `isPatient`: one of many; what somebody waits for goes before it.
 */
type InSlot = <Result>(
  task: () => Promise<Result>,
  signal?: AbortSignal,
  options?: { isPatient?: boolean },
) => Promise<Result>;

/** So many may go before a patient one that waits; then it is its turn. */
const mostOvertaking = 3;

/** At most `limit` tasks at a time. */
export function createSemaphore(limit: number): InSlot {
  let running = 0;
  let overtaking = 0;
  const hurried = new Set<() => void>();
  const patient = new Set<() => void>();

  function turn(waiting: Set<() => void>, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        signal?.removeEventListener('abort', giveUp);
        waiting.delete(begin);
        resolve();
      };
      const giveUp = (): void => {
        waiting.delete(begin);
        reject(signal?.reason);
      };
      waiting.add(begin);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  function nextInLine(): (() => void) | undefined {
    const [[nextHurried], [nextPatient]] = [hurried, patient];
    const isPatientsTurn = nextHurried === undefined || overtaking >= mostOvertaking;
    if (nextPatient === undefined || isPatientsTurn) {
      overtaking = 0;
      return nextPatient ?? nextHurried;
    }
    overtaking += 1;
    return nextHurried;
  }

  return async (task, signal, { isPatient = false } = {}) => {
    signal?.throwIfAborted();
    if (running >= limit) await turn(isPatient ? patient : hurried, signal);
    else running += 1;
    try {
      return await task();
    } finally {
      // The place is handed over to the next in line, or given back.
      const next = nextInLine();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

/** The same where several share the places: `who` is one of them. */
type InSharedSlot = <Result>(
  who: string,
  task: () => Promise<Result>,
  signal?: AbortSignal,
) => Promise<Result>;

/** At most `limit` tasks at a time, at most `ofOne` of them for the same one: whoever asks for many waits for places of its own. */
export function createSharedSemaphore(limit: number, ofOne: number): InSharedSlot {
  const inSlot = createSemaphore(limit);
  /** Of those who have tasks. */
  const lines = new Map<string, { inOwnSlot: InSlot; tasks: number }>();
  return async (who, task, signal) => {
    const line = lines.get(who) ?? { inOwnSlot: createSemaphore(ofOne), tasks: 0 };
    lines.set(who, line);
    line.tasks += 1;
    try {
      return await line.inOwnSlot(() => inSlot(task, signal), signal);
    } finally {
      line.tasks -= 1;
      if (line.tasks === 0) lines.delete(who);
    }
  };
}

/**
 * Like `Promise.all(items.map(work))` with at most `limit` running at once. With the first failure no further piece of work
 * begins: nobody would hear of it.
 */
export async function mapLimited<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const inSlot = createSemaphore(limit);
  const failed = new AbortController();
  const begin = async (item: Item, index: number): Promise<Result> => {
    try {
      return await work(item, index);
    } catch (error) {
      failed.abort(error);
      throw error;
    }
  };
  return Promise.all(items.map((item, index) => inSlot(() => begin(item, index), failed.signal)));
}
