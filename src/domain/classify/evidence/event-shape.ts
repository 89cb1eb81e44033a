/** Events by their signatures: which logs have their shape, and what the parameters of such a log say. */
import { toEventSelector, toFunctionSelector } from 'viem/utils';
import { type Address, type ChainLog, type Hash, type Hex, zeroAddress } from '../../model.ts';
import { addressInTopic, addressInWord, topicNumber, wordAt, wordCount } from '../../normalize/words.ts';

interface Parameter {
  name: string;
  type: string;
  isIndexed: boolean;
  /** Its topic, or the first of its words in the data. */
  place: number;
}

/** What an event looks like in a log. */
export interface EventShape {
  name: string;
  topic: Hash;
  topicCount: number;
  parameters: ReadonlyMap<string, Parameter>;
  /** Words of the data, or the fewest of them where a parameter has no fixed size; null: not known. */
  words: number | null;
  isFixed: boolean;
}

/** The parameters of one log; undefined: not there, or of another form. */
export interface EventValues {
  number(name: string): bigint | undefined;
  address(name: string): Address | undefined;
  /** Of an array, fixed or not; of a single number that number alone. */
  numbers(name: string): readonly bigint[];
  /** What a parameter of type `bytes` holds. */
  bytes(name: string): Hex | undefined;
  /** Of a tuple: one of its words, or, where it has no fixed size, of those that it begins with. */
  wordIn(name: string, index: number): bigint | undefined;
}

/**
 * Reads a signature whose indexed parameters are marked by `*`. `note f(…)` is a call that Maker's contracts log: its selector, who
 * calls (`caller`), and the first two arguments.
 *
 * @example eventShape('Deposit(address* sender, address* owner, uint256 assets, uint256 shares)')
 * @throws {SyntaxError} when the text is no signature
 */
export function eventShape(signature: string): EventShape {
  if (signature.startsWith(notePrefix)) return noteShape(signature.slice(notePrefix.length));
  const match = /^(\w+)\((.*)\)$/s.exec(signature.trim());
  const [, name, list] = match ?? [];
  if (name === undefined || list === undefined)
    throw new SyntaxError(`no signature of an event: ${signature}`);
  const parameters = new Map<string, Parameter>();
  const types: string[] = [];
  let [topics, words, isFixed] = [1, 0, true];
  for (const text of splitParameters(list)) {
    const [, type, star, label] = /^(\S+?)(\*?)(?:\s+(\w+))?$/.exec(text) ?? [];
    if (type === undefined) throw new SyntaxError(`no parameter: ${text} in ${signature}`);
    const isIndexed = star === '*';
    types.push(type);
    const place = isIndexed ? topics : words;
    if (label !== undefined) parameters.set(label, { name: label, type, isIndexed, place });
    if (isIndexed) topics += 1;
    else {
      const size = sizeOf(type);
      if (size === null) isFixed = false;
      words += size ?? 1;
    }
  }
  return {
    name,
    topic: toEventSelector(`${name}(${types.join(',')})`),
    topicCount: topics,
    parameters,
    words,
    isFixed,
  };
}

const notePrefix = 'note ';

/** Source: LogNote of Maker's DSNote and `lib.sol`, an anonymous event of four topics. */
function noteShape(call: string): EventShape {
  const { name, parameters } = eventShape(call.replaceAll(/ (?=\w+[,)])/g, '* '));
  const types = [...parameters.values()].map(({ type }) => type);
  const selector = toFunctionSelector(`${name}(${types.join(',')})`);
  const caller: Parameter = { name: 'caller', type: 'address', isIndexed: true, place: 1 };
  const inTopics = [...parameters.values()].map((one) => ({ ...one, place: one.place + 1 }));
  return {
    name,
    topic: `${selector}${'0'.repeat(56)}`,
    topicCount: 4,
    parameters: new Map([caller, ...inTopics].map((one) => [one.name, one])),
    words: null,
    isFixed: false,
  };
}

function splitParameters(list: string): string[] {
  const parts: string[] = [];
  let [depth, start] = [0, 0];
  for (const [index, character] of [...list].entries()) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character !== ',' || depth > 0) continue;
    parts.push(list.slice(start, index).trim());
    start = index + 1;
  }
  const last = list.slice(start).trim();
  return last === '' ? parts : [...parts, last];
}

/** Words that a value takes in the data; null: one, which says where the rest stands. Source: the contract ABI's static and dynamic types. */
function sizeOf(type: string): number | null {
  if (type === 'bytes' || type === 'string' || type.endsWith('[]')) return null;
  const [, item, length] = /^(.*)\[(\d+)\]$/.exec(type) ?? [];
  if (item !== undefined) return times(sizeOf(item), Number(length));
  if (!type.startsWith('(')) return 1;
  return splitParameters(type.slice(1, -1))
    .map(sizeOf)
    .reduce((sum, size) => (sum === null || size === null ? null : sum + size), 0);
}

const times = (size: number | null, count: number): number | null => (size === null ? null : size * count);

/** The log's parameters, or null where it has not the shape: one signature can have several, told apart by their sizes. */
export function readEvent(log: ChainLog, shape: EventShape): EventValues | null {
  if (log.topics[0] !== shape.topic || log.topics.length !== shape.topicCount) return null;
  const count = wordCount(log.data);
  if (shape.words !== null && shape.isFixed && count !== shape.words) return null;
  if (shape.words !== null && (log.data.length - 2) / 64 < shape.words) return null;
  const number = (name: string): bigint | undefined => {
    const parameter = shape.parameters.get(name);
    if (parameter === undefined) return undefined;
    return parameter.isIndexed ? topicNumber(log.topics[parameter.place]) : wordAt(log.data, parameter.place);
  };
  return {
    number,
    address: (name) => {
      const parameter = shape.parameters.get(name);
      if (parameter === undefined) return undefined;
      return parameter.isIndexed
        ? addressInTopic(log.topics[parameter.place])
        : addressInWord(log.data, parameter.place);
    },
    numbers: (name) => {
      const parameter = shape.parameters.get(name);
      if (parameter === undefined) return [];
      if (!parameter.type.endsWith(']')) return defined([number(name)]);
      return parameter.type.endsWith('[]') ? listAt(log, parameter) : fixedAt(log, parameter);
    },
    bytes: (name) => bytesAt(log, shape.parameters.get(name)),
    wordIn: (name, index) => {
      const parameter = shape.parameters.get(name);
      const start = isFixedTuple(parameter) ? parameter.place : startOf(log, parameter);
      return start === undefined ? undefined : wordAt(log.data, start + index);
    },
  };
}

const isFixedTuple = (parameter: Parameter | undefined): parameter is Parameter =>
  parameter?.isIndexed === false && parameter.type.startsWith('(') && sizeOf(parameter.type) !== null;

/** The word at which a value of no fixed size stands in the data. */
function startOf({ data }: ChainLog, parameter: Parameter | undefined): number | undefined {
  if (parameter === undefined || parameter.isIndexed || sizeOf(parameter.type) !== null) return undefined;
  const offset = wordAt(data, parameter.place);
  if (offset === undefined || offset % 32n !== 0n || offset > BigInt(data.length)) return undefined;
  return Number(offset / 32n);
}

function bytesAt(log: ChainLog, parameter: Parameter | undefined): Hex | undefined {
  const start = startOf(log, parameter);
  const length = start === undefined ? undefined : wordAt(log.data, start);
  if (start === undefined || length === undefined || length > BigInt(log.data.length)) return undefined;
  const from = 2 + 64 * (start + 1);
  const text = log.data.slice(from, from + 2 * Number(length));
  return text.length === 2 * Number(length) ? `0x${text}` : undefined;
}

function fixedAt({ data }: ChainLog, { place, type }: Parameter): bigint[] {
  return defined(Array.from({ length: sizeOf(type) ?? 0 }, (_, index) => wordAt(data, place + index)));
}

/** So many items of an array are read: each is compared with all that moved. No pool has as many tokens. */
const mostItems = 100;

/** Numbers below zero, as pools log what they gave, count without their sign. */
function listAt(log: ChainLog, parameter: Parameter): bigint[] {
  const { data } = log;
  const start = startOf(log, parameter);
  const length = start === undefined ? undefined : wordAt(data, start);
  if (start === undefined || length === undefined || length > BigInt(data.length)) return [];
  const count = Math.min(Number(length), mostItems);
  const items = Array.from({ length: count }, (_, index) => wordAt(data, start + 1 + index));
  return defined(items).map((value) => (value >= 1n << 255n ? (1n << 256n) - value : value));
}

const defined = (values: readonly (bigint | undefined)[]): bigint[] =>
  values.filter((value) => value !== undefined);

/** A word that can be below zero; 0 where it is not there. Source: two's complement, as the contract ABI encodes `int256`. */
export const signed = (word: bigint | undefined): bigint => BigInt.asIntN(256, word ?? 0n);

/** Whether a parameter names nobody: some events say so where no receiver is meant. */
export function isNobody(address: Address | undefined): boolean {
  return address === undefined || address === zeroAddress;
}
