/** Calendar days where the reader is: the days of a file of Reports, and of IRS Form 8949 in the zone of its reader. */

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** The day on which a moment falls, such as 2024-02-29. */
export function dayOf(at: string | number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

/** The first moment of a day, in the API's form. */
export const startOfDay = (day: string): string =>
  `${new Date(`${day}T00:00:00`).toISOString().slice(0, 19)}Z`;
