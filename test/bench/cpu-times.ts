/** CPU time of other processes of this machine, from /proc (Linux): one, or a whole PostgreSQL server with all that it has started. */
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';

/** USER_HZ, which Linux fixes for every program. */
const ticksPerSecond = 100;

interface ProcessTimes {
  parent: number;
  /** Its own, in seconds. */
  own: number;
  /** Of those that it started and that have ended. */
  ended: number;
}

async function timesOf(pid: number): Promise<ProcessTimes | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  // Its name may hold anything; the fields after it are numbers, the first of them number 4.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 4)
    .split(' ')
    .map(Number);
  const field = (number: number): number => fields[number - 4] ?? 0;
  return {
    parent: field(4),
    own: (field(14) + field(15)) / ticksPerSecond,
    ended: (field(16) + field(17)) / ticksPerSecond,
  };
}

/** The seconds that a process has used so far, without those that it started. */
export async function processCpu(pid: number): Promise<number> {
  const times = await timesOf(pid);
  if (times === null)
    throw new Error(`the CPU time of process ${pid} is read from /proc, which does not have it`);
  return times.own;
}

/** Answers a function that tells the seconds which the server behind the URL has used so far. */
export async function postgresCpu(url: string): Promise<() => Promise<number>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const backend = await timesOf(rows[0]?.pid ?? 0);
  await client.end();
  if (backend === null) throw new Error('the CPU time of PostgreSQL is read from /proc, which is not there');
  const postmaster = backend.parent;
  return async () => {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
    const all = await Promise.all(pids.map(async (pid) => ({ pid, times: await timesOf(pid) })));
    return all.reduce((sum, { pid, times }) => {
      if (times === null) return sum;
      if (pid === postmaster) return sum + times.own + times.ended;
      return times.parent === postmaster ? sum + times.own : sum;
    }, 0);
  };
}
