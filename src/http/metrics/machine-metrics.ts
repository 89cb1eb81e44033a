/** Metrics of the process and what it stands on: rounds of work, room on the disk. Beside those that the library has. */
import { statfs } from 'node:fs/promises';
import { Gauge, type Registry } from 'prom-client';

/** @param dataDir of which the disk is meant; where it cannot be asked, nothing is said. */
export function watchDisk(registry: Registry, dataDir: string): void {
  new Gauge({
    name: 'wallet_data_disk_free_bytes',
    help: 'Room on the disk that DATA_DIR lies on, for this user',
    registers: [registry],
    async collect() {
      const room = await statfs(dataDir).catch(() => null);
      // An old figure would look like a new one.
      if (room === null) this.remove();
      else this.set(room.bavail * room.bsize);
    },
  });
}

export interface RoundMetrics {
  /** A round of a worker's job begins or has ended. `round`: the same object for both. */
  recordRound(news: { job: string; round: object; isUnderWay: boolean }): void;
}

/** The beat of the worker's loops, each called by its job (`job` itself is a label of Prometheus): a loop that hangs is one whose round goes on and on. @param elapsed milliseconds that only go forward */
export function createRoundMetrics(
  registry: Registry,
  elapsed: () => number = () => performance.now(),
): RoundMetrics {
  const underWay = new Map<object, { job: string; begunAt: number }>();
  const jobs = new Set<string>();
  new Gauge({
    name: 'wallet_data_worker_round_seconds',
    help: 'How long the longest round of work under way has taken, by loop; 0 between rounds',
    labelNames: ['loop'],
    registers: [registry],
    collect() {
      for (const job of jobs) {
        const begun = [...underWay.values()].filter((one) => one.job === job).map(({ begunAt }) => begunAt);
        this.set({ loop: job }, begun.length === 0 ? 0 : (elapsed() - Math.min(...begun)) / 1000);
      }
    },
  });
  return {
    recordRound({ job, round, isUnderWay }) {
      jobs.add(job);
      if (isUnderWay) underWay.set(round, { job, begunAt: elapsed() });
      else underWay.delete(round);
    },
  };
}
