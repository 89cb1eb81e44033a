/**
 * Where the service that runs on a data directory answers, for commands beside it. The file counts only while the embedded
 * database of that directory runs: whoever starts that database removes what a killed service has left.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const announcementSchema = z.object({
  /** Without a slash at the end. */
  url: z.string(),
  isDemo: z.boolean(),
});
export type AnnouncedService = z.infer<typeof announcementSchema>;

const serviceFile = (dataDir: string): string => join(dataDir, 'service.json');

export async function writeServiceFile(dataDir: string, service: AnnouncedService): Promise<void> {
  await writeFile(serviceFile(dataDir), `${JSON.stringify(service)}\n`, { mode: 0o600 });
}

export async function removeServiceFile(dataDir: string): Promise<void> {
  await rm(serviceFile(dataDir), { force: true });
}

/** Null where there is none, or none that can be understood: then nothing is known of a service. */
export async function readServiceFile(dataDir: string): Promise<AnnouncedService | null> {
  const text = await readFile(serviceFile(dataDir), 'utf8').catch(() => '');
  try {
    return announcementSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
