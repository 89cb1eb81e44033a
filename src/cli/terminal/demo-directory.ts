/** Where the demo keeps its database: apart from a real service's, unless the user chose a folder. */
import { basename, join } from 'node:path';

/** `configured` is DATA_DIR; its default, `.data`, gets a folder of the demo's own. */
export function demoDataDir(configured: string): string {
  return basename(configured) === '.data' ? join(configured, 'demo') : configured;
}
