/** A process that leads jobs until it is killed: nothing is given back, the leases run out. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface LeaderProcess {
  /** How it is named in its leases. */
  owner: string;
  /** SIGKILL; returns when it is gone. */
  kill(): Promise<void>;
}

export async function startLeaderProcess(
  url: string,
  { leaseMs, jobs }: { leaseMs: number; jobs: readonly string[] },
): Promise<LeaderProcess> {
  const program = join(import.meta.dirname, '..', 'store', 'programs', 'lead.ts');
  const child = spawn(process.execPath, [program, url, String(leaseMs), ...jobs], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const [line] = await Promise.race([
    once(child.stdout, 'data'),
    exited.then(() => Promise.reject(new Error('the leader has ended'))),
  ]);
  return {
    owner: String(line).trim(),
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
