/** What a file of the page is: the list of the API, and what it is asked for. */
import type { Lens } from '../../app/lens/lens.ts';
import type { LineNames } from './compare/compare-files.ts';

export interface Report {
  name: string;
  /** What a line of it is. */
  says: string;
  path: string;
  /** What its file is called, without `.csv`; left out: by its name. */
  file?: string;
  /** A program reads it: what its file's name ends in. Left out: people do, in a spreadsheet. */
  forProgram?: 'csv' | 'journal';
  parametersOf: (lens: Lens) => Record<string, string>;
  /** How its lines are known, where it is handed on and one may ask what has changed since. */
  names?: LineNames;
}

/** The parameters of its URL. */
export const questionOf = (report: Report, lens: Lens): Record<string, string> => ({
  wallet: lens.wallets.join(','),
  ...report.parametersOf(lens),
});
