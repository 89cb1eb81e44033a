/** Transactions as their logs tell them: what each was for the wallet, and how what moved is booked. */
import type { Address, ChainTransaction, Hash } from '../../../src/domain/model.ts';
import { classifyCase } from '../classify/meaning/judge.ts';
import {
  account,
  addressTopic,
  chainTransaction,
  type LogInput,
  numberTopic,
  topic,
  wallet,
  words,
} from './chain-builders.ts';

/** The contract that is called, and logs, unless a test says otherwise. */
export const protocol = account(0xc1);

/** A log: what is indexed, and the words of its data. */
export function logged(
  signature: string,
  indexed: readonly (Address | bigint)[],
  data: readonly bigint[],
  address = protocol,
): LogInput {
  const topics = indexed.map(
    (value): Hash => (typeof value === 'bigint' ? numberTopic(value) : addressTopic(value)),
  );
  return { address, topics: [topic(signature), ...topics], data: words(...data) };
}

export function classify(
  logs: readonly LogInput[],
  change: Partial<Omit<ChainTransaction, 'logs'>> = {},
  chainId = 31337,
): ReturnType<typeof classifyCase> {
  const transaction = chainTransaction({ to: protocol, value: 0n, input: '0x12345678', logs, ...change });
  return classifyCase({ chainId, account: wallet, transaction, tokens: new Map() });
}

/** Its kind, and the treatment of each of its movements, in their order. */
export function treatments(
  logs: readonly LogInput[],
  change: Partial<Omit<ChainTransaction, 'logs'>> = {},
  chainId = 31337,
): (string | null)[] {
  const { kind, movements } = classify(logs, change, chainId);
  return [kind, ...movements.map(({ taxTreatment }) => taxTreatment)];
}
