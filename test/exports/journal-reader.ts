/** Reads a journal as hledger does, strictly: what is not of the form that the service writes throws. */
import { Decimal } from 'decimal.js';

const Exact = Decimal.clone({ precision: 200 });

export interface Posting {
  account: string;
  amount: Decimal;
  commodity: string;
  /** With the sign of the amount, as hledger takes a total cost. */
  cost: { amount: Decimal; commodity: string } | null;
}

export interface Entry {
  date: string;
  code: string | null;
  description: string;
  postings: Posting[];
}

const commodityForm = String.raw`(?:"([^"\n;]+)"|([A-Za-z]+))`;
const number = String.raw`(-?\d+(?:\.\d+)?)`;
const posting = new RegExp(
  `^ {4}(\\S(?:[^;]*?\\S)?) {2}${number} ${commodityForm}(?: @@ ${number} ${commodityForm})?$`,
);
const head = /^(\d{4}-\d\d-\d\d) \*(?: \(([^()]+)\))? ([^;|]*)$/;

function readPosting(line: string): Posting {
  const found = posting.exec(line);
  if (found === null) throw new Error(`no posting: ${line}`);
  const [, account = '', amount = '', quoted, plain, cost, costQuoted, costPlain] = found;
  // Two spaces end an account.
  if (account.includes('  ')) throw new Error(`no account: ${account}`);
  const sign = amount.startsWith('-') ? -1 : 1;
  return {
    ...{ account, amount: new Exact(amount), commodity: quoted ?? plain ?? '' },
    cost:
      cost === undefined
        ? null
        : { amount: new Exact(cost).times(sign), commodity: costQuoted ?? costPlain ?? '' },
  };
}

/** The entries behind the directives. */
export function readJournal(text: string): Entry[] {
  const [, ...blocks] = text.trimEnd().split('\n\n');
  return blocks.map((block) => {
    const [first = '', ...lines] = block.split('\n');
    const found = head.exec(first);
    if (found === null) throw new Error(`no entry: ${first}`);
    const [, date = '', code = null, description = ''] = found;
    return { date, code, description, postings: lines.map(readPosting) };
  });
}

export type Sums = Map<string, Decimal>;

export function add(sums: Sums, name: string, amount: Decimal): void {
  sums.set(name, (sums.get(name) ?? new Exact(0)).plus(amount));
}

/** What does not balance in an entry, by commodity: a posting with a cost counts by its cost. */
export function imbalanceOf({ postings }: Entry): Record<string, string> {
  const sums: Sums = new Map();
  for (const { amount, commodity, cost } of postings)
    add(sums, cost?.commodity ?? commodity, cost?.amount ?? amount);
  return Object.fromEntries(
    [...sums].flatMap(([name, sum]) => (sum.isZero() ? [] : [[name, sum.toFixed()]])),
  );
}

/** The sums of postings, by account and commodity, without those that are 0. */
export function balancesOf(
  entries: readonly Entry[],
  isOf: (account: string) => boolean,
): Record<string, string> {
  const sums: Sums = new Map();
  for (const { postings } of entries)
    for (const { account, commodity, amount } of postings)
      if (isOf(account)) add(sums, `${account} ${commodity}`, amount);
  return Object.fromEntries(
    [...sums].flatMap(([name, sum]) => (sum.isZero() ? [] : [[name, sum.toFixed()]])),
  );
}
