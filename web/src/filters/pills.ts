/**
 * Filters of a list as pills: a field, "is" or "is not", and values. They stand in the URL as one text, `kind.not.SWAP.SEND~chain.is.1`, and
 * are read as the API's filter. What the API can only include is excluded by including all others, of which it has a closed list.
 */
import type { TransactionCategory, TransactionKind } from '../__generated__/activityQuery.graphql.ts';

export const kinds = [
  'AIRDROP',
  'APPROVE',
  'BORROW',
  'BRIDGE_IN',
  'BRIDGE_OUT',
  'BURN',
  'CLAIM',
  'CONTRACT_EXECUTION',
  'DEPLOY',
  'DEPOSIT',
  'FAILED',
  'LIQUIDATION',
  'MIGRATE',
  'MINT',
  'NFT_BUY',
  'NFT_SELL',
  'RECEIVE',
  'REPAY',
  'REVOKE',
  'SELF_TRANSFER',
  'SEND',
  'SWAP',
  'UNWRAP',
  'WITHDRAW',
  'WRAP',
  'YIELD',
] as const satisfies readonly TransactionKind[];
export const categories = [
  ...(['CONTRACT_EXECUTION', 'MINT', 'RECEIVE', 'SEND', 'SWAP'] as const),
] as const satisfies readonly TransactionCategory[];

export interface Chain {
  chainId: number;
  name: string;
}

/** How a field is called, what its values are like, and whether its opposite is another field. */
interface Field {
  name: string;
  pattern: RegExp;
  /** null: typed. */
  values: readonly string[] | null;
  hint?: string;
  hasNot: boolean;
}

const day = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
export const fields = {
  kind: { name: 'Kind', pattern: /^[A-Z_]+$/, values: kinds, hasNot: true },
  category: { name: 'Category', pattern: /^[A-Z_]+$/, values: categories, hasNot: true },
  chain: { name: 'Chain', pattern: /^\d{1,9}$/, values: [], hasNot: true },
  party: { name: 'Counterparty', pattern: /^0x[0-9a-f]{40}$/, values: null, hint: '0x…', hasNot: true },
  failed: { name: 'Transaction', pattern: /^failed$/, values: ['failed'], hasNot: true },
  spam: { name: 'Transaction', pattern: /^spam$/, values: ['spam'], hasNot: true },
  since: { name: 'Since', pattern: day, values: null, hint: '2026-01-31', hasNot: false },
  before: { name: 'Before', pattern: day, values: null, hint: '2026-01-31', hasNot: false },
} as const satisfies Record<string, Field>;
export type FieldName = keyof typeof fields;
const fieldNames: readonly FieldName[] = [
  ...(['kind', 'category', 'chain', 'party'] as const),
  ...(['failed', 'spam', 'since', 'before'] as const),
];

export interface Pill {
  field: FieldName;
  isNot: boolean;
  values: readonly string[];
}

/** Of a pill, and pills: the API takes 100 addresses, and a URL some thousand characters. */
const [mostValues, mostPills] = [20, 8];

/** No 31st of February, of which the next month would be made. */
const isDay = (text: string): boolean => {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
};

const isAllowed = (field: FieldName, value: string): boolean => {
  const { pattern, values }: Field = fields[field];
  if (!pattern.test(value) || (pattern === day && !isDay(value))) return false;
  return values === null || values.length === 0 || values.includes(value);
};

/** What is wrong is left out: a link never ends in an error for its filter. */
export function readPills(text: unknown): Pill[] {
  if (typeof text !== 'string') return [];
  const pills: Pill[] = [];
  for (const part of text.split('~').slice(0, mostPills)) {
    const [name, word, ...given] = part.split('.');
    const field = fieldNames.find((one) => one === name);
    if (field === undefined || (word !== 'is' && word !== 'not')) continue;
    const isNot = word === 'not';
    const values = [...new Set(given)].filter((value) => isAllowed(field, value)).slice(0, mostValues);
    if (values.length === 0 || (isNot && !fields[field].hasNot)) continue;
    if (!pills.some((pill) => pill.field === field && pill.isNot === isNot))
      pills.push({ field, isNot, values });
  }
  return pills;
}

/** undefined: there are none. */
export function writePills(pills: readonly Pill[]): string | undefined {
  const text = pills
    .map(({ field, isNot, values }) => [field, isNot ? 'not' : 'is', ...values].join('.'))
    .join('~');
  return text === '' ? undefined : text;
}

export const isOne = (one: Pill, other: Pick<Pill, 'field' | 'isNot'>): boolean =>
  one.field === other.field && one.isNot === other.isNot;

/** Adds a value. It is taken out of the pill that says the opposite; of two days the later choice counts. */
export function withValue(pills: readonly Pill[], field: FieldName, isNot: boolean, value: string): Pill[] {
  const without = pills
    .map((pill) =>
      pill.field === field && pill.isNot !== isNot
        ? { ...pill, values: pill.values.filter((one) => one !== value) }
        : pill,
    )
    .filter(({ values }) => values.length > 0);
  const old = without.find((pill) => isOne(pill, { field, isNot }));
  const isSingle = field === 'since' || field === 'before';
  const values = isSingle ? [value] : [...new Set([...(old?.values ?? []), value])];
  const next = { field, isNot, values };
  return old === undefined ? [...without, next] : without.map((pill) => (pill === old ? next : pill));
}

export const without = (pills: readonly Pill[], gone: Pill): Pill[] =>
  pills.filter((pill) => !isOne(pill, gone));

/** "is" becomes "is not", and back; with the pill that said so already, it becomes one. */
export function turned(pills: readonly Pill[], pill: Pill): Pill[] {
  return pill.values.reduce<Pill[]>(
    (list, value) => withValue(list, pill.field, !pill.isNot, value),
    without(pills, pill),
  );
}
