/**
 * Blocks that an address mined, while a chain had miners. The list (getminedblocks) knows no range of blocks, newest first in pages
 * only; Etherscan's rows say the reward, fees included, those of Blockscout leave it to a question per block (getblockreward).
 */
import { z } from 'zod';
import type { Address } from '../../../domain/model.ts';
import type { ExplorerClient } from '../client/client.ts';
import { blockRewardAnswer, type MinedRow, minedRow } from './rows.ts';

/** The last block with a miner, per chain; others had none, or pay them by transactions. */
const lastMinedBlocks: Readonly<Record<number, number>> = {
  // Block 15,537,394 is the first after The Merge.
  1: 15_537_393,
  // Ethereum Classic and its test chain, EthereumPoW, Ubiq.
  ...{ 61: Infinity, 63: Infinity, 10001: Infinity, 8: Infinity },
};

/** The last block of a chain that somebody mined; -1: none was. */
export const lastMinedBlock = (chainId: number): number => lastMinedBlocks[chainId] ?? -1;

/** A reward: of a block, or of one that was left out and named by another (an uncle). */
export interface MinedReward {
  blockNumber: number;
  timestamp: number | null;
  isUncle: boolean;
  value: bigint;
}

export interface MinedBlocks {
  /** Ascending by block, at most as many as were asked for. */
  rewards: MinedReward[];
  /** Every reward up to and including this block is there. */
  completeTo: number;
  warnings: string[];
}

export interface MinedRequest {
  address: Address;
  fromBlock: number;
  toBlock: number;
  /** So many blocks at most: each is read by itself afterwards. */
  mostBlocks: number;
  rowsPerPage: number;
  signal?: AbortSignal | undefined;
}

const action = 'getminedblocks';
const anyRows = z.array(z.unknown());

/** The rewards of a range, or of its beginning. 'unsupported': the explorer has no such list. */
export async function readMinedBlocks(
  client: ExplorerClient,
  request: MinedRequest,
): Promise<MinedBlocks | 'unsupported'> {
  const found: (MinedRow & { isUncle: boolean })[] = [];
  const warnings: string[] = [];
  for (const blockType of client.dialect.minedBlockTypes) {
    const listed = await readWhole(client, request, blockType);
    if (listed === 'unsupported') return listed;
    if (listed.isCut) {
      warnings.push(
        `${client.host} does not list all ${blockType} that this wallet mined (at most ${client.dialect.maximumWindow}, the newest): earlier rewards are missing.`,
      );
    }
    found.push(...listed.rows.map((row) => ({ ...row, isUncle: blockType === 'uncles' })));
  }
  const ascending = found.toSorted((a, b) => a.blockNumber - b.blockNumber);
  const next = ascending[request.mostBlocks];
  const first = ascending[0];
  const completeTo =
    next === undefined || first === undefined
      ? request.toBlock
      : Math.max(first.blockNumber, next.blockNumber - 1);
  const rewards: MinedReward[] = [];
  for (const { reward, ...row } of ascending) {
    if (row.blockNumber > completeTo) break;
    rewards.push({ ...row, value: reward ?? (await readReward(client, request, row.blockNumber)) });
  }
  return { rewards, completeTo, warnings };
}

/** All rows of the range; `isCut`: the explorer has more than it gives. */
async function readWhole(
  client: ExplorerClient,
  request: MinedRequest,
  blockType: 'blocks' | 'uncles',
): Promise<{ rows: MinedRow[]; isCut: boolean } | 'unsupported'> {
  const { address, fromBlock, toBlock, signal } = request;
  const rows = new Map<number, MinedRow>();
  let size = request.rowsPerPage;
  for (let page = 1; page * size <= client.dialect.maximumWindow; page += 1) {
    const parameters = { address, blocktype: blockType, page: String(page), offset: String(size) };
    const answer = await client.ask('account', action, parameters, signal);
    if (!answer.ok) {
      if (answer.fault.kind === 'unsupported') return 'unsupported';
      throw client.error(answer.fault, action);
    }
    const listed = parseRows(client, answer.value);
    if (listed.length < size && client.dialect.rowCaps.includes(listed.length)) {
      // Cut by the server: pages of another size start elsewhere.
      size = listed.length;
      page = 0;
      rows.clear();
      continue;
    }
    for (const row of listed) {
      if (row.blockNumber >= fromBlock && row.blockNumber <= toBlock) rows.set(row.blockNumber, row);
    }
    const last = listed.at(-1);
    if (last === undefined || listed.length < size) return { rows: [...rows.values()], isCut: false };
    if (isDescending(listed) && last.blockNumber < fromBlock) {
      return { rows: [...rows.values()], isCut: false };
    }
  }
  return { rows: [...rows.values()], isCut: true };
}

const isDescending = (rows: readonly MinedRow[]): boolean =>
  rows.every((row, index) => row.blockNumber <= (rows[index - 1]?.blockNumber ?? Infinity));

function parseRows(client: ExplorerClient, value: unknown): MinedRow[] {
  const parsed = anyRows.pipe(z.array(minedRow)).safeParse(value);
  if (parsed.success) return parsed.data;
  const place = parsed.error.issues[0]?.path.map(String).join('.');
  throw client.error({ kind: 'malformed', text: `'${place}' does not fit` }, action);
}

async function readReward(
  client: ExplorerClient,
  { address, signal }: MinedRequest,
  blockNumber: number,
): Promise<bigint> {
  const name = 'getblockreward';
  const answer = await client.ask('block', name, { blockno: String(blockNumber) }, signal);
  if (!answer.ok) throw client.error(answer.fault, name);
  const parsed = blockRewardAnswer.safeParse(answer.value);
  if (!parsed.success || parsed.data.blockNumber !== blockNumber || parsed.data.blockMiner !== address) {
    const text = `no reward of block ${blockNumber} for its miner`;
    throw client.error({ kind: 'malformed', text }, name);
  }
  return parsed.data.blockReward;
}
