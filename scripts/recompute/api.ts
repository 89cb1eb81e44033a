/** Reads the service as any client does: REST with a key. Every list is read whole, as CSV or JSON with all digits. */
import { setTimeout as pause } from 'node:timers/promises';
import { parseCsv, type Row } from './csv.ts';

const requestTimeoutMs = 120_000;
const mostTries = 20;
/** More than any history that fits into the memory of a script. */
const mostBytes = 1024 * 1024 * 1024;

export interface Api {
  /** All rows of a list, by the names of its columns. */
  rows(path: string, query: Query): Promise<Row[]>;
  /** What is a file alone. */
  text(path: string, query: Query): Promise<string>;
  /** The `results` of a list that has no pages, flat, numbers as the digits that were sent; null as an empty text. */
  results(path: string, query: Query): Promise<{ results: Row[]; at: Moment }>;
}
export type Query = Readonly<Record<string, string>>;

/** Unix seconds between which the service answered, by its own clock. */
export interface Moment {
  from: number;
  to: number;
}

export function createApi(url: string, key: string): Api {
  async function ask(path: string, query: Query): Promise<{ text: string; at: Moment }> {
    const target = `${url}${path}?${new URLSearchParams(query)}`;
    for (let tries = 1; ; tries += 1) {
      const started = performance.now();
      const signal = AbortSignal.timeout(requestTimeoutMs);
      const response = await fetch(target, { headers: { 'X-API-KEY': key }, signal });
      const text = await readText(response);
      if (response.ok) return { text, at: momentOf(response, (performance.now() - started) / 1000) };
      const isBusy = response.status === 429 || response.status === 503;
      if (!isBusy || tries === mostTries)
        throw new Error(`${target}: ${response.status} ${text.slice(0, 500)}`);
      await pause(1000 * Math.min(Number(response.headers.get('retry-after') ?? 1) || 1, 30));
    }
  }
  return {
    rows: async (path, query) => parseCsv((await ask(path, { ...query, format: 'csv' })).text),
    text: async (path, query) => (await ask(path, query)).text,
    async results(path, query) {
      const { text, at } = await ask(path, { ...query, format: 'json' });
      const answer: unknown = JSON.parse(withQuotedNumbers(text));
      return { results: resultsOf(answer).map(flat), at };
    },
  };
}

async function readText(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    if (bytes > mostBytes) throw new Error(`${response.url}: more than ${mostBytes} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** `Date` has whole seconds and is written when the answer is: what it was asked lies before. */
function momentOf(response: Response, tookSeconds: number): Moment {
  const written = Math.floor(Date.parse(response.headers.get('date') ?? '') / 1000);
  if (!Number.isFinite(written)) throw new Error(`${response.url}: an answer without a date`);
  return { from: written - Math.ceil(tookSeconds) - 1, to: written + 1 };
}

/** JavaScript's numbers hold 17 digits; the service sends all of them. */
const withQuotedNumbers = (json: string): string =>
  json.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?/g, (found) =>
    found.startsWith('"') ? found : `"${found}"`,
  );

function resultsOf(answer: unknown): unknown[] {
  if (typeof answer === 'object' && answer !== null && 'results' in answer && Array.isArray(answer.results)) {
    return answer.results;
  }
  throw new Error('an answer without results');
}

/** Nested fields by their names with `_` between: `raw_token_address`. */
function flat(item: unknown): Row {
  const row = new Map<string, string>();
  const add = (value: unknown, name: string): void => {
    if (typeof value !== 'object' || value === null) {
      row.set(name, value === null ? '' : String(value));
      return;
    }
    for (const [key, part] of Object.entries(value)) add(part, name === '' ? key : `${name}_${key}`);
  };
  add(item, '');
  return { text: (name) => row.get(name) ?? '' };
}
