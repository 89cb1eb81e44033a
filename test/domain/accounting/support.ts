/** Short ways to write movements and to read figures, so that a test is a table that a reader checks by hand. */
import { moneyDecimals, parseScaled } from '../../../src/domain/accounting/amounts/amounts.ts';
import type {
  CarryKind,
  DisposalRow,
  LedgerMovement,
  LedgerOptions,
  LedgerSettlement,
  LedgerTreatment,
  PriceTier,
} from '../../../src/domain/accounting/amounts/types.ts';
import { type LedgerResult, runLedger } from '../../../src/domain/accounting/ledger.ts';
import type { CostMethod, Currency } from '../../../src/domain/ids.ts';
import { formatUnits } from '../../../src/domain/money/money.ts';
import { parseTime } from '../../../src/domain/time/time.ts';

export const priceDecimals = 36;
/** Every fungible token of these tests; NFTs have none. */
const decimals = 18;

export const fourMethods = ['FIFO', 'LIFO', 'WAC', 'HIFO'] as const satisfies readonly CostMethod[];

/** Reads a decimal text, a minus included. */
function scaled(text: string, digits: number): bigint {
  const amount = parseScaled(text.replace('-', ''), digits);
  if (amount === null) throw new Error(`not a decimal: ${text}`);
  return text.startsWith('-') ? -amount : amount;
}

export interface Line {
  id: string;
  /** ISO time. */
  at: string;
  token?: string;
  wallet?: string;
  amount: string;
  /** Price per unit in USD, or in each currency; null: unknown. */
  price?: string | null | readonly (string | null)[];
  /** Lines of one transaction share it; the id alone when left out. Transactions of one second are ordered by it. */
  tx?: string;
  /** Orders the lines of a transaction. */
  item?: number;
  treatment?: LedgerTreatment;
  tier?: PriceTier;
  pair?: string;
  kind?: CarryKind;
  fee?: string;
  nft?: boolean;
  stated?: { cost: string; acquiredAt?: string };
  /** It crosses a bridge: the chain at this end, the asset (ETH where nothing is said), and a window in days (7). */
  over?: {
    chain: string;
    asset?: string | null;
    days?: number;
    arrives?: boolean;
    exchanges?: boolean;
    message?: string | null;
    by?: string;
  };
  /** The protocol's contract; what is HELD is so by `farm`, a loan by `bank`, what crosses by `bridge`, where nothing is said. */
  by?: string;
  isLoan?: boolean;
  settles?: Settled;
}

/** What a line settles: of what `farm` holds, where nothing is said. */
interface Settled {
  by?: string;
  token?: string | null;
  amount: string;
  price?: string | null;
  tier?: PriceTier;
  isReceipt?: boolean;
}

function settlement({ by, token = 'ETH', amount, price, tier, isReceipt }: Settled): LedgerSettlement {
  return {
    ...{ contract: by ?? 'farm', token, decimals, quantity: scaled(amount, decimals) },
    prices: [price == null ? null : scaled(price, priceDecimals)],
    ...{ priceTier: tier ?? 'reference', isReceipt: isReceipt ?? false },
  };
}

function secondsOf(text: string): number {
  const time = parseTime(text);
  if (time === null) throw new Error(`not a time: ${text}`);
  return time;
}

/** As it stands in a position; of tokens that are not said to be on another, the first. */
const chainOf = ({ token, over }: Line): string =>
  (over?.chain ?? / on (\d+)$/.exec(token ?? '')?.[1] ?? '1').padStart(8, '0');

function movement(side: 'inflow' | 'outflow', line: Line): LedgerMovement {
  const timestamp = secondsOf(line.at);
  const transaction = line.tx ?? line.id;
  const places = line.nft ? 0 : decimals;
  const prices = Array.isArray(line.price) ? line.price : [line.price ?? null];
  const plain = line.over ? 'CARRY' : side === 'inflow' ? 'ACQUISITION' : 'DISPOSAL';
  const treatment = line.treatment ?? plain;
  const holder =
    treatment === 'HELD' ? 'farm' : treatment === 'CARRY' && side === 'outflow' ? 'bridge' : null;
  const {
    chain = '',
    asset = 'ETH',
    days = 7,
    arrives = side === 'inflow',
    exchanges = true,
    message = null,
    by = null,
  } = line.over ?? {};
  const item = treatment === 'GAS' ? 0 : (line.item ?? 1);
  const acquiredAt = line.stated?.acquiredAt;
  return {
    id: line.id,
    position: `${timestamp.toString(16).padStart(8, '0')}${chainOf(line)} ${transaction} ${item.toString().padStart(3, '0')}`,
    transaction,
    timestamp,
    wallet: line.wallet ?? 'alice',
    token: line.token ?? 'ETH',
    decimals: places,
    side,
    quantity: scaled(line.amount, places),
    prices: prices.map((price) => (price === null ? null : scaled(price, priceDecimals))),
    priceTier: line.tier ?? 'reference',
    treatment,
    carry: line.pair === undefined ? null : { pair: line.pair, kind: line.kind ?? 'own' },
    crossing:
      line.over === undefined
        ? null
        : { asset, chain, window: days * 86_400, arrives, exchanges, by, message },
    feeValue: line.fee === undefined ? null : [scaled(line.fee, moneyDecimals)],
    statedBasis:
      line.stated === undefined
        ? null
        : {
            cost: [scaled(line.stated.cost, moneyDecimals)],
            acquiredAt: acquiredAt === undefined ? null : secondsOf(acquiredAt),
          },
    heldBy: line.isLoan === true ? null : (line.by ?? holder),
    lender: line.isLoan === true ? (line.by ?? 'bank') : null,
    settles: line.settles === undefined ? null : settlement(line.settles),
  };
}

export const inflow = (line: Line): LedgerMovement => movement('inflow', line);
export const outflow = (line: Line): LedgerMovement => movement('outflow', line);
/** The network fee of the transaction `tx`. */
export const gas = (line: Omit<Line, 'id' | 'treatment'> & { tx: string }): LedgerMovement =>
  movement('outflow', { ...line, id: line.tx, treatment: 'GAS' });
/** One end of a carry. */
export const leave = (line: Line & { pair: string }): LedgerMovement =>
  movement('outflow', { treatment: 'BASIS_TRANSFER', ...line });
export const arrive = (line: Line & { pair: string }): LedgerMovement =>
  movement('inflow', { treatment: 'BASIS_TRANSFER', ...line });

export function optionsOf(change: Partial<LedgerOptions> = {}): LedgerOptions {
  return {
    methods: fourMethods,
    currencies: ['USD'],
    priceDecimals,
    ownTransfers: 'carry',
    receiptTokens: 'realize',
    liquidityTokens: 'realize',
    deposits: 'carry',
    ...change,
  };
}

export function run(movements: readonly LedgerMovement[], change: Partial<LedgerOptions> = {}): LedgerResult {
  return runLedger(movements, optionsOf(change));
}

export const usd = (amount: bigint): string => formatUnits(amount, moneyDecimals);
const textOf = (amount: bigint | null | undefined): string => (amount == null ? '?' : usd(amount));

function rowText(row: DisposalRow, currency: number): string {
  const lot = row.source === 'lot' ? row.acquiredBy : row.source;
  const places = row.token.startsWith('nft') ? 0 : decimals;
  const status = row.basis[currency] === 'COMPLETE' ? '' : ` ${row.basis[currency]}`;
  const sum = `${textOf(row.proceeds[currency])} - ${textOf(row.cost[currency])} = ${textOf(row.gain[currency])}`;
  return `${row.disposedBy} < ${lot}: ${formatUnits(row.quantity, places)} ${row.token}, ${sum}${status}`;
}

/**
 * Disposals as text: `<disposal> < <lot>: <quantity> <token>, <proceeds> - <cost> = <gain>`, with the basis status where
 * it is not COMPLETE.
 */
export function matches(result: LedgerResult, method: CostMethod = 'FIFO', currency = 0): string[] {
  return result.disposals.filter((row) => row.method === method).map((row) => rowText(row, currency));
}

/** The figures of an account in one currency. */
export function figures(
  result: LedgerResult,
  key: { wallet?: string; token?: string; method?: CostMethod; currency?: Currency } = {},
) {
  const { wallet = 'alice', token = 'ETH', method = 'FIFO' } = key;
  const account = result.ledger
    .accounts()
    .find((candidate) => candidate.wallet === wallet && candidate.token === token);
  const totals = account?.methods.find((candidate) => candidate.method === method);
  if (account === undefined || totals === undefined) throw new Error(`no account of ${token} in ${wallet}`);
  const amountOf = (money: readonly bigint[]): string => usd(money[0] ?? 0n);
  return {
    balance: formatUnits(account.balance, account.decimals),
    inventory: formatUnits(account.inventory, account.decimals),
    cost: amountOf(totals.costBasis),
    average: amountOf(totals.averageCost),
    realized: amountOf(totals.realized),
    income: amountOf(account.income),
    expenses: amountOf(account.expenses),
    basis: totals.basis[0],
  };
}

/** Open lots as text: `<acquired by> <date>: <remaining>, <cost>`. */
export function lots(
  result: LedgerResult,
  wallet: string,
  token: string,
  method: CostMethod = 'FIFO',
): string[] {
  return result.ledger.openLots(wallet, token, method).map((lot) => {
    const date = lot.acquiredAt === null ? '?' : new Date(lot.acquiredAt * 1000).toISOString().slice(0, 10);
    const places = token.startsWith('nft') ? 0 : decimals;
    const status = lot.basis[0] === 'COMPLETE' ? '' : ` ${lot.basis[0]}`;
    const name = lot.source === 'lot' ? lot.acquiredBy : lot.source;
    return `${name} ${date}: ${formatUnits(lot.remaining, places)}, ${usd(lot.cost[0] ?? 0n)}${status}`;
  });
}

/** Issues as text: `<code> <movement> <quantity>`. */
export function issues(result: LedgerResult): string[] {
  return result.issues.map(
    (issue) => `${issue.code} ${issue.movement} ${formatUnits(issue.quantity, decimals)}`,
  );
}
