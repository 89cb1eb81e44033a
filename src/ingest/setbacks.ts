/** What a job says of its failures: one line when they begin, one when they are over. What happens between is for who debugs. */
import { errorText } from '../errors.ts';
import type { Log } from '../log.ts';

export interface Setbacks {
  failed(error: unknown): void;
  succeeded(): void;
}

/** @param words `failed`: what is not done; `over`: that it is again */
export function createSetbacks(
  log: Pick<Log, 'debug' | 'info' | 'warn'>,
  words: { failed: string; over: string },
): Setbacks {
  let isFailing = false;
  return {
    failed(error) {
      log[isFailing ? 'debug' : 'warn']({ error: errorText(error) }, words.failed);
      isFailing = true;
    },
    succeeded() {
      if (isFailing) log.info({}, words.over);
      isFailing = false;
    },
  };
}
