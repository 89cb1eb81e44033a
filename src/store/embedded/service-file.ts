/**
 * Where the service that runs on a data directory answers, for commands beside it. The file counts only while the embedded
 * database of that directory runs: whoever starts that database removes what a killed service has left.
 */
import { lstat, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFileSafely } from './embedded-cluster.ts';

/** A place on the web and nothing else: it is printed, and people open it. */
function isPlainUrl(text: string): boolean {
  return /^https?:\/\/[\w.~%/[\]:-]+$/.test(text) && URL.canParse(text);
}

const announcementSchema = z.object({
  /** Without a slash at the end. */
  url: z.string().refine(isPlainUrl),
  isDemo: z.boolean(),
});
export type AnnouncedService = z.infer<typeof announcementSchema>;

const mostBytes = 4_096;
const serviceFile = (dataDir: string): string => join(dataDir, 'service.json');

export async function writeServiceFile(dataDir: string, service: AnnouncedService): Promise<void> {
  await writeFileSafely(serviceFile(dataDir), `${JSON.stringify(service)}\n`);
}

export async function removeServiceFile(dataDir: string): Promise<void> {
  await rm(serviceFile(dataDir), { force: true });
}

/** Null where there is none, or none that can be understood: then nothing is known of a service. */
export async function readServiceFile(dataDir: string): Promise<AnnouncedService | null> {
  try {
    // A pipe would never end, and a link may lead anywhere.
    const file = await lstat(serviceFile(dataDir));
    if (!file.isFile() || file.size > mostBytes) return null;
    const text = await readFile(serviceFile(dataDir), 'utf8');
    return announcementSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
