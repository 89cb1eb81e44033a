/** What attacks cost: refused ones, allowed ones by their units, and what another key feels of them. */
import { startBenchDatabase } from '../data/prepare.ts';
import type { BenchmarkOptions } from '../report.ts';
import { measureCosts } from './cost.ts';
import { measureNeighbours } from './neighbours.ts';
import { measureRefusals } from './refusals.ts';

export async function run(options: BenchmarkOptions): Promise<void> {
  await measureRefusals(options);
  await using stack = new AsyncDisposableStack();
  const database = await startBenchDatabase(options.size);
  stack.defer(database.stop);
  await measureCosts(database);
  await measureNeighbours(database, options);
}
