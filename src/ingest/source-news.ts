/** Says in the log when a node, an explorer or a source of prices falls silent, and when it is back: once each. */
import type { Log } from '../log.ts';

/** So many exchanges in a row: a single one that fails is tried again, and is no news. */
const failuresUntilSilent = 3;

export interface SourceOutcome {
  /** Slug; left out for sources of prices. */
  chain?: string;
  /** Its host, or its name. */
  source: string;
  isAnswered: boolean;
}

/** To be told how each exchange ended. It remembers the sources that are configured, and no others. */
export function createSourceNews(log: Log): (outcome: SourceOutcome) => void {
  const failures = new Map<string, number>();
  return ({ isAnswered, ...source }) => {
    const key = JSON.stringify(source);
    const before = failures.get(key) ?? 0;
    failures.set(key, isAnswered ? 0 : before + 1);
    if (isAnswered && before >= failuresUntilSilent) log.info(source, `${source.source} answers again`);
    if (!isAnswered && before + 1 === failuresUntilSilent)
      log.warn(source, `${source.source} does not answer; it is asked again until it does`);
  };
}
