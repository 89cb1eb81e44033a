/** The wallets that a file of figures is about, and their ledgers. */
import type { Currency } from '../../domain/ids.ts';
import type { Address } from '../../domain/model.ts';
import { PublicError } from '../../errors.ts';
import type { Database } from '../../store/connection/database.ts';
import { type CurrentRun, findCurrentRuns, runsToldIn } from '../../store/ledger/ledger-reads.ts';
import { search } from '../../store/pages/reach.ts';
import { paceItems } from '../pages/pace.ts';

/** A wallet, and the ledger that its lines are from. */
export interface BookedWallet {
  address: Address;
  run: CurrentRun;
}

/** Whose wallets, and what their figures are to be told in. */
export interface Books {
  clientId: number;
  currency: Currency;
}

/** Of a client's wallets those with a ledger, and those that are not booked yet. */
export async function findBookedWallets(
  database: Database,
  { clientId, currency }: Books,
  wallets: readonly { walletId: number; address: Address }[],
): Promise<{ booked: BookedWallet[]; waiting: Address[] }> {
  const ids = wallets.map(({ walletId }) => walletId);
  const current = runsToldIn(await findCurrentRuns(database, clientId, ids), currency);
  const runs = new Map(current.map((run) => [run.walletId, run]));
  const booked: BookedWallet[] = [];
  const waiting: Address[] = [];
  for (const { walletId, address } of wallets) {
    const run = runs.get(walletId);
    if (run === undefined) waiting.push(address);
    else booked.push({ address, run });
  }
  return { booked, waiting };
}

/** The ledgers of all the wallets. Throws CONFLICT naming those without one: figures without theirs would look whole. */
export async function requireBookedWallets(
  database: Database,
  books: Books,
  wallets: readonly { walletId: number; address: Address }[],
): Promise<BookedWallet[]> {
  const { booked, waiting } = await findBookedWallets(database, books, wallets);
  if (waiting.length === 0) return booked;
  const message = 'is not booked yet: ask again when it is loaded';
  throw new PublicError(
    'CONFLICT',
    `Not booked yet: ${waiting.join(', ')}. What they did would be left out: ask again when they are loaded.`,
    waiting.map((address) => ({ path: 'wallets', message: `${address} ${message}` })),
  );
}

/**
 * What is read of a wallet's ledger for a file, piece by piece. Each is looked for among all that the wallet has, and what comes after
 * the first counts as it is read.
 */
export async function* searchPieces<Piece>(
  database: Database,
  walletId: number,
  { pieces, countOf }: { pieces: AsyncGenerator<Piece>; countOf: (piece: Piece) => number },
): AsyncGenerator<Piece> {
  const reach = { table: 'transfer', walletIds: [walletId] } as const;
  for (;;) {
    const { value, done } = await search(database, reach, () => pieces.next());
    if (done === true) return;
    yield value;
    await paceItems(countOf(value));
  }
}
