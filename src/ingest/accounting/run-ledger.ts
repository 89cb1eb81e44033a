/**
 * One run: the rows of linked wallets, streamed through the ledger with every method and currency in one pass, into
 * the tables of a new run. Memory holds the open lots and what is about to be written.
 */
import { applyCorrections } from '../../domain/accounting/corrections.ts';
import { createLedger, type Ledger } from '../../domain/accounting/ledger.ts';
import { compareMovements } from '../../domain/accounting/order.ts';

import type {
  LedgerMovement,
  LedgerOptions,
  LedgerSettings,
  TotalsEvent,
} from '../../domain/accounting/types.ts';
import type { CurrencyTokens } from '../../domain/currencies.ts';
import { costMethods, currencies } from '../../domain/ids.ts';
import type { Address } from '../../domain/model.ts';
import type { Database } from '../../store/database.ts';
import { type LedgerInputs, readLedgerInputs } from '../../store/ledger-inputs.ts';
import { emptyOutput, type LedgerOutput, outputSize, writeLedgerOutput } from '../../store/ledger-rows.ts';
import { createLedgerRun, findLedgerSettings, switchLedgerRun } from '../../store/ledger-runs.ts';
import { loadCorrections } from './corrections.ts';
import { createMovementContext } from './movement-context.ts';
import { ledgerPriceDecimals, movementsOf } from './movements.ts';

export interface LedgerGroup {
  clientId: number;
  wallets: readonly { walletId: number; address: Address }[];
}

/** Rows that wait in memory before they are written. */
const writeAt = 5_000;

/** Books a group from its beginning and makes the result current. Throws, and changes nothing, when `signal` aborts. */
export async function runLedgerOf(
  database: Database,
  group: LedgerGroup,
  options: { currencyTokens: CurrencyTokens; signal?: AbortSignal },
): Promise<{ runId: bigint; movements: number }> {
  const { clientId, wallets } = group;
  const walletIds = wallets.map(({ walletId }) => walletId);
  const idOf = new Map<string, number>(wallets.map(({ walletId, address }) => [address, walletId]));
  const settings = await findLedgerSettings(database, clientId);
  const runId = await createLedgerRun(database, { clientId, walletIds, settings });
  const run = { id: runId, walletIdOf: (address: string) => idOf.get(address) ?? 0 };
  return readLedgerInputs(database, walletIds, async (inputs) => {
    const collector = createCollector((output) => writeLedgerOutput(database, run, output));
    const ledger = createLedger(
      {
        ...settings,
        methods: costMethods,
        currencies,
        priceDecimals: ledgerPriceDecimals,
      } satisfies LedgerOptions,
      collector.sink,
    );
    const booked = await bookAll(database, inputs, { group, settings, ledger, collector, ...options });
    await collector.finish(ledger);
    await switchLedgerRun(database, {
      ...{ id: runId, clientId, walletVersions: inputs.walletVersions, asOf: inputs.asOf },
      priceVersion: booked.lacksPrices ? inputs.priceVersion : null,
      movementCount: booked.movements,
    });
    return { runId, movements: booked.movements };
  });
}

async function bookAll(
  database: Database,
  inputs: LedgerInputs,
  run: {
    group: LedgerGroup;
    settings: LedgerSettings;
    ledger: Ledger;
    collector: Collector;
    currencyTokens: CurrencyTokens;
    signal?: AbortSignal;
  },
): Promise<{ movements: number; lacksPrices: boolean }> {
  const contextOf = createMovementContext(database, run.group.wallets, run.currencyTokens);
  const booked = { movements: 0, lacksPrices: false };
  const corrections = await loadCorrections(inputs, run.group.clientId, contextOf);
  const book = (movements: readonly LedgerMovement[]): void => {
    if (movements.length === 0) return;
    run.ledger.apply(movements);
    run.collector.note(movements);
    booked.movements += movements.length;
  };
  for await (const pieces of inputs.transactions()) {
    run.signal?.throwIfAborted();
    const { context, lacksPrices } = await contextOf(pieces);
    booked.lacksPrices ||= lacksPrices;
    for (const piece of pieces) {
      const movements = movementsOf(piece, context).sort(compareMovements);
      const [first] = movements;
      if (first === undefined) continue;
      corrections.openingsBefore(first.position).forEach(book);
      book(applyCorrections(movements, corrections.ofTransfer, run.settings));
    }
    await run.collector.flush(writeAt);
  }
  corrections.openingsBefore(null).forEach(book);
  booked.lacksPrices ||= corrections.lacksPrices;
  return booked;
}

type Collector = ReturnType<typeof createCollector>;

const accountName = ({ wallet, token }: { wallet: string; token: string }): string => `${wallet} ${token}`;

/** Gathers what the ledger says and writes it in pieces. */
function createCollector(write: (output: LedgerOutput) => Promise<void>) {
  let output = emptyOutput();
  const issueCounts = new Map<string, number>();
  const withOutflow = new Set<string>();
  /** Per account, what its totals were when last written: a purchase changes none of them. */
  const lastTotals = new Map<string, TotalsEvent>();

  async function flush(from: number): Promise<void> {
    if (outputSize(output) < from || outputSize(output) === 0) return;
    const full = output;
    output = emptyOutput();
    await write(full);
  }

  return {
    sink: {
      disposal: (row: LedgerOutput['disposals'][number]) => void output.disposals.push(row),
      totals: (event: TotalsEvent) => {
        const name = accountName(event);
        if (isUnchanged(lastTotals.get(name), event)) return;
        lastTotals.set(name, event);
        output.totals.push(event);
      },
      issue: (issue: Omit<LedgerOutput['issues'][number], 'place'>) => {
        // A rate that one currency lacks shows in that currency's basis status; a price that is unknown in USD is an issue.
        if (!issue.currencies.includes('USD')) return;
        const place = issueCounts.get(issue.wallet) ?? 0;
        issueCounts.set(issue.wallet, place + 1);
        output.issues.push({ ...issue, place });
      },
    },
    /** Remembers which tokens left a wallet: a fee alone is no outflow. */
    note(movements: readonly LedgerMovement[]) {
      for (const movement of movements) {
        if (movement.side === 'outflow' && movement.treatment !== 'GAS')
          withOutflow.add(accountName(movement));
      }
    },
    flush,
    /** The state at the end: balances and open lots, account by account. */
    async finish(ledger: Ledger) {
      for (const account of ledger.accounts()) {
        output.balances.push({ ...account, hasOutflow: withOutflow.has(accountName(account)) });
        const { wallet, token } = account;
        for (const method of costMethods) {
          ledger.openLots(wallet, token, method).forEach((lot, place) => {
            output.lots.push({ ...lot, wallet, token, method, place });
          });
        }
        await flush(writeAt);
      }
      await flush(1);
    },
  };
}

function isUnchanged(last: TotalsEvent | undefined, event: TotalsEvent): boolean {
  const figures = ({ income, expenses, methods }: TotalsEvent): readonly bigint[] => [
    ...income,
    ...expenses,
    ...methods.flatMap(({ realized }) => realized),
  ];
  const before = last === undefined ? null : figures(last);
  return figures(event).every((figure, index) => figure === (before?.[index] ?? 0n));
}
