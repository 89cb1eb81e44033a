/**
 * npm run recompute -- URL KEY: computes every booked figure of a key's wallets anew, from what the REST API says of chain and
 * prices, and compares it with what the API says the figures are. It shares no code with the service: node and decimal.js only.
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Api, createApi } from './api.ts';
import { bookHistory } from './book.ts';
import type { Books } from './books.ts';
import { compareChoice } from './compare.ts';
import { compareForm, type FormOptions } from './form-8949.ts';
import { currencies, type History, readHistory } from './history.ts';
import { type Method, methods } from './lots.ts';
import { addTally, emptyTally, kinds, type Tally } from './tally.ts';

const usage = `npm run recompute -- URL KEY [--methods FIFO,LIFO,HIFO,WAC] [--currencies USD,ETH,MATIC,AVAX,XDAI]
  [--form-8949 FILE --form-method FIFO --time-zone UTC --gas month|year|each --reported nothing|proceeds|basis --year YEAR]

FILE is what \`wallet-data export --form 8949\` wrote for all the key's wallets, with the same options.
Exit code: 0 no difference, 1 differences, 2 it could not be done.`;

/** How often figures are read again when they differ: the service may still be booking what is new. */
const mostReadings = 6;
const mostDifferencesShown = 40;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    methods: { type: 'string', default: methods.join() },
    currencies: { type: 'string', default: currencies.join() },
    'form-8949': { type: 'string' },
    'form-method': { type: 'string', default: 'FIFO' },
    'time-zone': { type: 'string', default: 'UTC' },
    gas: { type: 'string', default: 'month' },
    reported: { type: 'string', default: 'nothing' },
    year: { type: 'string' },
  },
});

/** One of the choices; throws for anything else. */
function oneOf<Choice extends string>(choices: readonly Choice[], text: string, name: string): Choice {
  const found = choices.find((choice) => choice === text);
  if (found === undefined) throw new Error(`--${name}: '${text}' is none of ${choices.join(', ')}`);
  return found;
}

/** A history and its books, which are made when they are asked for. */
interface Reading {
  history: History;
  booksOf(method: Method): Books;
}

async function read(api: Api): Promise<Reading> {
  const history = await readHistory(api);
  const made = new Map<Method, Books>();
  return {
    history,
    booksOf(method) {
      const books = made.get(method) ?? bookHistory(history, method);
      made.set(method, books);
      return books;
    },
  };
}

async function compareAll(api: Api): Promise<{ tally: Tally; history: History }> {
  const wanted = {
    methods: values.methods.split(',').map((text) => oneOf(methods, text, 'methods')),
    currencies: values.currencies.split(',').map((text) => oneOf(currencies, text, 'currencies')),
  };
  let reading = await read(api);
  const tally = emptyTally();
  for (const method of wanted.methods) {
    for (const currency of wanted.currencies) {
      for (let readings = 1; ; readings += 1) {
        const { history } = reading;
        const found = await compareChoice({ api, history, books: reading.booksOf(method), currency });
        if (found.differences.length === 0 || readings === mostReadings) {
          addTally(tally, found);
          break;
        }
        await pause(1000);
        const again = await read(api);
        // The same history twice, and the same differences: that is how it is.
        if (again.history.mark === history.mark && readings > 2) readings = mostReadings - 1;
        reading = again;
      }
    }
  }
  const file = values['form-8949'];
  if (file !== undefined) {
    const method = oneOf(methods, values['form-method'], 'form-method');
    addTally(tally, compareForm(await readFile(file, 'utf8'), reading.booksOf(method), formOptions()));
  }
  return { tally, history: reading.history };
}

function formOptions(): FormOptions {
  return {
    timeZone: values['time-zone'],
    gas: oneOf(['month', 'year', 'each'], values.gas, 'gas'),
    reported: oneOf(['nothing', 'proceeds', 'basis'], values.reported, 'reported'),
    year: values.year === undefined ? null : Number(values.year),
  };
}

function print({ tally, history }: { tally: Tally; history: History }): void {
  const { wallets, groups } = history;
  const lines = [`${groups.length} transactions of ${wallets.length} wallets`, ''];
  lines.push('what         figures  differences');
  for (const kind of kinds) {
    const count = tally.compared.get(kind) ?? 0;
    const differing = tally.differences.filter((difference) => difference.kind === kind).length;
    lines.push(`${kind.padEnd(9)} ${String(count).padStart(10)} ${String(differing).padStart(12)}`);
  }
  for (const { kind, what, served, computed } of tally.differences.slice(0, mostDifferencesShown)) {
    lines.push('', `${kind}: ${what}`, `  served:   ${served}`, `  computed: ${computed}`);
  }
  const hidden = tally.differences.length - mostDifferencesShown;
  if (hidden > 0) lines.push('', `and ${hidden} more`);
  console.log(lines.join('\n'));
}

try {
  const [url, key, ...rest] = positionals;
  if (url === undefined || key === undefined || rest.length > 0) throw new Error(usage);
  const found = await compareAll(createApi(url.replace(/\/+$/, ''), key));
  print(found);
  process.exitCode = found.tally.differences.length === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
