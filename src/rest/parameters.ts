/** The parameters that several endpoints share: how each is read, what is allowed, and how it is documented. */
import { z } from 'zod';
import { parseAddress } from '../domain/address.ts';
import {
  type CostMethod,
  type Currency,
  costMethods,
  currencies,
  labelId,
  type Period,
  tokenId,
} from '../domain/ids.ts';
import type { Address, Hash } from '../domain/model.ts';
import { parseTime } from '../domain/time/time.ts';
import { defaultPageSize, maximumPageSize, maximumWalletsPerRead } from '../use-cases/model/view-model.ts';
import { choiceReader, clip, type Read } from './choices.ts';
import { readListForm } from './negotiation.ts';
import { periodsByWord } from './wire/objects/period.ts';

/** An object that refuses unknown fields by name and lists what it knows. */
export function strictFields<Shape extends z.ZodRawShape>(shape: Shape) {
  const known = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? `known are: ${known}` : `must have: ${known}`),
  });
}

export const givenText = z.string({
  error: (issue) => (issue.input === undefined ? 'is needed' : 'must be a text'),
});

/** Items of a list as it is given, repeated ones among them. A body has room for a hundred times as many, each to be found wrong. */
const mostItems = 1_000;

/** A comma-separated list of which each item is read by itself; all wrong ones are named, repeated ones count once. */
function listOf<Value>(read: (item: string) => Read<Value>, limit: { maximum: number; what: string }) {
  return givenText.transform((text, context): Value[] => {
    const values = new Set<Value>();
    const items = text.split(',', mostItems + 1);
    if (text.trim() === '')
      context.addIssue(`is empty: one or several ${limit.what}, separated by commas, are expected`);
    else if (items.length > mostItems) context.addIssue(`holds more than ${mostItems} items`);
    else {
      for (const item of items) {
        const answer = read(item.trim());
        if (answer.ok) values.add(answer.value);
        else context.addIssue(answer.problem);
      }
    }
    if (values.size > limit.maximum) {
      context.addIssue(`holds ${values.size} ${limit.what}: at most ${limit.maximum} are allowed`);
    }
    return [...values];
  });
}

function readAddress(item: string): Read<Address> {
  const parsed = parseAddress(item);
  return parsed.ok ? { ok: true, value: parsed.address } : parsed;
}

/** The pages put a registered address into its place, where they know one. */
export const exampleAddress = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045';

/** rest/address-names.ts. */
export const orName = 'A name in ENS, such as vitalik.eth, where the service has a mainnet node';

export const addressList = (maximum: number) => listOf(readAddress, { maximum, what: 'addresses' });

export const address = givenText
  .transform((text, context): Address => {
    const parsed = parseAddress(text);
    if (parsed.ok) return parsed.address;
    context.addIssue(parsed.problem);
    return z.NEVER;
  })
  .meta({
    description: `An address: 0x and 40 hex digits; a mixed case must have a right EIP-55 checksum. ${orName}`,
    example: exampleAddress,
  });

/** What an item of a path names: an address, or the id of the label that it has. */
export const labelledAddress = givenText
  .transform((text, context): Address => {
    const labelled = labelId.decode(text);
    if (labelled !== null) return labelled.address;
    const parsed = parseAddress(text);
    if (parsed.ok) return parsed.address;
    context.addIssue(text.startsWith('label_') ? `'${clip(text)}' is not the id of a label` : parsed.problem);
    return z.NEVER;
  })
  .meta({
    description: `The label's id (label_…), or its address: 0x and 40 hex digits. ${orName}`,
    example: exampleAddress,
  });

export const hash = (description: string) =>
  givenText
    .regex(/^0x[\da-fA-F]{64}$/, { error: 'is not a hash: 0x and 64 hex digits' })
    .transform((text): Hash => `0x${text.slice(2).toLowerCase()}`)
    .meta({ description, pattern: '^0x[0-9a-fA-F]{64}$' });

export const wallet = addressList(maximumWalletsPerRead).meta({
  example: exampleAddress,
  description: `Registered addresses, one or several separated by commas (at most ${maximumWalletsPerRead}). ${orName}`,
});

export const counterpartyAddress = addressList(100)
  .meta({
    description: `Only items with these counterparties: one or several addresses separated by commas. ${orName}`,
  })
  .optional();

export const notCounterpartyAddress = addressList(100)
  .meta({
    description: `No items with these counterparties: one or several addresses separated by commas. ${orName}`,
  })
  .optional();

export const token = listOf(
  (item): Read<string> => {
    if (tokenId.decode(item) !== null) return { ok: true, value: item };
    if (!item.startsWith('token_')) return readAddress(item);
    return { ok: false, problem: `'${clip(item)}' is not a token id` };
  },
  { maximum: 100, what: 'tokens' },
)
  .meta({
    description:
      'Only these tokens: token_ ids or contract addresses (all zero: native), separated by commas',
  })
  .optional();

export const blockchain = listOf(
  (item): Read<string> =>
    item === '' ? { ok: false, problem: 'holds an empty item' } : { ok: true, value: item },
  { maximum: 100, what: 'blockchains' },
)
  .meta({ description: 'Only these chains: blockchain_ ids, slugs or chain ids, separated by commas' })
  .optional();

/** One of the given names, in any letter case. */
export function choice<Value>(choices: Readonly<Record<string, Value>>, description: string) {
  const read = choiceReader(choices);
  return givenText
    .transform((text, context): Value => {
      const answer = read(text);
      if (answer.ok) return answer.value;
      context.addIssue(answer.problem);
      return z.NEVER;
    })
    .meta({ description, enum: Object.keys(choices) });
}

/** Several of the given names, in any letter case. */
export function choices<Value>(names: Readonly<Record<string, Value>>, description: string) {
  return listOf(choiceReader(names), {
    maximum: Object.keys(names).length,
    what: 'names',
  }).meta({
    description: `${description}; one or several of: ${Object.keys(names).join(', ')}`,
  });
}

/** Names that mean themselves. */
export const named = <Name extends string>(names: readonly Name[]): Record<string, Name> =>
  Object.fromEntries(names.map((name) => [name, name]));

/** USD under the specification's own word for it, too; its other words are the names in another letter case. */
export const currencyChoices: Readonly<Record<string, Currency>> = {
  ...Object.fromEntries(currencies.map((name) => [name, name])),
  'US Dollar': 'USD',
};

export const currency = choice(currencyChoices, 'Currency of the figures').prefault('USD');

export const costMethod = choice<CostMethod>(
  {
    ...Object.fromEntries(costMethods.map((name) => [name, name])),
    'Weighted Average Cost': 'WAC',
  },
  'Accounting method; WAC: weighted average cost; HIFO ranks lots by their unit cost in USD, whichever currency is asked for',
).prefault('FIFO');

export const period = choice<Period>(
  periodsByWord,
  'Period of the realised profit and loss, ending now',
).prefault('Max');

export const order = choice({ desc: 'DESC', asc: 'ASC' } as const, 'desc: newest first').prefault('desc');

export const spam = (description: string) =>
  choice({ include: 'INCLUDE', exclude: 'EXCLUDE', only: 'ONLY' } as const, description).optional();

export const flag = (description: string) =>
  choice({ true: true, false: false } as const, description).optional();

/** @param example What /docs has ready, where it has to be given. */
export const time = (description: string, example?: string) =>
  givenText
    .transform((text, context): number => {
      const seconds = parseTime(text);
      if (seconds !== null) return seconds;
      context.addIssue(`'${clip(text)}' is not an ISO 8601 time such as 2024-01-31 or 2024-01-31T12:00:00Z`);
      return z.NEVER;
    })
    .meta({
      description,
      examples: ['2024-01-01', '2024-01-31T12:00:00Z'],
      ...(example === undefined ? {} : { example }),
    });

export const from = time(
  'Only items at or after this time (ISO 8601; UTC unless it says otherwise)',
).optional();
export const to = time('Only items before this time (ISO 8601; UTC unless it says otherwise)').optional();

/** Where a range is the wrong way round, say so instead of answering nothing. */
export function fromBeforeTo(query: { from?: number | undefined; to?: number | undefined }): boolean {
  return query.from === undefined || query.to === undefined || query.from <= query.to;
}
export const fromBeforeToError = { path: ['from'], error: 'is later than to' };

/** An exact decimal as a text: a JSON number would lose digits. */
export const amount = (description: string) =>
  givenText
    .regex(/^\d{1,40}(\.\d{1,100})?$/, {
      error: 'must be a decimal number that is not negative, such as "12.5"',
    })
    .meta({ description: `${description}; an exact decimal as a text`, examples: ['12.5'] });

export const minValue = givenText
  .regex(/^\d{1,60}(\.\d{1,60})?$/, { error: 'must be a decimal number that is not negative, such as 12.5' })
  .meta({
    description: 'Only transfers worth at least so many US dollars; those without a price are left out',
  })
  .optional();

export const wholeNumber = (minimum: number, maximum: number) =>
  givenText.transform((text, context): number => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= minimum && value <= maximum) return value;
    context.addIssue(`'${clip(text)}' is not a whole number from ${minimum} to ${maximum}`);
    return z.NEVER;
  });

/** The parameters of every list: which of its forms it is answered in. */
export const listForm = {
  format: givenText
    .transform((text, context) => {
      const form = readListForm(text);
      if (form !== null) return form;
      context.addIssue(`'${clip(text)}' is not one of: json, csv`);
      return z.NEVER;
    })
    .meta({
      enum: ['json', 'csv'],
      description: 'json: a page; csv: the whole list. Wins over the header Accept, which decides without it',
    })
    .optional(),
  bom: flag(
    'Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON',
  ),
};

/** The parameters of every list that comes in pages. What a list goes by without blocks, or adds up anew, has no anchor. */
export const paging = {
  ...listForm,
  page: wholeNumber(1, 1_000_000_000)
    .meta({ type: 'integer', minimum: 1, default: 1, description: 'Number of the page' })
    .optional(),
  page_size: wholeNumber(1, maximumPageSize)
    .meta({
      ...{ type: 'integer', minimum: 1, maximum: maximumPageSize, default: defaultPageSize },
      description: 'Items on a page',
    })
    .optional(),
};

const anchored = (description: string) => ({
  ...paging,
  anchor: givenText.meta({ description }).optional(),
});

/** The same where pages can be held still. */
export const anchoredPaging = anchored(
  'Of an answer (Wallet-Data-Anchor) or a link of the same wallets and filter: pages and count are of that moment, whatever arrives',
);
/** The same where a page goes on behind the one before. */
export const linkedPaging = anchored(
  'Of a link of the same wallets and filter: the page begins where the one before ended, whatever arrives; the count is of now',
);
