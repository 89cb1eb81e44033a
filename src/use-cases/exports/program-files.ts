/** Files for other programs: CSV for Koinly, a journal for hledger. */
import type { ReadModel } from '../model/interface.ts';
import type { ProgramFileDependencies } from './file-dependencies.ts';
import { createJournalFile } from './journal-file.ts';
import { createKoinlyFile } from './koinly-file.ts';

export const createProgramFiles = (
  deps: ProgramFileDependencies,
): Pick<ReadModel, 'koinlyLines' | 'journal'> => ({ ...createKoinlyFile(deps), ...createJournalFile(deps) });
