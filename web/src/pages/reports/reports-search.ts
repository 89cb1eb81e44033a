/** The year of the reports, as it stands in the URL beside the lens. */

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
