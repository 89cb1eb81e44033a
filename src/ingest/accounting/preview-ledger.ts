/**
 * What corrections, or the undoing of one, would move: the rows behind the place that they are about are booked twice, as it is and as it
 * would be, in memory. Nothing is written. It begins at the last snapshot before that place, as a booking does (run-ledger.ts).
 */
import type { LedgerMovement } from '../../domain/accounting/amounts/types.ts';
import {
  type CrossingOrder,
  createCrossingOrder,
  type Placed,
} from '../../domain/accounting/booking/crossing-order.ts';
import { applyCorrections } from '../../domain/accounting/booking/lay-corrections.ts';
import { compareMovements } from '../../domain/accounting/booking/order.ts';
import { createLedger, type Ledger, restoreLedgerFrom } from '../../domain/accounting/ledger.ts';
import { changedAccounts, type LedgerPreview } from '../../domain/accounting/ledger-preview.ts';
import { costMethods, currencies } from '../../domain/ids.ts';
import type { CurrencyTokens } from '../../domain/money/currencies.ts';
import { afterDigits } from '../../domain/position.ts';
import type { Database } from '../../store/connection/database.ts';
import type { ActiveCorrection, CorrectionChange } from '../../store/ledger/active-corrections.ts';
import {
  type BookedLedger,
  findBookedLedger,
  type LedgerMembers,
  type StoredRun,
} from '../../store/ledger/ledger-chains.ts';
import { type LedgerInputs, readLedgerInputs } from '../../store/ledger/ledger-inputs.ts';
import { findBookedGroup } from '../../store/ledger/search/booked-group.ts';
import { findLedgerSettings } from '../../store/ledger/search/ledger-settings.ts';
import { createTurns } from '../work-turns.ts';
import { type LedgerCorrections, loadCorrections } from './ledger-corrections.ts';
import { createMovementContexts, type MovementContexts } from './movement-context.ts';
import { ledgerPriceDecimals, movementsOf } from './movements.ts';
import { affectedFrom, keptRuns } from './replay-start.ts';
import { readLedgerState, stateToGoOnFrom } from './run-writer.ts';

export interface PreviewRequest {
  clientId: number;
  walletId: number;
  change: CorrectionChange;
}

export interface PreviewOptions {
  currencyTokens: CurrencyTokens;
  /** It is a request's work, and goes on in its process: of more transactions and transfers than so many it is given up. */
  mostRows?: number;
}

const defaultRows = 5_000;

/** One of the two ledgers that are booked side by side. */
interface Side {
  ledger: Ledger;
  corrections: LedgerCorrections;
  order: CrossingOrder<Transaction>;
}

interface Transaction {
  movements: readonly LedgerMovement[];
}

export async function previewLedger(
  database: Database,
  { clientId, walletId, change }: PreviewRequest,
  { currencyTokens, mostRows = defaultRows }: PreviewOptions,
): Promise<LedgerPreview> {
  const wallets = await findBookedGroup(database, { clientId, walletId });
  const walletIds = wallets.map((wallet) => wallet.walletId);
  const members = { clientId, walletIds, settings: await findLedgerSettings(database, clientId) };
  const booked = wallets.length === 0 ? null : await findBookedLedger(database, members);
  if (booked === null) return 'not booked';
  return readLedgerInputs(database, walletIds, async (inputs) => {
    const contexts = createMovementContexts(database, wallets, currencyTokens);
    const start = await startOf(database, { booked, inputs, contexts, change });
    const rows = await inputs.rowsAfter(start?.untilPosition ?? '');
    if (rows.count > mostRows) return 'too long';
    const sideOf = async (own: LedgerInputs): Promise<Side> => ({
      ledger: await ledgerAt(database, members, start),
      corrections: await loadCorrections(own, clientId, contexts),
      order: createCrossingOrder<Transaction>(),
    });
    const sides = [await sideOf(inputs), await sideOf(withChange(inputs, change))] as const;
    for (const side of sides) {
      // A restored ledger has the opening lots up to where it stands.
      if (start !== null) side.corrections.openingsBefore(`${start.untilPosition}${afterDigits}`);
    }
    const turnOver = createTurns();
    for await (const pieces of rows.transactions()) {
      const context = await contexts.of(pieces);
      for (const piece of pieces) {
        await turnOver();
        const movements = movementsOf(piece, context).movements.sort(compareMovements);
        for (const side of sides) {
          const corrected = applyCorrections(movements, side.corrections.ofTransfer, members.settings);
          if (corrected.length > 0) book(side, side.order.add({ movements: corrected }));
        }
      }
    }
    for (const side of sides) {
      book(side, side.order.end());
      bookOpenings(side, null, false);
    }
    const [before, after] = sides;
    return changedAccounts(before.ledger.accounts(), after.ledger.accounts());
  });
}

/** For the read model, which knows nothing of how ledgers are booked. */
export const createLedgerPreview =
  (database: Database, currencyTokens: CurrencyTokens) =>
  (request: PreviewRequest): Promise<LedgerPreview> =>
    previewLedger(database, request, { currencyTokens });

/** The run at whose end both begin; null: at the beginning of the history. */
async function startOf(
  database: Database,
  {
    booked,
    inputs,
    contexts,
    change,
  }: {
    booked: BookedLedger;
    inputs: LedgerInputs;
    contexts: MovementContexts;
    change: CorrectionChange;
  },
): Promise<StoredRun | null> {
  const changed = await inputs.changedSince(booked);
  const positions =
    'made' in change ? change.made.map(({ transferPosition }) => transferPosition) : [change.fromPosition];
  const [first = ''] = [...positions, ...(changed === null ? [] : [changed])].sort();
  const kept = booked.chain.slice(0, keptRuns(booked.chain, affectedFrom(first)));
  return (await stateToGoOnFrom(database, contexts, kept))?.last ?? null;
}

async function ledgerAt(
  database: Database,
  { settings }: LedgerMembers,
  start: StoredRun | null,
): Promise<Ledger> {
  if (start === null) {
    return createLedger({
      ...settings,
      ...{ methods: costMethods, currencies, priceDecimals: ledgerPriceDecimals },
    });
  }
  const state = await readLedgerState(database, start.id);
  if (state === null) throw new Error(`the snapshot of run ${start.id} is gone`);
  return restoreLedgerFrom(state);
}

/** The inputs as if the corrections were made, or the one were undone. */
function withChange(inputs: LedgerInputs, change: CorrectionChange): LedgerInputs {
  const made = 'made' in change ? change.made : [];
  const isGone = ({ id, kind, walletId, transferPosition }: ActiveCorrection): boolean =>
    'undone' in change
      ? id === change.undone
      : made.some(
          (one) =>
            one.kind === kind && one.walletId === walletId && one.transferPosition === transferPosition,
        );
  return {
    ...inputs,
    corrections: async (clientId) => [
      ...(await inputs.corrections(clientId)).filter((one) => !isGone(one)),
      ...made,
    ],
  };
}

function book(side: Side, placed: readonly Placed<Transaction>[]): void {
  for (const { group, isAhead } of placed) {
    bookOpenings(side, group.movements[0]?.position ?? '', isAhead);
    side.ledger.apply(group.movements, isAhead);
  }
}

function bookOpenings({ ledger, corrections }: Side, position: string | null, isAhead: boolean): void {
  for (const lots of corrections.openingsBefore(position)) ledger.apply(lots, isAhead);
}
