/**
 * Pieces of JSON text. The wire shapes are written as text by hand, for two reasons. It keeps decimals, and integers of any
 * size, exact, which JSON.stringify cannot do. And it costs half as much.
 */
import { madeOnce } from '../../../domain/made-once.ts';
import { flatText } from '../../../domain/text/flat-text.ts';
import { formatTime } from '../../../domain/time/time.ts';

/** Free text, escaped. */
export function text(value: string): string {
  return JSON.stringify(value);
}

export function textOrNull(value: string | null): string {
  return value === null ? 'null' : JSON.stringify(value);
}

/** Text that holds nothing to escape: ids, addresses, hashes. */
export function plain(value: string): string {
  return `"${value}"`;
}

/** Unix seconds as "YYYY-MM-DDThh:mm:ssZ". */
export function time(unixSeconds: number): string {
  return `"${formatTime(unixSeconds)}"`;
}

export const timeOrNull = (unixSeconds: number | null): string =>
  unixSeconds === null ? 'null' : time(unixSeconds);

/** An exact decimal or integer text as a JSON number of the same digits, never through a float. */
export function numeral(value: string): string {
  if (!/^-?(0|[1-9]\d*)(\.\d+)?$/.test(value))
    throw new RangeError(`not a decimal: '${value.slice(0, 100)}'`);
  return /^-0(\.0*)?$/.test(value) ? '0' : value;
}

export function numeralOrNull(value: string | null): string {
  return value === null ? 'null' : numeral(value);
}

export function list<Item>(items: readonly Item[], json: (item: Item) => string): string {
  return `[${items.map(json).join(',')}]`;
}

/** The view's JSON or null. */
export function orNull<View>(view: View | null, json: (view: View) => string): string {
  return view === null ? 'null' : json(view);
}

/** As `remembered`, of JSON with links to this service: those that were asked for last. */
export function rememberedLinks<View extends object>(
  json: (view: View, baseUrl: string) => string,
): (view: View, baseUrl: string) => string {
  return madeOnce((view: View, baseUrl: string) => flatText(json(view, baseUrl)));
}

/** Remembers the JSON of views that many answers share, such as tokens, for as long as the read model keeps them. */
export function remembered<View extends object>(json: (view: View) => string): (view: View) => string {
  return madeOnce((view: View) => flatText(json(view)));
}
