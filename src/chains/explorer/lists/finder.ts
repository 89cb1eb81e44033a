/** How far one step goes: pages of every list, as many transactions as a step may read, and small ranges whole. */
import type { Address } from '../../../domain/model.ts';
import type { ActivityPart, ActivityRequest } from '../../definitions/chain-source.ts';
import type { ExplorerClient } from '../client/client.ts';
import { blockOfBudget, type Discovery, discover, joined, seenTransactions, upTo } from './discover.ts';

export interface Finder {
  /** Up to `toBlock` when the range is small, since a re-org is replayed as one piece; else as far as one step goes. */
  find(request: ActivityRequest): Promise<Discovery>;
  /** What the explorer has no list of. */
  probe(): Promise<readonly ActivityPart[]>;
}

/** Ranges of so few blocks are never cut. */
const wholeRangeBlocks = 256;
/** More rows than this for each transaction that a step reads would mostly be read in vain. */
const rowsPerTransaction = 3;
/** Has hardly any history anywhere, so that asking for it costs the explorer little. */
const probeAddress: Address = '0x0000000000000000000000000000000000000001';
const probeRows = 10;

/** What a server turned out to be. */
export interface KnownLists {
  /** Actions that it does not have. */
  readonly unsupported: Set<string>;
  /** Lowered for good when it gives fewer rows than the plan says. */
  rowsPerPage: number;
}

/** @param parts.known what several clients of one server find out together */
export function createFinder(parts: {
  client: ExplorerClient;
  chainId: number;
  known: KnownLists;
  transactionsPerStep: number;
}): Finder {
  const { client, chainId, transactionsPerStep, known } = parts;
  const { unsupported } = known;
  known.rowsPerPage = Math.min(known.rowsPerPage, transactionsPerStep * rowsPerTransaction);

  async function findNext(request: ActivityRequest): Promise<Discovery> {
    const pageSize = { rows: known.rowsPerPage };
    const found = await discover(client, { chainId, ...request, pageSize, unsupported });
    if (client.dialect.rowCaps.includes(pageSize.rows))
      known.rowsPerPage = Math.min(known.rowsPerPage, pageSize.rows);
    return found;
  }

  return {
    async find(request) {
      const isWhole = request.toBlock - request.fromBlock < wholeRangeBlocks;
      let found = await findNext(request);
      if (!isWhole)
        return upTo(blockOfBudget(seenTransactions(found), transactionsPerStep, found.reached), found);
      while (found.reached < request.toBlock) {
        found = joined(found, await findNext({ ...request, fromBlock: found.reached + 1 }));
      }
      return found;
    },
    async probe() {
      const pageSize = { rows: Math.min(known.rowsPerPage, probeRows) };
      const blocks = { fromBlock: 0, toBlock: 0 };
      return (await discover(client, { chainId, address: probeAddress, ...blocks, pageSize, unsupported }))
        .missing;
    },
  };
}
