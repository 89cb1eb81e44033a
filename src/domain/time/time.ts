/** Times: unix seconds inside, ISO 8601 UTC with whole seconds outside. */

export const secondsPerDay = 86_400;

/** Hours since 1970: prices are those of hours. */
export const hourOf = (unixSeconds: number): number => Math.floor(unixSeconds / 3600);

const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));
/** `2023-11-14` by day since 1970: making one costs more than all the rest, and histories have the same days. */
const dayTexts = new Map<number, string>();
const keptDays = 50_000;

/** A day, whole days since 1970 in UTC, as `2023-11-14`. */
export function dayText(day: number): string {
  const known = dayTexts.get(day);
  if (known !== undefined) return known;
  const text = new Date(day * secondsPerDay * 1000).toISOString().slice(0, -14);
  if (dayTexts.size >= keptDays) dayTexts.clear();
  dayTexts.set(day, text);
  return text;
}

/** The day of a moment in UTC: 1700000000 → '2023-11-14'. */
export const utcDay = (unixSeconds: number): string => dayText(Math.floor(unixSeconds / secondsPerDay));

/** 1700000000 → '2023-11-14T22:13:20Z'; fractions of a second are cut off. */
export function formatTime(unixSeconds: number): string {
  const day = Math.floor(unixSeconds / secondsPerDay);
  const second = Math.floor(unixSeconds - day * secondsPerDay);
  const hours = twoDigits[Math.floor(second / 3600)];
  const minutes = twoDigits[Math.floor(second / 60) % 60];
  return `${dayText(day)}T${hours}:${minutes}:${twoDigits[second % 60]}Z`;
}

/**
 * Reads an ISO 8601 date or date-time. Without a zone it is UTC; a date alone is its midnight.
 * Returns unix seconds (fractions kept), or null when it is not one.
 */
export function parseTime(text: string): number | null {
  const match = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:\d{2})?)?$/.exec(
    text,
  );
  if (match === null) return null;
  const [, date, time = '00:00', zone = 'Z'] = match;
  const milliseconds = Date.parse(`${date}T${time}${zone}`);
  if (Number.isNaN(milliseconds)) return null;
  // Date.parse rolls 30 February over into March: refuse what does not come back the same there.
  const there = new Date(milliseconds + offsetOf(zone)).toISOString();
  return there.slice(0, 10) === date && isWritable(milliseconds) ? milliseconds / 1000 : null;
}

/** Milliseconds that a zone is ahead of UTC: `+05:30`, or `Z`. */
function offsetOf(zone: string): number {
  if (zone === 'Z') return 0;
  const [hours = 0, minutes = 0] = zone.slice(1).split(':').map(Number);
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

/** Years of four digits alone can be written as ISO 8601 has it. */
const isWritable = (milliseconds: number): boolean => /^\d{4}-/.test(new Date(milliseconds).toISOString());

/** The same time of day so many calendar months later (earlier: negative), UTC; a day that month lacks becomes its last. */
export function monthsAfter(unixSeconds: number, months: number): number {
  const date = new Date(unixSeconds * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.getTime() / 1000;
}
