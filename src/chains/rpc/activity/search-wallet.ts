/** Searching a range of blocks for one wallet in pieces that the nodes bear, in company where there is some. */
import type { Address } from '../../../domain/model.ts';
import type { Header } from '../client/schemas.ts';
import {
  type Ask,
  type CompanySearch,
  knownFinds,
  searchTogether,
  unknownUntil,
} from '../sharing/company-search.ts';
import { type BlockRange, type Finds, findsWithin, nothingFound } from '../sharing/finds.ts';
import type { Shared } from '../sharing/sharing.ts';
import type { EveryNode } from './every-node.ts';
import { type KnownPieces, type RangeSizer, scanRange } from './ranges.ts';

export interface WalletScan {
  nodes: EveryNode;
  sizer: RangeSizer;
  parallel: number;
  wallet: Address;
  range: BlockRange;
  /** The verified end of the whole request. */
  end: Header;
  /** null: the wallet is searched for by itself. */
  shared: Shared | null;
  signal: AbortSignal | undefined;
}

/** Every find of the wallet in the range, in pieces. */
export async function searchWallet(scan: WalletScan, kind: 'logs' | 'native', ask: Ask): Promise<Finds[]> {
  const { wallet, range, sizer, parallel, shared, nodes, end, signal } = scan;
  if (shared === null) {
    const alone = async (piece: BlockRange): Promise<Finds> =>
      (await ask(piece, [wallet])).get(wallet) ?? nothingFound;
    return scanRange(range, sizer, parallel, alone);
  }
  const search = shared.sharing[kind];
  const frame = { number: end.number, hash: end.hash };
  const company = await shared.company();
  const inCompany = (piece: BlockRange): Promise<Finds> => {
    const unconfirmed = nodes.unconfirmed();
    const isConfirmed = (): boolean => nodes.unconfirmed() === unconfirmed;
    return searchTogether(search, piece, { wallet, company, frame, ask, isConfirmed, signal });
  };
  return scanRange(range, sizer, parallel, inCompany, knownPieces(search, { wallet, shared }));
}

function knownPieces(
  search: CompanySearch,
  { wallet, shared }: { wallet: Address; shared: Shared },
): KnownPieces<Finds> {
  return {
    at(range) {
      const known = knownFinds(search, wallet, range);
      if (known === null) return null;
      return known.then((told) => {
        if (told === null) return null;
        const { toBlock, finds, frame } = told;
        shared.frames.add(frame);
        return { toBlock, answer: findsWithin(finds, { fromBlock: range.fromBlock, toBlock }) };
      });
    },
    unknownUntil: (range) => unknownUntil(search, wallet, range),
  };
}
