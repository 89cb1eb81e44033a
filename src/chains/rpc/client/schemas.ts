/** What JSON-RPC answers must look like. Anything else is refused before anyone sees it. */
import { z } from 'zod';
import type { Address, Hash, Hex } from '../../../domain/model.ts';

/**
 * A field by a function of its own: an answer has dozens of them for each log, and a chain of regex and transform takes twice as
 * long as this. `read` gives undefined for what is refused.
 */
function field<Value>(expected: string, read: (text: string) => Value | undefined) {
  return z.transform((raw: unknown, context): Value => {
    const value = typeof raw === 'string' ? read(raw) : undefined;
    if (value !== undefined) return value;
    context.addIssue(`expected ${expected}`);
    return z.NEVER;
  });
}

const isQuantity = (text: string): boolean => /^0x[0-9a-fA-F]+$/.test(text);

/** A quantity that fits a JS number: block numbers, indexes, times. */
export const smallQuantity = field('a quantity below 2^53', (text) => {
  const value = isQuantity(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : undefined;
});
export const quantity = field('a quantity', (text) => (isQuantity(text) ? BigInt(text) : undefined));

const lowerHex = /^0x[0-9a-f]*$/;

/**
 * So many hexadecimal digits behind 0x, as lower case: nearly all nodes answer so. Their number is compared, not matched: a pattern that
 * counts takes twice as long, and there are dozens of them in each log.
 */
function hexDigits<Text extends Hex>(expected: string, isCount: (digits: number) => boolean) {
  const fits = (text: string): text is Text => isCount(text.length - 2) && lowerHex.test(text);
  return field(expected, (text) => {
    if (fits(text)) return text;
    const lower = text.toLowerCase();
    return fits(lower) ? lower : undefined;
  });
}

export const address = hexDigits<Address>('an address', (digits) => digits === 40);
export const hash = hexDigits<Hash>('a hash', (digits) => digits === 64);
export const bytes = hexDigits<Hex>('bytes', (digits) => digits % 2 === 0);

/** 2,048 bits; chains with filters of their own kind have none for us. */
const bloom = hexDigits<Hash>('a Bloom filter', (digits) => digits === 512);

const optionalQuantity = quantity.nullish();

export const headerSchema = z.object({
  number: smallQuantity,
  hash,
  parentHash: hash,
  timestamp: smallQuantity,
  logsBloom: bloom.nullish().catch(null),
});

export const transactionSchema = z.object({
  hash,
  // null while pending.
  blockHash: hash.nullable(),
  blockNumber: smallQuantity.nullable(),
  transactionIndex: smallQuantity.nullable(),
  from: address,
  to: address.nullish().transform((to) => to ?? null),
  value: quantity,
  input: bytes,
  gas: quantity,
  gasPrice: optionalQuantity,
  type: smallQuantity.nullish(),
  // OP-stack deposits only.
  mint: optionalQuantity,
});

export const blockSchema = headerSchema.extend({ transactions: z.array(transactionSchema) });

export const logSchema = z.object({
  address,
  topics: z.array(hash),
  data: bytes,
  logIndex: smallQuantity,
  blockNumber: smallQuantity,
  blockHash: hash,
  transactionHash: hash,
  removed: z.boolean().nullish(),
});

export const receiptSchema = z.object({
  transactionHash: hash,
  transactionIndex: smallQuantity,
  blockHash: hash,
  blockNumber: smallQuantity,
  contractAddress: address.nullish(),
  // Missing before Byzantium.
  status: smallQuantity.nullish(),
  type: smallQuantity.nullish(),
  gasUsed: quantity,
  effectiveGasPrice: optionalQuantity,
  blobGasUsed: optionalQuantity,
  blobGasPrice: optionalQuantity,
  l1Fee: optionalQuantity,
  operatorFeeScalar: optionalQuantity,
  operatorFeeConstant: optionalQuantity,
  daFootprintGasScalar: optionalQuantity,
  logs: z.array(logSchema),
  logsBloom: bloom.nullish().catch(null),
});

/** A parity-style trace, as of trace_filter, trace_block and trace_transaction. */
export const traceSchema = z.object({
  type: z.string(),
  action: z.object({
    from: address.optional(),
    to: address.nullish(),
    callType: z.string().nullish(),
    value: quantity.nullish(),
    // SELFDESTRUCT
    address: address.optional(),
    refundAddress: address.nullish(),
    balance: quantity.nullish(),
    // Rewards
    author: address.optional(),
    rewardType: z.string().optional(),
  }),
  result: z.object({ address: address.nullish() }).nullish(),
  error: z.string().nullish(),
  traceAddress: z.array(z.number()),
  blockNumber: z.number(),
  blockHash: hash.nullish(),
  transactionHash: hash.nullish(),
  transactionPosition: z.number().nullish(),
});

/** A frame of geth's callTracer. */
export interface CallFrame {
  type: string;
  from: Address;
  to?: Address | null | undefined;
  value?: bigint | null | undefined;
  error?: string | null | undefined;
  calls?: CallFrame[] | null | undefined;
}

export const callFrameSchema: z.ZodType<CallFrame> = z.object({
  type: z.string(),
  from: address,
  to: address.nullish(),
  value: quantity.nullish(),
  error: z.string().nullish(),
  get calls() {
    return z.array(callFrameSchema).nullish();
  },
});

export const blockCallsSchema = z.array(z.object({ txHash: hash.optional(), result: callFrameSchema }));

export type Header = z.infer<typeof headerSchema>;
export type Block = z.infer<typeof blockSchema>;
export type RpcTransaction = z.infer<typeof transactionSchema>;
export type RpcLog = z.infer<typeof logSchema>;
export type RpcReceipt = z.infer<typeof receiptSchema>;
export type RpcTrace = z.infer<typeof traceSchema>;
/** Of a whole block: the tree of calls of each transaction. */
export type BlockCalls = z.infer<typeof blockCallsSchema>;
