/**
 * Which of a list's two forms a request wants: CSV at the path of that name (/wallet/transfer.csv), elsewhere what its parameter
 * `format` says, or the header Accept of RFC 9110, section 12.5.1.
 */
import { PublicError } from '../errors.ts';

export type ListForm = 'json' | 'csv';

const mediaTypes = { json: 'application/json', csv: 'text/csv' } as const;

interface FormRequest {
  headers: { accept?: string | undefined };
  /** Before or after its validation. */
  query: unknown;
  /** As the route is declared. */
  routeOptions: { url?: string | undefined };
}

/** Of a list's path (/wallet/transfer/) that of its CSV (/wallet/transfer.csv), which a client knows the type of. */
export const csvPathOf = (path: string): string => `${path.replace(/\/$/, '')}.csv`;

/** The parameter `format` decides where it is given, whatever Accept says. Throws NOT_ACCEPTABLE as `listFormOf` does. */
export function requestedForm({ headers, query, routeOptions }: FormRequest): ListForm {
  const given = typeof query === 'object' && query !== null && 'format' in query ? query.format : undefined;
  const named = typeof given === 'string' ? readListForm(given) : null;
  if (routeOptions.url?.endsWith('.csv') !== true) return named ?? listFormOf(headers.accept);
  if (named !== 'json') return 'csv';
  const message = 'this path answers CSV: ask without .csv for JSON';
  throw new PublicError('BAD_INPUT', `format: ${message}`, [{ path: 'format', message }]);
}

/** In any letter case; null for what is none. */
export function readListForm(text: string): ListForm | null {
  const folded = text.trim().toLowerCase();
  return folded === 'json' || folded === 'csv' ? folded : null;
}

/** JSON unless CSV is wanted more. Throws NOT_ACCEPTABLE when the header rules both out. */
export function listFormOf(accept: string | undefined): ListForm {
  // A longer header is nothing that a client means.
  const ranges = (accept ?? '').slice(0, 2_000).split(',').flatMap(readRange);
  if (ranges.length === 0) return 'json';
  const json = qualityOf(ranges, mediaTypes.json);
  const csv = qualityOf(ranges, mediaTypes.csv);
  if (json === 0 && csv === 0) {
    const forms = Object.values(mediaTypes).join(' and ');
    throw new PublicError('NOT_ACCEPTABLE', `Lists are answered as ${forms}: accept one of them.`);
  }
  return csv > json ? 'csv' : 'json';
}

interface MediaRange {
  type: string;
  /** 0 to 1; 0 rules the type out. */
  quality: number;
}

/** `text/csv;q=0.5`; other parameters do not count. A range that is not well formed is passed over. */
function readRange(text: string): MediaRange[] {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  if (!/^[^\s/]+\/[^\s/]+$/.test(type)) return [];
  const weight = parameters.find((parameter) => /^q\s*=/.test(parameter));
  if (weight === undefined) return [{ type, quality: 1 }];
  const quality = /^q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.exec(weight)?.[1];
  return quality === undefined ? [] : [{ type, quality: Number(quality) }];
}

/** The most specific range that holds the type decides. */
function qualityOf(ranges: readonly MediaRange[], type: string): number {
  const family = `${type.split('/', 1)[0]}/*`;
  for (const wanted of [type, family, '*/*']) {
    const found = ranges.find((range) => range.type === wanted);
    if (found !== undefined) return found.quality;
  }
  return 0;
}
