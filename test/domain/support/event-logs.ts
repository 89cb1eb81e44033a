/** Logs of events that a table of protocols knows: encoded by viem from the signature, as the contract would. */
import type { AbiParameter } from 'viem';
import { encodeAbiParameters, parseAbiParameters, toEventSelector } from 'viem/utils';
import type { EventRule } from '../../../src/domain/classify/evidence/family.ts';
import type { Address, Hash } from '../../../src/domain/model.ts';
import { addressTopic, type LogInput, numberTopic, token } from './chain-builders.ts';

/** Where a number may stand, unless something else is said. */
export const amount = 1_000n;

export const nameOf = ({ event }: EventRule): string => event.slice(0, event.indexOf('('));

interface Parameter {
  type: AbiParameter;
  isIndexed: boolean;
  label: string;
}

/** `name(type label, type* label)`, the star for indexed ones. */
function parameters(event: string): Parameter[] {
  const list = event.slice(event.indexOf('(') + 1, -1);
  const parts: string[] = [];
  let depth = 0;
  for (const piece of list.split(',')) {
    if (depth > 0) parts.push(`${parts.pop()},${piece}`);
    else parts.push(piece.trim());
    depth += piece.split('(').length - piece.split(')').length;
  }
  return parts.map((part) => {
    const [, type = '', star, label = ''] = /^(.*?)(\*?) (\w+)$/.exec(part) ?? [];
    const [parsed] = parseAbiParameters(type);
    if (parsed === undefined) throw new Error(`no parameter: ${part}`);
    return { type: parsed, isIndexed: star === '*', label };
  });
}

/** Any value of the type; the named account where one may stand. */
function sample(type: AbiParameter, named: Address | null): unknown {
  if (type.type.endsWith('[]')) return [];
  if ('components' in type) return type.components.map((one) => sample(one, null));
  if (type.type === 'address') return named ?? token;
  if (type.type === 'bytes32') return named === null ? numberTopic(7n) : addressTopic(named);
  if (type.type === 'bool') return true;
  if (type.type === 'string') return 'elsewhere';
  if (type.type === 'bytes') return '0x1234';
  return type.type === 'uint8' ? 1 : type.type.length > 7 ? amount : Number(amount);
}

export interface Saying {
  emitter: Address;
  /** Who stands where the rule wants the wallet. */
  named: Address;
  sender: Address;
  /** Of other parameters, by their labels. */
  values?: Readonly<Record<string, unknown>>;
}

/** The log of the rule's event, as its contract would write it. */
export function logOf(rule: EventRule, { emitter, named, sender, values = {} }: Saying): LogInput {
  const all = parameters(rule.event).map((one) => {
    const isNamed = rule.wallet.includes(one.label);
    const account = isNamed ? named : one.label === 'sender' ? sender : null;
    return { ...one, value: values[one.label] ?? sample(one.type, account) };
  });
  const signature = `${nameOf(rule)}(${all.map(({ type }) => textOf(type)).join()})`;
  const rest = all.filter(({ isIndexed }) => !isIndexed);
  return {
    address: emitter,
    topics: [
      toEventSelector(signature),
      ...all
        .filter(({ isIndexed }) => isIndexed)
        .map(({ type, value }) => encodeAbiParameters([type], [value]) as Hash),
    ],
    data: encodeAbiParameters(
      rest.map(({ type }) => type),
      rest.map(({ value }) => value),
    ),
  };
}

const textOf = (type: AbiParameter): string =>
  'components' in type
    ? `(${type.components.map(textOf).join()})${type.type.slice('tuple'.length)}`
    : type.type;
