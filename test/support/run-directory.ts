/** Vitest's global set-up of a directory for what the test files of one run share; it goes with the run. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    runDirectory: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'wallet-data-run-'));
  project.provide('runDirectory', directory);
  return () => rm(directory, { recursive: true, force: true });
}
