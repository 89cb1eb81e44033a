/** What a bridge calls one crossing: the same on both chains, so that its two ends are found by it. */
import type { Hash, Side } from '../../model.ts';
import type { EventValues } from './event-shape.ts';

/** The log that tells it. */
export interface ToldMessage {
  values: EventValues;
  chainId: number;
  /** Of the transaction. */
  hash: Hash;
}

/** Which end of the crossing an event is of, and what it calls the crossing; null: it does not say. */
export interface BridgeMessage {
  side: Side;
  id(told: ToldMessage): string | null;
}

type Part = (told: ToldMessage) => bigint | number | undefined;

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
const textOf = (part: bigint): string =>
  part < longest ? String(part) : `0x${part.toString(16).padStart(64, '0')}`;
