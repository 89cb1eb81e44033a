/**
 * Which transactions and credits a wallet has in a range of blocks, from all lists of the explorer. Each list is asked
 * only as far as the ones before it are complete, so that the answer ends where the shortest one ends.
 */
import type { Address, Hash } from '../../../domain/model.ts';
import type { ActivityPart } from '../../definitions/chain-source.ts';
import type { RpcTransaction } from '../../rpc/client/schemas.ts';
import type { SeenTransaction } from '../../rpc/transaction-reader.ts';
import type { ExplorerClient } from '../client/client.ts';
import {
  hasWithdrawals,
  type ListDefinition,
  tokenLists,
  txlist,
  txlistinternal,
  txsBeaconWithdrawal,
} from './lists.ts';
import { lastMinedBlock, type MinedBlocks, type MinedReward, readMinedBlocks } from './mined-blocks.ts';
import { type PageSize, readList } from './read-list.ts';
import type { GenesisRow, InternalRow, TokenRow, TransactionRow, WithdrawalRow } from './rows.ts';

export interface Discovery {
  /** Every list is complete up to and including this block, and holds nothing beyond it. */
  reached: number;
  transactions: TransactionRow[];
  genesis: GenesisRow[];
  internal: InternalRow[];
  tokens: TokenRow[];
  withdrawals: WithdrawalRow[];
  rewards: MinedReward[];
  missing: ActivityPart[];
  warnings: string[];
}

export interface DiscoveryRequest {
  chainId: number;
  address: Address;
  fromBlock: number;
  toBlock: number;
  pageSize: PageSize;
  /** Actions that this explorer turned out not to have; filled as that shows. */
  unsupported: Set<string>;
  signal?: AbortSignal | undefined;
}

/** Reads one page of every list. */
export async function discover(client: ExplorerClient, request: DiscoveryRequest): Promise<Discovery> {
  let reached = request.toBlock;
  const missing = new Set<ActivityPart>();

  async function read<Row extends { blockNumber: number }>(list: ListDefinition<Row>): Promise<Row[]> {
    const listed = request.unsupported.has(list.action)
      ? 'unsupported'
      : await readList(client, list, { ...request, toBlock: reached }, request.pageSize);
    if (listed === 'unsupported') {
      request.unsupported.add(list.action);
      const isNeeded =
        list.action !== txsBeaconWithdrawal.action || hasWithdrawals(request.chainId) === 'yes';
      if (isNeeded) missing.add(list.part);
      return [];
    }
    reached = listed.completeTo;
    return listed.rows;
  }

  const top = await read(txlist);
  const internal = await read(txlistinternal);
  const tokens: TokenRow[] = [];
  for (const list of tokenLists) tokens.push(...(await read(list)));
  const withdrawals = hasWithdrawals(request.chainId) === 'no' ? [] : await read(txsBeaconWithdrawal);
  const mined = await readRewards(client, { ...request, toBlock: reached });
  reached = mined.completeTo;
  return upTo(reached, {
    reached,
    transactions: top.filter((row) => row.kind === 'transaction'),
    genesis: top.filter((row) => row.kind === 'genesis'),
    internal,
    tokens,
    withdrawals,
    rewards: mined.rewards,
    missing: [...missing],
    warnings: mined.warnings,
  });
}

const minedAction = 'getminedblocks';
/** As many as transactions in a step that reads everything through the explorer. */
const mostMinedBlocks = 100;

/** An explorer without the list is no fault: hardly any wallet mines. */
async function readRewards(
  client: ExplorerClient,
  { chainId, address, fromBlock, toBlock, pageSize, unsupported, signal }: DiscoveryRequest,
): Promise<MinedBlocks> {
  const none = { rewards: [], completeTo: toBlock, warnings: [] };
  if (fromBlock > lastMinedBlock(chainId) || unsupported.has(minedAction)) return none;
  const asked = {
    address,
    fromBlock,
    toBlock,
    mostBlocks: mostMinedBlocks,
    rowsPerPage: pageSize.rows,
    signal,
  };
  const mined = await readMinedBlocks(client, asked);
  if (mined !== 'unsupported') return mined;
  unsupported.add(minedAction);
  return none;
}

/** The part of a discovery up to a block. */
export function upTo(reached: number, discovery: Discovery): Discovery {
  const isIn = (row: { blockNumber: number }): boolean => row.blockNumber <= reached;
  return {
    reached,
    transactions: discovery.transactions.filter(isIn),
    genesis: discovery.genesis.filter(isIn),
    internal: discovery.internal.filter(isIn),
    tokens: discovery.tokens.filter(isIn),
    withdrawals: discovery.withdrawals.filter(isIn),
    rewards: discovery.rewards.filter(isIn),
    missing: discovery.missing,
    warnings: discovery.warnings,
  };
}

/** Two discoveries of which the second continues the first. */
export function joined(first: Discovery, second: Discovery): Discovery {
  return {
    reached: second.reached,
    transactions: [...first.transactions, ...second.transactions],
    genesis: [...first.genesis, ...second.genesis],
    internal: [...first.internal, ...second.internal],
    tokens: [...first.tokens, ...second.tokens],
    withdrawals: [...first.withdrawals, ...second.withdrawals],
    rewards: [...first.rewards, ...second.rewards],
    missing: [...new Set([...first.missing, ...second.missing])],
    warnings: [...new Set([...first.warnings, ...second.warnings])],
  };
}

/**
 * The transactions that the lists name, in block order, with all that they tell of each. An internal call counts only
 * when it moved value: a call of value 0 to the wallet is nothing that happened to it.
 */
export function seenTransactions(discovery: Discovery): SeenTransaction[] {
  const byHash = new Map<Hash, SeenTransaction>();
  for (const row of discovery.internal) {
    if (row.isError || row.value === 0n) continue;
    const { hash, blockNumber, timestamp } = row;
    byHash.set(hash, { hash, blockNumber, blockHash: null, timestamp });
  }
  // Rows that tell more come later and win.
  for (const { hash, blockNumber, blockHash, timestamp } of discovery.tokens) {
    byHash.set(hash, { hash, blockNumber, blockHash, timestamp });
  }
  for (const row of discovery.transactions) {
    const { hash, blockNumber, blockHash, timestamp } = row;
    byHash.set(hash, { hash, blockNumber, blockHash, timestamp, transaction: rpcTransaction(row) });
  }
  return [...byHash.values()].sort((left, right) => left.blockNumber - right.blockNumber);
}

/** A row of txlist in the form in which a node would give the transaction. */
function rpcTransaction(row: TransactionRow): RpcTransaction {
  const { hash, blockHash, blockNumber, transactionIndex, from, to, value, input, gas, gasPrice } = row;
  return { hash, blockHash, blockNumber, transactionIndex, from, to, value, input, gas, gasPrice };
}

/** The last block up to which there are at most so many transactions; at least the first one's block. */
export function blockOfBudget(seen: readonly SeenTransaction[], maximum: number, reached: number): number {
  const first = seen[0];
  const next = seen[maximum];
  if (first === undefined || next === undefined) return reached;
  return Math.max(first.blockNumber, next.blockNumber - 1);
}
