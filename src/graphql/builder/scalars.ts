/** The scalars: strict in both directions, with messages that say what is expected. */
import { GraphQLError, Kind, type ValueNode } from 'graphql';
import { parseAddress } from '../../domain/address.ts';
import type { Address, Hash } from '../../domain/model.ts';
import { formatTime, parseTime } from '../../domain/time/time.ts';

/** Each scalar's type inside, in and out. */
export type ScalarTypes = {
  ID: { Input: string; Output: string };
  Address: { Input: Address; Output: Address };
  Hash: { Input: Hash; Output: Hash };
  /** Unix seconds inside. */
  DateTime: { Input: number; Output: number };
  Decimal: { Input: string; Output: string };
  BigInt: { Input: string; Output: string };
  URL: { Input: string; Output: string };
  /** Of arguments alone. */
  Digits: { Input: number; Output: number };
};

interface ScalarConfig<Value> {
  description: string;
  specifiedByURL: string;
  serialize: (value: unknown) => string;
  parseValue: (value: unknown) => Value;
  parseLiteral: (node: ValueNode) => Value;
}

function refuse(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_INPUT' } });
}

/** A scalar that travels as a string. `kinds`: the literals whose text is exact as well. */
function textScalar<Value>(options: {
  description: string;
  /** Where its form is defined. */
  specifiedByURL: string;
  expected: string;
  parse: (text: string) => Value;
  write: (value: unknown) => string;
  kinds?: readonly ValueNode['kind'][];
}): ScalarConfig<Value> {
  const { description, specifiedByURL, expected, parse, write, kinds = [] } = options;
  return {
    ...{ description, specifiedByURL },
    serialize: write,
    parseValue: (value) => {
      if (typeof value === 'string') return parse(value);
      if (typeof value === 'number' && kinds.includes(Kind.INT) && Number.isSafeInteger(value)) {
        return parse(String(value));
      }
      throw refuse(`${expected} is expected, as a string`);
    },
    parseLiteral: (node) => {
      if (node.kind === Kind.STRING) return parse(node.value);
      if ((node.kind === Kind.INT || node.kind === Kind.FLOAT) && kinds.includes(node.kind)) {
        return parse(node.value);
      }
      throw refuse(`${expected} is expected, as a string`);
    },
  };
}

/** Our own views hold the text already. */
const asText = (value: unknown): string => String(value);

function asTime(value: unknown): string {
  if (typeof value === 'number') return formatTime(value);
  throw new TypeError(`${String(value)} is not a time in unix seconds`);
}

/** Accepts what the pattern matches whole. */
function matching(pattern: RegExp, expected: string): (text: string) => string {
  return (text) => {
    if (pattern.test(text)) return text;
    throw refuse(`'${text.slice(0, 80)}' is not ${expected}`);
  };
}

export const addressScalar = textScalar<Address>({
  specifiedByURL: 'https://eips.ethereum.org/EIPS/eip-55',
  description:
    '0x and 40 hex digits. Comes out in lower case; goes in in any case, but a mixed case must carry a right EIP-55 checksum. A name in ENS (`vitalik.eth`) is taken for its address where the service has a mainnet node.',
  expected: 'an address (0x and 40 hex digits)',
  parse: (text) => {
    const parsed = parseAddress(text);
    if (parsed.ok) return parsed.address;
    throw refuse(parsed.problem);
  },
  write: asText,
});

export const hashScalar = textScalar<Hash>({
  specifiedByURL: 'https://ethereum.org/developers/docs/apis/json-rpc/#hex-encoding',
  description: '0x and 64 hex digits, lower case.',
  expected: 'a hash (0x and 64 hex digits)',
  parse: (text) => {
    const digits = matching(
      /^0x[0-9a-fA-F]{64}$/,
      'a hash: 0x and 64 hex digits are expected',
    )(text).slice(2);
    return `0x${digits.toLowerCase()}`;
  },
  write: asText,
});

export const dateTimeScalar = textScalar<number>({
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339',
  description:
    'A moment in ISO 8601, UTC: `YYYY-MM-DDThh:mm:ssZ`. A date alone is its midnight; other zones are converted.',
  expected: 'a moment such as 2024-05-01T00:00:00Z',
  parse: (text) => {
    const time = parseTime(text);
    if (time !== null) return time;
    throw refuse(`'${text.slice(0, 80)}' is not a moment such as 2024-05-01T00:00:00Z`);
  },
  write: asTime,
});

export const decimalScalar = textScalar<string>({
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259#section-6',
  description: 'An exact decimal number as a string, never with an exponent.',
  expected: 'a decimal number such as "12.5"',
  parse: matching(/^-?\d{1,100}(\.\d{1,100})?$/, 'a decimal number such as 12.5'),
  write: asText,
  kinds: [Kind.INT, Kind.FLOAT],
});

export const bigIntScalar = textScalar<string>({
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259#section-6',
  description: 'A whole number of any size as a string.',
  expected: 'a whole number such as "12"',
  parse: matching(/^-?\d{1,100}$/, 'a whole number such as 12'),
  write: asText,
  kinds: [Kind.INT],
});

/** More than 18 the ledger's money does not have. */
const mostDigits = 18;

const asDigits = (value: unknown): number => {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= mostDigits) return value;
  throw refuse(`a whole number from 0 to ${mostDigits} is expected`);
};

export const digitsScalar = {
  specifiedByURL: 'https://spec.graphql.org/October2021/#sec-Int',
  description:
    `How many digits an answer has behind the point, always so many (\`1.50\`): a whole number from 0 to ${mostDigits}. ` +
    'Rounded half-even, as REST and the exports are: of 0.125 and 0.135 two digits are 0.12 and 0.14.',
  serialize: asDigits,
  parseValue: asDigits,
  parseLiteral: (node: ValueNode): number => asDigits(node.kind === Kind.INT ? Number(node.value) : null),
};

export const urlScalar = textScalar<string>({
  specifiedByURL: 'https://url.spec.whatwg.org/',
  description: 'An absolute URL.',
  expected: 'an absolute URL',
  parse: (text) => {
    if (URL.canParse(text)) return text;
    throw refuse(`'${text.slice(0, 80)}' is not an absolute URL`);
  },
  write: asText,
});
