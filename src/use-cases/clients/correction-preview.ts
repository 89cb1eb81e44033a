/** What a correction, or its undoing, would move: the ledger is booked in memory as it is, and as it would be. */
import { moneyDecimals } from '../../domain/accounting/amounts/amounts.ts';
import type { AccountTotals } from '../../domain/accounting/amounts/types.ts';
import type { ChangedAccount, LedgerPreview } from '../../domain/accounting/ledger-preview.ts';
import { unrealizedAt } from '../../domain/accounting/period-figures.ts';
import type { CostMethod, Currency } from '../../domain/ids.ts';
import type { Address } from '../../domain/model.ts';
import { bookedPlace } from '../../domain/money/currencies.ts';
import { Decimal, formatUnits } from '../../domain/money/money.ts';
import { hexOf } from '../../store/connection/row-types.ts';
import type { CorrectionChange, PlacedCorrection } from '../../store/ledger/active-corrections.ts';
import type { NewCorrection } from '../../store/ledger/correction-changes.ts';
import { ledgerTokenOf } from '../../store/ledger/ledger-rows.ts';
import { mayName } from '../access/ownership.ts';
import { requireCurrency } from '../access/require-currency.ts';
import type { CorrectionPreviewView, PreviewedFigures } from '../model/correction-model.ts';
import type { TokenBalanceView } from '../model/figures-model.ts';
import type { ReadModel } from '../model/interface.ts';
import type { TransferCorrectionInput } from '../model/requests.ts';
import type { Caller } from '../model/view-model.ts';
import { type CorrectionsDependencies, draftCorrections, requireUndoable } from './corrections.ts';

/** Books a client's ledger of a wallet and those linked with it twice, in memory. */
export type PreviewLedger = (request: {
  clientId: number;
  walletId: number;
  change: CorrectionChange;
  /** What its figures are to be told in. */
  currency: Currency;
}) => Promise<LedgerPreview>;

export interface PreviewDependencies extends CorrectionsDependencies {
  previewLedger: PreviewLedger;
  listBalances: ReadModel['listBalances'];
  walletTotals: ReadModel['walletTotals'];
}

interface Choice {
  costMethod: CostMethod;
  currency: Currency;
}

type Name = keyof PreviewedFigures;
/** Exact. */
type Figures = Record<Name, Decimal>;

/** The figures of an account; what rests on a price of now only where one is known. */
function figuresOf(
  account: AccountTotals | null,
  { costMethod, currency }: Choice,
  price: string | null,
): Figures {
  const method = account?.methods.find((totals) => totals.method === costMethod);
  if (account === null || method === undefined) return mapFigures(() => new Decimal(0));
  const place = bookedPlace(currency);
  const { balance, inventory, decimals, owed } = account;
  const costBasis = method.costBasis[place] ?? 0n;
  const unrealized = unrealizedAt({ balance, inventory, decimals, costBasis }, price);
  const worth = (amount: bigint) => new Decimal(formatUnits(amount, decimals)).times(price ?? 0);
  const debt = owed.reduce((sum, { quantity }) => sum + quantity, 0n);
  return {
    realizedPnl: money(method.realized[place]),
    unrealizedPnl: money(unrealized),
    costBasis: money(costBasis),
    income: money(account.income[place]),
    expenses: money(account.expenses[place]),
    debtValue: worth(-debt),
    netWorth: worth(balance - debt),
  };
}

const money = (amount = 0n): Decimal => new Decimal(formatUnits(amount, moneyDecimals));

function mapFigures<Value>(read: (name: Name) => Value): Record<Name, Value> {
  return {
    realizedPnl: read('realizedPnl'),
    unrealizedPnl: read('unrealizedPnl'),
    costBasis: read('costBasis'),
    income: read('income'),
    expenses: read('expenses'),
    debtValue: read('debtValue'),
    netWorth: read('netWorth'),
  };
}

const shown = (figures: Figures): PreviewedFigures => mapFigures((name) => figures[name].toFixed());

/** What is drafted, as the ledger is booked with it. */
const activeOf = (walletId: number, corrections: readonly NewCorrection[]): PlacedCorrection[] =>
  corrections.map(({ kind, chainId, treatment, amount, currency, acquiredAt, fromPosition }) => ({
    ...{ id: 0, walletId, kind, chainId, treatment, amount, currency, acquiredAt },
    ...{ transferPosition: fromPosition, tokenAddress: null, quantity: null },
  }));

const tokenOf = ({ blockchain, rawToken }: TokenBalanceView): string =>
  ledgerTokenOf({ chainId: blockchain.chainId, tokenAddress: rawToken.address, tokenId: null });

export async function previewCorrection(
  deps: PreviewDependencies,
  caller: Caller,
  input: TransferCorrectionInput,
  choice: Choice,
): Promise<CorrectionPreviewView> {
  requireCurrency(caller, choice.currency);
  const { row, corrections } = await draftCorrections(deps, caller, input);
  const change = { made: activeOf(row.walletId, corrections) };
  const { clientId } = caller;
  const changed = await deps.previewLedger({
    ...{ clientId, walletId: row.walletId, change },
    currency: choice.currency,
  });
  return previewOf(deps, caller, { ...choice, wallet: row.wallet, changed });
}

/** What `undoCorrection` would move. Where it is undone, or not booked because its transfer is gone, that is nothing. */
export async function previewUndo(
  deps: PreviewDependencies,
  caller: Caller,
  id: string,
  choice: Choice,
): Promise<CorrectionPreviewView> {
  requireCurrency(caller, choice.currency);
  const { row, fromPosition } = await requireUndoable(deps, caller, id);
  const { walletId, wallet } = row;
  const { clientId } = caller;
  const isBooked = row.undoneAt === null && fromPosition !== '';
  const change = { undone: row.id, fromPosition };
  const changed = isBooked
    ? await deps.previewLedger({ clientId, walletId, change, currency: choice.currency })
    : [];
  return previewOf(deps, caller, { ...choice, wallet, changed });
}

async function previewOf(
  deps: PreviewDependencies,
  caller: Caller,
  { wallet, changed, ...choice }: Choice & { wallet: Address; changed: LedgerPreview },
): Promise<CorrectionPreviewView> {
  const empty = { ...choice, wallet, before: null, after: null, balances: [], otherWalletCount: 0 };
  if (changed === 'too long') return { ...empty, state: 'TOO_LONG' };
  if (changed === 'not booked') return { ...empty, state: 'NOT_BOOKED' };
  const request = { ...choice, wallets: [wallet], period: 'MAX' as const };
  const [listed, { overall }] = await Promise.all([
    deps.listBalances(caller, { ...request, filter: {} }),
    deps.walletTotals(caller, request),
  ]);
  const own = changed.filter((account) => account.wallet === wallet);
  // A credential of some wallets is not told that there are others.
  const named = changed.filter((account) => mayName(caller, hexOf(account.wallet)));
  // An account may differ by another method, or in another currency, alone.
  const others = new Set(
    named.flatMap((account) =>
      account.wallet !== wallet && isMoved(sidesOf(account, choice, null)) ? [account.wallet] : [],
    ),
  );
  const balanceOf = new Map(listed.map((balance) => [tokenOf(balance), balance]));
  const moved = own
    .map((account) => sidesOf(account, choice, balanceOf.get(account.token) ?? null))
    .filter(isMoved);
  return {
    ...{ ...empty, state: 'READY', otherWalletCount: others.size },
    before: mapFigures((name) => overall[name]),
    after: mapFigures((name) =>
      moved
        .reduce(
          (sum, { before, after }) => sum.plus(after[name]).minus(before[name]),
          new Decimal(overall[name]),
        )
        .toFixed(),
    ),
    balances: moved.flatMap(({ balance, before, after }) =>
      balance === null ? [] : [{ balance, before: shown(before), after: shown(after) }],
    ),
  };
}

const isMoved = ({ before, after }: Pick<ReturnType<typeof sidesOf>, 'before' | 'after'>): boolean =>
  Object.values(mapFigures((name) => !before[name].eq(after[name]))).includes(true);

function sidesOf({ before, after }: ChangedAccount, choice: Choice, balance: TokenBalanceView | null) {
  const price = balance?.price ?? null;
  return { balance, before: figuresOf(before, choice, price), after: figuresOf(after, choice, price) };
}
