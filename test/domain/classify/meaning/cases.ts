/** Decided cases: real transactions and what each meant for one account (../shared/data/meaning, described in its README). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import type { Address, ChainTransaction, Hash, Hex } from '../../../../src/domain/model.ts';

const address = z.templateLiteral(['0x', z.string().regex(/^[0-9a-f]{40}$/)]);
const hex: z.ZodType<Hex> = z.templateLiteral(['0x', z.string().regex(/^[0-9a-f]*$/)]);
const hash: z.ZodType<Hash> = z.templateLiteral(['0x', z.string().regex(/^[0-9a-f]{64}$/)]);
const amount = z.union([z.string(), z.number()]).transform((value) => BigInt(value));

const transactionSchema = z.object({
  hash,
  block: z.number(),
  index: z.number(),
  timestamp: z.number(),
  from: address,
  to: address.nullable(),
  created: address.nullish(),
  input: hex,
  value: amount,
  status: z.number(),
  fee: amount,
  logs: z.array(z.object({ address, topics: z.array(hash), data: hex, index: z.number() })),
  internalCalls: z
    .array(
      z.object({
        from: address,
        to: address.nullable(),
        value: amount,
        type: z.string(),
        error: z.unknown(),
      }),
    )
    .nullable(),
});

export const flowClasses = [
  'swap',
  'bridge-out',
  'bridge-in',
  'migrate',
  'liquidation',
  'borrow',
  'repay',
  'deposit-receipt',
  'withdraw-receipt',
  'deposit',
  'withdraw',
  'reward',
  'airdrop',
  'mint',
  'burn',
  'fail',
  'deploy',
  'approve',
  'send',
  'receive',
  'fee',
  'governance',
  'info',
  'none',
] as const;
export type FlowClass = (typeof flowClasses)[number];

const flowSchema = z.object({
  token: z.union([address, z.literal('native')]).nullable(),
  tokenId: z.union([z.string(), z.number()]).nullish(),
  amount: z.string(),
  direction: z.enum(['in', 'out']),
  class: z.enum(flowClasses),
});
export type ExpectedFlow = z.output<typeof flowSchema>;

const expectedSchema = z.object({
  hash,
  account: address,
  class: z.enum(flowClasses),
  also: z.array(z.enum(flowClasses)),
  protocol: z.string().nullable(),
  balanced: z.boolean(),
  flows: z.array(flowSchema),
});

const fileSchema = z.object({
  chainId: z.number(),
  tokens: z.record(address, z.object({ symbol: z.string().nullable(), decimals: z.number().nullable() })),
  transactions: z.array(transactionSchema),
  expected: z.array(expectedSchema),
});

export interface MeaningCase {
  chainId: number;
  account: Address;
  transaction: ChainTransaction;
  expected: z.output<typeof expectedSchema>;
  /** What is known of the chain's tokens. */
  tokens: ReadonlyMap<Address, { symbol: string | null; decimals: number | null }>;
}

export const meaningFolder = join(
  import.meta.dirname,
  ...['..', '..', '..', '..', '..', 'shared', 'data', 'meaning'],
);
export const isMeaningPresent = existsSync(meaningFolder);

/** Every case of every chain; the folder must be present. */
export function meaningCases(): MeaningCase[] {
  return readdirSync(meaningFolder)
    .filter((name) => name.endsWith('.json.gz'))
    .flatMap((name) => parseCases(gunzipSync(readFileSync(join(meaningFolder, name))).toString('utf8')));
}

/** Where cases are kept for the rules' own tests. */
export const recordedFolder = join(import.meta.dirname, 'recorded');

/** The cases that are kept here, for protocols that the folder has none of. */
export const recordedCases = (): MeaningCase[] =>
  readdirSync(recordedFolder).flatMap((name) => parseCases(readFileSync(join(recordedFolder, name), 'utf8')));

/** The cases of one file in the format of the data's README. */
export function parseCases(text: string): MeaningCase[] {
  const file = fileSchema.parse(JSON.parse(text));
  const transactions = new Map(file.transactions.map((transaction) => [transaction.hash, transaction]));
  const tokens = new Map(Object.entries(file.tokens).map(([key, value]) => [address.parse(key), value]));
  return file.expected.map((expected) => {
    const transaction = transactions.get(expected.hash);
    if (transaction === undefined) throw new Error(`no transaction ${expected.hash}`);
    const { chainId } = file;
    const { account } = expected;
    return { chainId, account, tokens, expected, transaction: toChainTransaction(transaction) };
  });
}

function toChainTransaction(given: z.output<typeof transactionSchema>): ChainTransaction {
  const succeeded = given.status === 1;
  return {
    hash: given.hash,
    blockNumber: given.block,
    blockHash: given.hash,
    transactionIndex: given.index,
    timestamp: given.timestamp,
    from: given.from,
    to: given.to,
    createdContract: given.created ?? null,
    value: given.value,
    minted: 0n,
    input: given.input,
    succeeded,
    networkFee: given.fee,
    logs: given.logs.map(({ index, ...log }) => ({ ...log, logIndex: index })),
    internalCalls: (given.internalCalls ?? []).flatMap((call) => {
      const { from, to, value } = call;
      if (to === null || (call.error !== null && call.error !== undefined && call.error !== false)) return [];
      const type = call.type.startsWith('create')
        ? 'create'
        : call.type === 'selfdestruct'
          ? 'selfdestruct'
          : 'call';
      return [{ type, from, to, value } as const];
    }),
  };
}
