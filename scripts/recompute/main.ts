/**
 * npm run recompute -- URL KEY: computes every booked figure of a key's wallets anew, from what the REST API says of chain and
 * prices, and compares it with what the API says the figures are. It shares no code with the service: node and decimal.js only.
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Api, createApi } from './api.ts';
import { bookHistory } from './book.ts';
import { compareBookings } from './bookings.ts';
import type { Books } from './books.ts';
import { compareChoice } from './compare.ts';
import { compareForm, type FormOptions } from './form-8949.ts';
import {
  type Currency,
  currencies,
  currencyOf,
  type History,
  readHistory,
  reportingCurrency,
  type Settings,
  settingChoices,
  usualSettings,
} from './history.ts';
import { compareHoldings } from './holdings.ts';
import { type Method, methods } from './lots.ts';
import { addTally, emptyTally, kinds, type Tally } from './tally.ts';
import { compareServedUk } from './uk-form.ts';

const usage = `npm run recompute -- URL KEY [--methods FIFO,LIFO,HIFO,WAC] [--currencies USD,ETH,MATIC,AVAX,XDAI] [--reporting EUR] [--readings 12]
  [--ownTransfers carry --receiptTokens carry --liquidityTokens realize --deposits carry]
  [--form-8949 FILE --form-method FIFO --time-zone UTC --gas month|year|each --reported nothing|proceeds|basis --year YEAR]

The settings, and the reporting currency, are those of the client (\`wallet-data clients list\`); with GBP the file of capital gains for the United Kingdom is compared, too. FILE is what \`wallet-data export --form 8949\` wrote for all the key's wallets, with the same options.
Exit code: 0 no difference, 1 differences, 2 it could not be done.`;

/** How often all is read again while figures differ and new transactions keep coming: the figures then stand for another history. */
const usualReadings = '12';
/** How often one history is compared before a difference counts: the service may still be booking what is new. */
const comparisonsOfOneHistory = 3;
const mostDifferencesShown = 40;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    methods: { type: 'string', default: methods.join() },
    currencies: { type: 'string', default: currencies.join() },
    reporting: { type: 'string' },
    'form-8949': { type: 'string' },
    'form-method': { type: 'string', default: 'FIFO' },
    'time-zone': { type: 'string', default: 'UTC' },
    gas: { type: 'string', default: 'month' },
    reported: { type: 'string', default: 'nothing' },
    year: { type: 'string' },
    readings: { type: 'string', default: usualReadings },
    ownTransfers: { type: 'string', default: usualSettings.ownTransfers },
    receiptTokens: { type: 'string', default: usualSettings.receiptTokens },
    liquidityTokens: { type: 'string', default: usualSettings.liquidityTokens },
    deposits: { type: 'string', default: usualSettings.deposits },
  },
});

/** One of the choices; throws for anything else. */
function oneOf<Choice extends string>(choices: readonly Choice[], text: string, name: string): Choice {
  const found = choices.find((choice) => choice === text);
  if (found === undefined) throw new Error(`--${name}: '${text}' is none of ${choices.join(', ')}`);
  return found;
}

function readReadings(): number {
  const count = Number(values.readings);
  if (!Number.isInteger(count) || count < 1 || count > 1000)
    throw new Error(`--readings: '${values.readings}' is not a whole number from 1 to 1000`);
  return count;
}

function readSettings(): Settings {
  const read = (name: keyof Settings): 'carry' | 'realize' => oneOf(settingChoices[name], values[name], name);
  return {
    ownTransfers: read('ownTransfers'),
    receiptTokens: read('receiptTokens'),
    liquidityTokens: read('liquidityTokens'),
    deposits: read('deposits'),
  };
}

/** Those that all books are told in, and the client's own beside them. */
function readCurrencies(): Currency[] {
  const shared = values.currencies
    .split(',')
    .map((text) => currencyOf(oneOf(currencies, text, 'currencies')));
  if (values.reporting === undefined) return shared;
  if (!/^[A-Z]{3}$/.test(values.reporting))
    throw new Error(`--reporting: '${values.reporting}' is not a currency's three capital letters, as EUR`);
  return [...shared, reportingCurrency(values.reporting)];
}

/** A history and its books, which are made when they are asked for. */
interface Reading {
  history: History;
  booksOf(method: Method): Books;
}

async function read(api: Api): Promise<Reading> {
  const settings = readSettings();
  const history = await readHistory(api);
  const made = new Map<Method, Books>();
  return {
    history,
    booksOf(method) {
      const books = made.get(method) ?? bookHistory(history, method, settings);
      made.set(method, books);
      return books;
    },
  };
}

/**
 * Compares until nothing differs, or differs still while the history is the same before and behind
 * several comparisons. `found` is null where the history never held still. `last` is the newest reading.
 */
async function compareInRest(
  api: Api,
  reading: Reading,
  compare: (reading: Reading) => Promise<Tally>,
): Promise<{ found: Tally | null; last: Reading }> {
  const mostReadings = readReadings();
  let last = reading;
  let comparisons = 0;
  for (let readings = 1; readings <= mostReadings || comparisons > 0; readings += 1) {
    const found = await compare(last);
    if (found.differences.length === 0) return { found, last };
    await pause(1000);
    const again = await read(api);
    comparisons = again.history.mark === last.history.mark ? comparisons + 1 : 0;
    if (comparisons === comparisonsOfOneHistory) return { found, last };
    last = again;
  }
  return { found: null, last };
}

/** Of one method in one currency. */
async function compareFigures(
  api: Api,
  { history, booksOf }: Reading,
  { method, currency }: { method: Method; currency: Currency },
): Promise<Tally> {
  const found = await compareChoice({ api, history, books: booksOf(method), currency });
  addTally(found, await compareHoldings(api, history, { method, currency, settings: readSettings() }));
  return found;
}

interface Comparison {
  tally: Tally;
  history: History;
  /** Methods and currencies whose history never held still, so that nothing is known of their figures. */
  restless: string[];
}

async function compareAll(api: Api): Promise<Comparison> {
  const wanted = {
    methods: values.methods.split(',').map((text) => oneOf(methods, text, 'methods')),
    currencies: readCurrencies(),
  };
  let reading = await read(api);
  const tally = emptyTally();
  const restless: string[] = [];
  const add = async (name: string, compare: (one: Reading) => Promise<Tally>): Promise<void> => {
    const { found, last } = await compareInRest(api, reading, compare);
    reading = last;
    if (found === null) restless.push(name);
    else addTally(tally, found);
  };
  for (const method of wanted.methods) {
    for (const currency of wanted.currencies) {
      await add(`${method} ${currency.name}`, (one) => compareFigures(api, one, { method, currency }));
    }
  }
  if (values.reporting === 'GBP')
    await add('United Kingdom', ({ history }) => compareServedUk(api, history, readSettings()));
  // A history that goes on may lack an end of a move.
  if (restless.length === 0) addTally(tally, compareBookings(reading.history, readSettings()));
  const file = values['form-8949'];
  if (file !== undefined) {
    const method = oneOf(methods, values['form-method'], 'form-method');
    addTally(tally, compareForm(await readFile(file, 'utf8'), reading.booksOf(method), formOptions()));
  }
  return { tally, history: reading.history, restless };
}

function formOptions(): FormOptions {
  return {
    timeZone: values['time-zone'],
    gas: oneOf(['month', 'year', 'each'], values.gas, 'gas'),
    reported: oneOf(['nothing', 'proceeds', 'basis'], values.reported, 'reported'),
    year: values.year === undefined ? null : Number(values.year),
  };
}

function print({ tally, history, restless }: Comparison): void {
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
  if (restless.length > 0) {
    lines.push(
      '',
      `Not compared: ${restless.join(', ')}. New transactions came while they were read, each time.`,
    );
    lines.push('Run it again in a quieter hour, or with more --readings.');
  }
  console.log(lines.join('\n'));
}

/** 1 where anything differs, 2 where something could not be compared. */
function exitCodeOf({ tally, restless }: Comparison): number {
  if (tally.differences.length > 0) return 1;
  return restless.length > 0 ? 2 : 0;
}

try {
  const [url, key, ...rest] = positionals;
  if (url === undefined || key === undefined || rest.length > 0) throw new Error(usage);
  const found = await compareAll(createApi(url.replace(/\/+$/, ''), key));
  print(found);
  process.exitCode = exitCodeOf(found);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
