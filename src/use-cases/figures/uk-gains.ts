/** Capital gains for the United Kingdom, line by line: all wallets of one person, in pounds. */
import type { AssetFlow } from '../../domain/accounting/amounts/asset-flow.ts';
import { createGainsBook, type GainsBook } from '../../domain/accounting/section-104/gains.ts';
import {
  taxYearBounds,
  type UkLine,
  ukCurrency,
  ukLines,
  ukTimeZone,
} from '../../domain/accounting/section-104/uk-lines.ts';
import { type Currency, keyOfContract } from '../../domain/ids.ts';
import type { Address } from '../../domain/model.ts';
import { bookedPlace } from '../../domain/money/currencies.ts';
import { calendarOf, dayNumberIn } from '../../domain/time/calendar.ts';
import { PublicError } from '../../errors.ts';
import type { Database } from '../../store/connection/database.ts';
import { hexOf } from '../../store/connection/row-types.ts';
import { readLedgerToken } from '../../store/ledger/ledger-rows.ts';
import { findTokenFacts } from '../../store/lookups/token-facts.ts';
import { findOwnOnly } from '../../store/sync/unregistrations.ts';
import { mayName, type Ownership, requireScope } from '../access/ownership.ts';
import { requireCurrency } from '../access/require-currency.ts';
import type { ReadModel } from '../model/interface.ts';
import { maximumWalletsPerRead } from '../model/view-model.ts';
import { requireBookedWallets } from './booked-wallets.ts';
import { loadSymbols } from './token-symbols.ts';

/** Tells all that ever flowed in and out of wallets; `too long`: there is too much to book at once. */
export type TellAssetFlows = (request: {
  clientId: number;
  walletIds: readonly number[];
  currency: Currency;
  onFlow: (flow: AssetFlow) => void;
}) => Promise<'told' | 'too long' | 'not booked'>;

export interface UkGainsDependencies {
  database: Database;
  ownership: Ownership;
  assetFlows: TellAssetFlows;
}

/** Whether an address may be said to who asks. */
type MayName = (address: Address) => boolean;

export interface UkGains {
  clientId: number;
  wallets: readonly { walletId: number; address: Address }[];
  /** Unix seconds: from <= time < to. */
  from: number;
  to: number;
  mayName: MayName;
  /** Says why too long a history is refused, and what to do. */
  tooLong: string;
}

export function createUkGains(deps: UkGainsDependencies): Pick<ReadModel, 'ukCapitalGains'> {
  const { database, ownership } = deps;
  return {
    async ukCapitalGains(caller, { wallets: addresses, year }) {
      requireScope(caller, 'read');
      const wallets = await ownership.require(caller, addresses);
      requireCurrency(caller, ukCurrency);
      await requireBookedWallets(database, { ...caller, currency: ukCurrency }, wallets);
      const { clientId } = caller;
      return ukGainsLines(deps, {
        ...{ clientId, wallets, ...taxYearBounds(year), mayName: (address) => mayName(caller, address) },
        tooLong:
          'So long a history cannot be matched while you wait: the command wallet-data export --form uk takes longer ones.',
      });
    },
  };
}

/** The lines below the names of the columns. Throws BAD_INPUT where wallets that belong to them are not named, or there is too much. */
export async function ukGainsLines(
  { database, assetFlows }: Pick<UkGainsDependencies, 'database' | 'assetFlows'>,
  { clientId, wallets, from, to, mayName: isKnown, tooLong }: UkGains,
): Promise<UkLine[]> {
  // What was unregistered and is still its owner's belongs to the pools where tokens were moved to it or from it.
  const unregistered = (await findOwnOnly(database, clientId)).filter(isKnown);
  const book = openBook([...wallets.map(({ address }) => address), ...unregistered]);
  const walletIds = wallets.map(({ walletId }) => walletId);
  const told = await assetFlows({ clientId, walletIds, currency: ukCurrency, onFlow: book.add });
  if (told === 'too long') throw refused('have too long a history', tooLong);
  if (told === 'not booked') {
    const message =
      'The wallets are being booked for the first time, or in another currency: ask again in a moment.';
    throw new PublicError('CONFLICT', message);
  }
  requireWhole(book, isKnown);
  const firstDay = dayOf(from);
  const endDay = dayOf(to);
  const kindOf = await loadKinds(database, book.tokens());
  const disposals = book.disposals(kindOf).filter(({ day }) => day >= firstDay && day < endDay);
  const tokens = disposals.map(({ token }) => ({ token: readLedgerToken(token) }));
  const symbolOf = await loadSymbols(database, tokens);
  return ukLines(disposals, (token) => symbolOf(readLedgerToken(token)));
}

const london = calendarOf(ukTimeZone);

/** The day of a moment in London. */
function dayOf(timestamp: number): number {
  if (london === null) throw new Error(`this system knows no time zone ${ukTimeZone}`);
  return dayNumberIn(london, timestamp);
}

const refused = (problem: string, message: string): PublicError =>
  new PublicError('BAD_INPUT', message, [{ path: 'wallets', message: problem }]);

function openBook(wallets: readonly Address[]): GainsBook {
  return createGainsBook({
    ...{ currency: bookedPlace(ukCurrency), dayOf, wallets: new Set(wallets) },
    isNft: (token) => readLedgerToken(token).tokenId !== null,
  });
}

/** A person's pools are of all its wallets. */
function requireWhole(book: GainsBook, isKnown: MayName): void {
  const missing = book.missingWallets().map((wallet) => hexOf(wallet));
  if (missing.length === 0) return;
  const others = missing.every(isKnown) ? namesOf(missing) : 'others of the client';
  throw refused(
    'are not all wallets of their owner',
    `Tokens were moved between these wallets and ${others}, as between wallets of one owner, whose tokens of one kind are one pool: ask for all of them at once.`,
  );
}

/** As many as can be read at once. */
function namesOf(wallets: readonly Address[]): string {
  const more = wallets.length - maximumWalletsPerRead;
  const names = wallets.slice(0, maximumWalletsPerRead).join(', ');
  return more <= 0
    ? names
    : `${names} and ${more} more (a request names at most ${maximumWalletsPerRead}, wallet-data export --form uk any number)`;
}

/** Tokens that are forms of one asset are of one kind; of others, and of NFTs, each is its own. */
async function loadKinds(database: Database, tokens: readonly string[]): Promise<(token: string) => string> {
  const read = tokens.map(readLedgerToken).filter(({ tokenId }) => tokenId === null);
  const keys = read.map(({ chainId, tokenAddress: address }) => ({ chainId, address }));
  const facts = await findTokenFacts(database, keys);
  const slugs = new Map(
    facts.flatMap((row) => (row.assetSlug === null ? [] : [[keyOfContract(row), row.assetSlug]])),
  );
  return (token) => {
    const { chainId, tokenAddress: address, tokenId } = readLedgerToken(token);
    return (tokenId === null ? slugs.get(keyOfContract({ chainId, address })) : undefined) ?? token;
  };
}
