/** Which corrections are listed, as it stands in the URL beside the lens. */

/** What is left out is the default. */
export interface CorrectionsSearch {
  /** Those that were undone or replaced, too. */
  undone?: boolean;
}

/** What is wrong in a URL is left out. */
export const readCorrections = (search: Record<string, unknown>): CorrectionsSearch =>
  search.undone === true ? { undone: true } : {};
