/** The asking process as the benchmarks use it. */
import { join } from 'node:path';
import { startProgram } from '../processes.ts';
import { type Job, type Outcome, okOf, outcomeSchema } from './job.ts';

export interface Client {
  run(job: Job): Promise<Outcome>;
  stop(): Promise<void>;
}

const graceMs = 60_000;

export async function startClient(): Promise<Client> {
  const { program } = await startProgram(join(import.meta.dirname, 'program.ts'), {});
  return {
    run: async (job) =>
      outcomeSchema.parse(await program.ask(job, job.warmUpMs + job.durationMs + job.timeoutMs + graceMs)),
    stop: () => program.stop(),
  };
}

/** Fails unless every answer was a 2xx: a figure of errors says nothing. */
export function requireAllOk(name: string, outcome: Outcome): void {
  const total = Object.values(outcome.answers).reduce((sum, count) => sum + count, 0);
  if (total === 0 || okOf(outcome) < total)
    throw new Error(`${name} answered ${JSON.stringify(outcome.answers)}`);
}
