/** The year of the reports, as it stands in the URL beside the lens. */
import { keepLens } from '../../app/places.ts';

export interface ReportsSearch {
  year?: number;
}

/** As the API takes them: Ethereum, and with it everything here, is younger. */
const [firstYear, lastYear] = [1970, 2099];

/** What is wrong in a URL is left out. */
export function readReports({ year }: Record<string, unknown>): ReportsSearch {
  const isYear = typeof year === 'number' && Number.isInteger(year) && year >= firstYear && year <= lastYear;
  return isYear ? { year } : {};
}

/** What a way between the pages of a year keeps of the URL: the lens, and the year. */
export const keepYear =
  (year: number) =>
  (search: Record<string, unknown>): Record<string, unknown> => ({ ...keepLens(search), year });
