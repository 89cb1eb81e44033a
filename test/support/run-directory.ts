/** Vitest's global set-up of what the test files of one run share: a directory, which goes with the run, and a moment. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    runDirectory: string;
    /** When the run began, seconds since 1970: what must be up to now is built once all the same. */
    runStartedAt: number;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'wallet-data-run-'));
  project.provide('runDirectory', directory);
  project.provide('runStartedAt', Math.floor(Date.now() / 1000));
  return () => rm(directory, { recursive: true, force: true });
}
