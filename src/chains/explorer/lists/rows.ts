/** The rows of the account API's lists, parsed: every value comes as a text, and several may be missing. */
import { z } from 'zod';
import { lowerAddress } from '../../../domain/address.ts';
import type { Hash, Hex } from '../../../domain/model.ts';

const decimalText = z.union([z.string().regex(/^\d{1,78}$/), z.int().nonnegative().transform(String)]);
const integer = decimalText.transform(Number).pipe(z.int());
const amount = decimalText.transform(BigInt);
const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform(lowerAddress);
/** '' and null stand for no address. */
const addressOrNone = z.union([address, z.literal('').transform(() => null), z.null()]);
const hash = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/)
  .transform((text): Hash => `0x${text.slice(2).toLowerCase()}`);
const hashOrNone = z.union([hash, z.literal('').transform(() => null), z.null()]);
/** Call data; some rows leave the 0x out or have nothing. */
const data = z
  .string()
  .regex(/^(0x)?([0-9a-fA-F]{2})*$/)
  .transform((text): Hex => `0x${text.replace(/^0x/, '').toLowerCase()}`);
const flag = z.union([z.string(), z.number(), z.null()]).optional();
const isSet = (value: z.output<typeof flag>): boolean => String(value ?? '') === '1';
const labelText = z
  .union([z.string(), z.number().transform(String), z.null()])
  .optional()
  .transform((text) => (text === undefined || text === '' ? null : text));

/** A block number, or null for what is pending. */
export const rowBlock = z.object({
  blockNumber: z.union([integer, z.literal('').transform(() => null), z.null()]).optional(),
});

export const genesisRow = z
  .object({ hash: z.string().startsWith('GENESIS'), to: address, value: amount, timeStamp: integer })
  .transform((row) => ({
    kind: 'genesis' as const,
    blockNumber: 0,
    to: row.to,
    value: row.value,
    timestamp: row.timeStamp,
  }));

const transactionRow = z
  .object({
    blockNumber: integer,
    blockHash: hash,
    transactionIndex: integer,
    timeStamp: integer,
    hash,
    from: address,
    to: addressOrNone,
    contractAddress: addressOrNone.optional(),
    value: amount,
    input: data,
    gas: amount,
    // Explorers leave it out where a chain has none.
    gasPrice: z.union([amount, z.literal('').transform(() => null)]).nullish(),
    isError: flag,
    txreceipt_status: flag,
    functionName: labelText.catch(null),
  })
  .transform(({ timeStamp, isError, txreceipt_status: receiptStatus, contractAddress, ...row }) => ({
    kind: 'transaction' as const,
    ...row,
    timestamp: timeStamp,
    createdContract: contractAddress ?? null,
    /** null: the receipt says. Before Byzantium receipts had no status, and only the explorer knows. */
    succeededBeforeReceiptStatus: String(receiptStatus ?? '') === '' ? !isSet(isError) : null,
  }));

/** A row of txlist: a transaction, or the wallet's share of the genesis block. */
export const txlistRow = z.union([transactionRow, genesisRow]);
export type TransactionRow = z.output<typeof transactionRow>;
export type GenesisRow = z.output<typeof genesisRow>;

/** A row of txlistinternal. */
export const internalRow = z
  .object({
    blockNumber: integer,
    timeStamp: integer,
    hash: hash.optional(),
    transactionHash: hash.optional(),
    from: address,
    to: addressOrNone.optional(),
    contractAddress: addressOrNone.optional(),
    value: amount,
    type: labelText,
    callType: labelText,
    traceId: labelText,
    index: labelText,
    isError: flag,
  })
  .refine((row) => (row.hash ?? row.transactionHash) !== undefined, { path: ['hash'], error: 'is missing' })
  .transform((row) => ({
    blockNumber: row.blockNumber,
    timestamp: row.timeStamp,
    hash: row.hash ?? row.transactionHash ?? missingHash(),
    from: row.from,
    to: row.to ?? row.contractAddress ?? null,
    value: row.value,
    type: (row.callType ?? row.type ?? 'call').toLowerCase(),
    traceId: row.traceId,
    index: row.index,
    isError: isSet(row.isError),
  }));
export type InternalRow = z.output<typeof internalRow>;

function missingHash(): Hash {
  throw new TypeError('a row without a hash has passed its check');
}

/** A row of tokentx, tokennfttx or token1155tx: only where and which token; the receipt says what moved. */
export const tokenRow = z
  .object({
    blockNumber: integer,
    timeStamp: integer,
    hash,
    from: address,
    to: addressOrNone,
    contractAddress: address,
    blockHash: hashOrNone.optional().transform((text) => text ?? null),
  })
  .transform(({ timeStamp, ...row }) => ({ ...row, timestamp: timeStamp }));
export type TokenRow = z.output<typeof tokenRow>;

/** Seconds, or on Blockscout a moment in words: `2019-01-31T12:00:00.000000Z`. */
const moment = z.union([
  integer,
  z.iso.datetime({ offset: true }).transform((text) => Math.floor(Date.parse(text) / 1_000)),
]);

/** A row of getminedblocks; Blockscout's have no reward. */
export const minedRow = z
  .object({ blockNumber: integer, timeStamp: moment.nullish(), blockReward: amount.nullish() })
  .transform(({ blockNumber, timeStamp, blockReward }) => ({
    blockNumber,
    timestamp: timeStamp ?? null,
    /** In wei, with fees; null: asked for by itself. */
    reward: blockReward ?? null,
  }));
export type MinedRow = z.output<typeof minedRow>;

/** The answer of getblockreward. */
export const blockRewardAnswer = z.object({
  blockNumber: integer,
  blockMiner: address,
  blockReward: amount,
});

/** A row of txsBeaconWithdrawal; its amount is in gwei. */
export const withdrawalRow = z
  .object({
    withdrawalIndex: integer,
    address,
    amount,
    blockNumber: integer,
    timestamp: integer.optional(),
    timeStamp: integer.optional(),
  })
  .transform((row) => ({
    index: row.withdrawalIndex,
    address: row.address,
    value: row.amount * 1_000_000_000n,
    blockNumber: row.blockNumber,
    timestamp: row.timestamp ?? row.timeStamp ?? null,
  }));
export type WithdrawalRow = z.output<typeof withdrawalRow>;
