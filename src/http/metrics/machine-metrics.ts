/** Metrics of what the service stands on: room on the disk. Beside the process's own, which the library has. */
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
