/**
 * Builds the pages for people into web/dist. `npm ci` runs it after everything is installed. A production install has no packages to
 * build with: what is in web/dist stays as it is, and where nothing is, the service runs without the pages.
 */
import { join } from 'node:path';

async function findVite(): Promise<typeof import('vite') | null> {
  try {
    return await import('vite');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') return null;
    throw error;
  }
}

const vite = await findVite();
if (vite !== null) await vite.build({ configFile: join(import.meta.dirname, 'vite.config.ts') });
