/** What a bridge calls one crossing: the same on both chains, so that its two ends are found by it. */
import { keccak256, toFunctionSelector } from 'viem/utils';
import type { ChainLog, Hash, Side } from '../../model.ts';
import { type EventValues, eventShape, readEvent } from './event-shape.ts';

/** The log that tells it. */
export interface ToldMessage {
  values: EventValues;
  chainId: number;
  /** Of the transaction. */
  hash: Hash;
  /** The log of the same contract right behind it, if there is one. */
  next?: ChainLog | undefined;
}

/** Which end of the crossing an event is of, and what it calls the crossing; null: it does not say. */
export interface BridgeMessage {
  side: Side;
  id(told: ToldMessage): string | null;
}

/** A part of a name, of one log. */
export type Part = (told: ToldMessage) => bigint | number | undefined;

/** A parameter of the event. */
export const value =
  (name: string): Part =>
  ({ values }) =>
    values.number(name);

/** The chain of the log, in the bridge's own numbering where it has one. */
export const here =
  (numbers?: ReadonlyMap<number, number>): Part =>
  ({ chainId }) =>
    numbers === undefined ? chainId : numbers.get(chainId);

export const ownHash: Part = ({ hash }) => BigInt(hash);

/** One of the words that a tuple of no fixed size begins with. */
export const wordIn =
  (name: string, index: number): Part =>
  ({ values }) =>
    values.wordIn(name, index);

/** Thirty-two bytes of what a parameter of type `bytes` holds, from its byte `at` on. */
export const within =
  (name: string, at: number): Part =>
  ({ values }) => {
    const digits = values.bytes(name)?.slice(2 + 2 * at, 2 + 2 * (at + 32));
    return digits?.length === 64 ? BigInt(`0x${digits}`) : undefined;
  };

/** A parameter of the event that the contract logs right behind it. */
export const following = (event: string, name: string): Part => {
  const shape = eventShape(event);
  return ({ next }) => (next === undefined ? undefined : readEvent(next, shape)?.number(name));
};

/** An account of this kind of chain that a parameter of type `bytes` holds. */
export const accountIn =
  (name: string): Part =>
  ({ values }) => {
    const bytes = values.bytes(name);
    return bytes?.length === 42 ? BigInt(bytes) : undefined;
  };

/** A hash whose digits are written from the last to the first. */
export const mirrored =
  (part: Part): Part =>
  (told) => {
    const hash = part(told);
    return hash === undefined ? undefined : BigInt(`0x${[...wordText(BigInt(hash))].reverse().join('')}`);
  };

/**
 * Of a bridge that names a crossing where it arrives alone: the digest of what both ends say of it. Two that say the same are not told
 * apart, and need not be.
 */
export const digestOf =
  (...parts: readonly Part[]): Part =>
  (told) => {
    const words = parts.map((part) => part(told));
    if (words.includes(undefined)) return undefined;
    return BigInt(keccak256(`0x${words.map((word) => wordText(BigInt(word ?? 0))).join('')}`));
  };

/**
 * The digest of a call that carries a message: the function, its numbers, and the message, which the parameter `message` of the event is.
 * Messengers know a message by it.
 */
export function digestOfCall(signature: string, ...parts: readonly Part[]): Part {
  const selector = toFunctionSelector(signature);
  return (told) => {
    const words = parts.map((part) => part(told));
    const message = told.values.bytes('message');
    if (words.includes(undefined) || message === undefined) return undefined;
    const digits = message.slice(2);
    // The message stands behind all else, with its length before it, in whole words.
    const head = [...words.map((word) => BigInt(word ?? 0)), BigInt(32 * (words.length + 1))];
    const text = [...head, BigInt(digits.length / 2)].map(wordText).join('');
    return BigInt(keccak256(`${selector}${text}${digits.padEnd(Math.ceil(digits.length / 64) * 64, '0')}`));
  };
}

const wordText = (word: bigint): string => word.toString(16).padStart(64, '0');

const ended =
  (side: Side) =>
  (bridge: string, ...parts: readonly Part[]): { message: BridgeMessage } => ({
    message: {
      side,
      id(told) {
        const known = parts.map((part) => part(told)).filter((part) => part !== undefined);
        // Who rides along in others' message (Stargate's bus) has none of its own: 0.
        if (known.length < parts.length || BigInt(known.at(-1) ?? 0) === 0n) return null;
        return [bridge, ...known.map((part) => textOf(BigInt(part)))].join(':');
      },
    },
  });

/** Of an event where something leaves: `bridge:part:part`. */
export const sentAs = ended('outflow');
/** Of one where it arrives. */
export const receivedAs = ended('inflow');

const longest = 1n << 64n;

/** Counters as they are, hashes as such. */
const textOf = (part: bigint): string => (part < longest ? String(part) : `0x${wordText(part)}`);
