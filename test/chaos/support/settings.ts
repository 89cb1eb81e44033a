/**
 * How much the chaos suites do. `npm run test:chaos` runs the full counts; `npm run test:long` a short version with fixed seeds.
 * CHAOS_SEED: the first seed (printed by every failing run); CHAOS_RUNS: how many from there. `kept`: seeds that once found
 * a fault of ours; they run always.
 */
const isFull = process.env.CHAOS === 'full';

/** The seeds of a suite: a few in short mode, all of them in full mode, or what the environment says. */
export function seedsOf(counts: { short: number; full: number; kept?: readonly number[] }): number[] {
  const first = Number(process.env.CHAOS_SEED ?? 1);
  const runs = Number(process.env.CHAOS_RUNS ?? (isFull ? counts.full : counts.short));
  const seeds = Array.from({ length: runs }, (_, index) => first + index);
  const isGiven = process.env.CHAOS_SEED !== undefined || process.env.CHAOS_RUNS !== undefined;
  return isGiven ? seeds : [...new Set([...seeds, ...(counts.kept ?? [])])];
}

/** Prints a line of figures that a report can quote. */
export function report(text: string): void {
  process.stdout.write(`chaos: ${text}\n`);
}

/** Runs `run` for every seed, naming the seed in what it throws; `width` runs go side by side. */
export async function forEachSeed(
  name: string,
  seeds: readonly number[],
  width: number,
  run: (seed: number) => Promise<void>,
): Promise<void> {
  const startedAt = performance.now();
  const failures: string[] = [];
  const waiting = [...seeds];
  const takeTurns = async (): Promise<void> => {
    for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
      try {
        await run(seed);
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error);
        failures.push(`CHAOS_SEED=${seed} CHAOS_RUNS=1: ${text}`);
        report(`${name}: seed ${seed} failed: ${text}`);
      }
    }
  };
  await Promise.all(Array.from({ length: width }, takeTurns));
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  report(
    `${name}: ${seeds.length} runs, seeds ${seeds[0]} to ${seeds.at(-1)}, ${failures.length} failed, ${seconds} s`,
  );
  if (failures.length > 0) throw new Error(failures.join('\n'));
}
