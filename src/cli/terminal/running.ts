/** What runs beside a command: the service of this data directory, or the demo. */
import type { Config } from '../../config.ts';
import { findRunningEmbedded, type RunningEmbedded } from '../../store/embedded/embedded.ts';
import { demoDataDir } from './demo-directory.ts';

/** A running embedded database and the directory that it lies in. */
export interface Running extends RunningEmbedded {
  dataDir: string;
}

/** The service comes before the demo. Null: neither runs on this machine. */
export async function findRunning({
  database: { dataDir },
}: Pick<Config, 'database'>): Promise<Running | null> {
  for (const directory of new Set([dataDir, demoDataDir(dataDir)])) {
    const running = await findRunningEmbedded(directory);
    if (running !== null) return { ...running, dataDir: directory };
  }
  return null;
}
