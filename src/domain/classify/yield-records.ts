/**
 * What a token's balances grew by of themselves, as rows of a wallet's history: an interest-bearing or staked token logs no transfer for
 * it, so that no transaction stands behind it. A stand-in does, as for validator withdrawals. Pure.
 */
import { keccak256, stringToHex } from 'viem/utils';
import type { Address } from '../model.ts';
import { accrualTransactionIndex, itemPosition, transactionPosition } from '../position.ts';
import type { HistoryRecords } from './records.ts';

interface Accrual {
  walletId: number;
  wallet: Address;
  chainId: number;
  tokenAddress: Address;
  /** The block up to whose end it was measured, and its time in unix seconds. */
  blockNumber: number;
  timestamp: number;
  /** Base units, never 0; negative: the balance shrank, as by slashing. */
  amount: bigint;
}

/** On what such a transaction's kind stands. */
const kindReason = 'balanceOf of a token that grows by itself';

/**
 * The stand-in transaction of kind YIELD and its one transfer, from the token's contract: INCOME at the market value of its
 * time, or, where the balance shrank, an EXPENSE. Its hash is made of chain, token and block, and is none of the chain's.
 */
export function yieldRecords(accrual: Accrual): HistoryRecords {
  const { walletId, wallet, chainId, tokenAddress, blockNumber, timestamp, amount } = accrual;
  const isGrowth = amount > 0n;
  const side = isGrowth ? 'inflow' : 'outflow';
  const transactionIndex = accrualTransactionIndex(tokenAddress);
  const position = transactionPosition({ timestamp, chainId, blockNumber, transactionIndex });
  const shared = {
    ...{ walletId, chainId, blockNumber, timestamp },
    hash: keccak256(stringToHex(`yield:${chainId}:${tokenAddress}:${blockNumber}`)),
    fee: 0n,
    category: isGrowth ? 'RECEIVE' : 'SEND',
    counterparty: tokenAddress,
  } as const;
  return {
    transaction: {
      ...shared,
      ...{ position, from: tokenAddress, to: wallet, kind: 'YIELD', kindReason },
      ...{ selector: null, functionName: null, functionSource: null, bridgeMessage: null },
      ...{ isError: false, isSpam: false },
    },
    transfers: [
      {
        ...shared,
        position: position + itemPosition({ kind: 'yield', index: 0, batch: 0 }, side),
        ...{ side, standard: 'erc20', tokenAddress, tokenId: null, amount },
        ...{ taxTreatment: isGrowth ? 'INCOME' : 'EXPENSE', spamReason: null, heldBy: null, settles: null },
      },
    ],
  };
}
