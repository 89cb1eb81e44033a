/**
 * The ledger: from movements in total order to lots, disposals, gains, income and expenses, for several cost methods and
 * currencies in one pass. It is pure: prices, time, own wallets and corrections are arguments. It keeps figures, and is
 * no tax advice.
 *
 * THE RULES, each with its reason and source. [D] is docs/design.md, "Accounting". [S] is the service's specification
 * ("Cost basis includes the gas fees"; "potential tax realization events as defined for the United States"). [P] is a
 * practice that we chose where those two leave it open.
 *
 * Order
 *  1. Movements are booked by (position, wallet, id), whatever order they come in; all movements of one transaction, over
 *     all wallets, are one group. Reason: the same history must give the same figures. [D]
 *  2. In a group: gas, disposals, carries (out, then in), what arrives over bridges, what protocols hold (out, in, taken or sold), acquisitions [D]. An outflow that exceeds what is held waits
 *     for what the same group still brings into that account: what is claimed and deposited in one transaction was there
 *     [P]. Gas never waits. Lots of equal time are ordered by their place in the ledger. (order.ts, steps.ts)
 *  3. Pools stay per (wallet, token): since 2025 US lots are identified wallet by wallet (Treas. Reg. §1.1012-1(j),
 *     Rev. Proc. 2024-28). [D]
 * Netting (netting.ts)
 *  4. What is booked is the net flow per (transaction, wallet, token or NFT): a refund is not a purchase [D]. Only like
 *     nets with like: purchases and sales net; INCOME, EXPENSE and NON_TAXABLE each with their own kind; the ends of a
 *     carry by pair; HELD by contract; what crosses a bridge (CARRY); loans by lender; a movement with a stated basis with nothing. Reason: income spent at once is still income [P]. A net
 *     flow bears the id of the first movement on its side, and is valued at the average price of that side's movements.
 * Value (trade.ts)
 *  5. A receipt is an ACQUISITION at market value, a send to others a DISPOSAL at market value: property exchanged at fair
 *     value (IRS Notice 2014-21). INCOME is an acquisition whose market value, before fees, is also income (Rev. Rul.
 *     2019-24, 2023-14). EXPENSE is a disposal whose market value is also an expense. [D]
 *  6. A wallet that sells and buys in one transaction trades. The trade has one value V: the total of the side whose worst
 *     leg has the better price tier, on a tie the side received. V is the proceeds of all sold and the cost of all bought
 *     legs. The other side shares it by market value [D]. Unpriced legs of the other side take equally what its priced legs leave
 *     of V; where those exceed V, they share V by market value and the unpriced take 0. With an unpriced leg on both
 *     sides V is unknown, and each leg keeps its own price or none. Other treatments take no part in a trade. Market
 *     values that something is shared by, here, in 8 and in 11, are quantity × price before it is rounded. [P]
 *  7. NON_TAXABLE: out drops lots without a disposal; in enters at zero cost, in its place by receipt, and says MISSING
 *     until its basis is stated: a gift keeps the giver's cost and date (26 U.S.C. §1015, §1223(2)), which no chain
 *     knows. [D][P]
 * Costs of a transaction (gas.ts)
 *  8. Gas is a disposal of the native token at market value, and its value enters once. It is added, by value, to the
 *     basis of what the wallet acquired in the transaction (ACQUISITION, INCOME). Without that it is taken, by value, off
 *     the proceeds of what the wallet disposed of (DISPOSAL, EXPENSE), which may make them negative. Without both it is
 *     an EXPENSE, as with approvals, failures, moves and wraps [D][S]. US rules of 2024 (Treas. Reg. §1.1001-7) would put
 *     the costs of a swap on the side sold. The specification's rule is kept; the gain is the same in total, only later.
 *     Gas without a price is an unpriced disposal and adds nothing. `feeValue` is a cost stated in money, borne by its own
 *     movement under the same rule.
 * Carries (carry.ts)
 *  9. A move between own wallets carries lots with cost and dates (`ownTransfers`). (Un)wrapping always carries. A token
 *     that stands for one other carries (`receiptTokens`), a share of several tokens trades (`liquidityTokens`), if one
 *     transaction has both ends; else they are a sale now and a purchase later. Reason: whoever holds the former still has
 *     what was given; what comes out of a pool is not what went in. Both can be set otherwise. [D]
 * 10. An own move is one to one. What leaves and does not arrive was spent on the move: a disposal at market value on
 *     arrival, its value an expense, like gas. What arrives beyond what left has no known basis: MISSING. An inflow
 *     whose outflow is not known: MISSING as a whole. Several outflows or inflows under one pair, or units too coarse to
 *     compare: as rule 11, but over the sources and the targets by quantity, since it is one token. Transfers are a move
 *     when they name each other. They are one, too, when a transaction takes from own wallets, through others' contracts,
 *     exactly what it brings to own wallets, and changes nothing else there: then nobody else can have given or got
 *     anything for it (ingest/accounting/own-moves.ts). [P]
 * 11. Wraps and receipts turn all that left into all that arrived, whatever the quantities. Several legs: quantities over
 *     the sources and costs over the targets by market value in the first currency, equally if one is unknown. Lots too
 *     small for a base unit of the target are joined, under the later date. Each contract of a transaction has a pair of its own, as far as transfers
 *     name it; each wallet too, unless one only gives, or only gets, and so does it for another (ingest/accounting/receipts.ts). What has left and not arrived yet is held
 *     nowhere and waits under its pair. [P]
 * Ways over bridges (crossings.ts)
 * 22. What leaves over a bridge (CARRY, out) is still owned (`deposits`). Its lots leave by the method and wait with cost and date, each
 *     departure for itself; they count in balance, inventory and cost, held by the bridge's contract. What arrives over a bridge
 *     (CARRY, in) meets the departure that the bridge calls the same (`message`), of whichever wallet, if it is of the same asset, or both
 *     are of one that nobody lists, over a bridge that gives what it takes, and about as much worth; and 50 to 105 % of it arrive, of which what is more than
 *     left is bought by itself, at market value. Else it
 *     meets the oldest departure, in the ledger's order, of the same wallet and asset (`bridgedAsset`) from another chain, or held by who gives it back,
 *     if it is at most what left, at least 95 % of it, in whole units, and comes within twice the window. It takes over the oldest of
 *     the lots; what is missing is lost on arrival, at the arrival's price, as in 10. What leaves within 15 seconds after what can be its other end arrived, by the clocks of two
 *     chains, is booked ahead of it, with what stands before it on its chain. An arrival that meets nothing is an ACQUISITION. A departure stays until it is met or corrected. Neither end
 *     takes part in a trade or bears gas. With `deposits: realize` it is a disposal and an acquisition. [D][P]
 * What protocols hold, and loans (held-lots.ts, plan.ts)
 * 19. What goes to a protocol without a token that stands for it (HELD) is still owned (`deposits`). Lots leave by the method
 *     and wait with cost and date in an account of (wallet, contract, token); they count in balance, inventory and cost. They
 *     come back oldest first, by every method but WAC, whose part waits as a pool. What comes back beyond what is there is
 *     income at that moment, at market value, if the contract ever got any of the token; else its basis is MISSING. What a
 *     contract takes (a DISPOSAL or EXPENSE with `heldBy`) is disposed of out of its account, oldest first; beyond it, as
 *     above. HELD bears no gas. With `deposits: realize` it is a disposal and an acquisition, and nothing can be taken. [D][P]
 * 20. What is borrowed (`lender`) is an ACQUISITION at market value, no income; paying back is a DISPOSAL at market value. Neither
 *     takes part in a trade: nothing was given for it. What is paid back beyond what this wallet borrowed of the token from the
 *     lender, in this transaction (a flash loan's premium) or before, is interest, and its value an expense as well; where nothing was borrowed, nothing is known of that. [D][P]
 * 21. A debt is no lot: it stands beside balance and cost, by lender (debts.ts). It is the principal; or, where a debt token
 *     (LIABILITY) first came with a loan of as many base units, what that token adds up to. Where the token shrinks unpaid,
 *     the principal shrinks as well. [D][P]
 * 23. A debt whose token shrinks while the wallet pays nothing back was covered with what the wallet lost: a liquidation sells the
 *     collateral at the market value of the debt that is gone (V of rule 6, with what was bought beside it), so that the penalty
 *     is in the loss. Where an event says how much was paid (`settles`, 24), that is V: the token leaves out interest that it had not told.
 *     What the client states is better; without a price of the debt, what was lost has its own market value. [D][P]
 * What a transaction settles without moving it (settlements.ts)
 * 24. What came in and was paid for with what a protocol holds (`settles` of an ACQUISITION: a filled order) is one side of a trade (6)
 *     whose other side is sold out of the protocol's account, oldest first (19). What stands for what was held (a claim of shares)
 *     takes over its lots (`receiptTokens`, 11), else it is such a trade; so is what is paid out for shares that were handed over (HELD, from a
 *     contract that has nothing of the same token). An event that names no token means the only one that the contract holds. The account says how much there is: where it is less than
 *     the event says, that much goes, for its share of the value; where there is nothing, nothing was sold. With `deposits: realize`
 *     nothing is held. What is taken for a debt that an event names (`settles` of a DISPOSAL) is sold at its market value, as in 23;
 *     so much less is owed, and what that cost beyond the loan is an expense, as in 25. [D][P]
 * 25. A debt is worth what its principal brought when it was borrowed, on average per lender. What goes of it at another worth, paid back or
 *     not, has become dearer or cheaper: the difference to market value is an expense or income, and interest, which brought nothing, an
 *     expense as a whole. So a loan that is kept and given back brings nothing, and one that was sold and bought back what that earned.
 *     Where what it brought is unknown, only the interest is known. [P]
 * 26. A debt token that grows while the wallet gets no loan, beside the one other that shrinks unpaid, has taken its debt over: as much as
 *     went is the principal of the new, at market value. Nothing was sold for that part (23). [P]
 * Unknowns
 * 12. Shortfall: what is disposed of beyond what is held comes from a zero-cost lot of unknown date. The lot is consumed
 *     at once and says MISSING. Later inflows do not repay it, and the balance may be negative. inventory = balance + shortfalls. [D]
 * 13. An acquisition without a price costs its fees only and says UNPRICED, per currency; its later gain counts. A
 *     disposal without a price consumes lots, has null proceeds and gain and is left out of totals; fees it cannot bear
 *     are expenses. The status of a lot and of a disposal is about its cost: an unpriced disposal of a known lot stays
 *     COMPLETE [P]. Each is an issue. [D]
 * 14. A stated basis (a client's correction, an opening lot) replaces the cost, fees included, and may set the date; it
 *     does not change a trade's V: what was no purchase before (a gift, a move) takes no part in one, and what of a purchase leaves
 *     again in its transaction counts on neither side of it, and leaves at market value; or, where nothing else was given, for what else
 *     was got. What comes back from a contract, or over a bridge, still does: what it takes out there is dropped unsold, and one lot
 *     of the stated cost comes in. So it does where it is corrected to a BASIS_TRANSFER and nothing left beside it. Of what came back at once of what went
 *     there, that much of what left is dropped. An end of a carry that is corrected takes its share of the other side along, which is dropped with a
 *     stated cost, else sold or bought: of a move by quantity, of other carries by market value, with change first of all taken off what it is of.
 *     What is corrected to be income, an expense or a gift takes nothing of what else was converted. What cannot be divided, an NFT, is sold or
 *     bought as a whole. (broken-carries.ts) A stated price has the best tier, so that it decides V. Where others stand beside it on its side, its leg
 *     keeps its value, and they share what that leaves of V, which is at least as much. (lay-corrections.ts) [D][P]
 * Methods (methods.ts)
 * 15. FIFO is the US default; LIFO and HIFO stand for specific identification; WAC is one pool per account, as other
 *     countries ask for. HIFO ranks by unit cost in the first currency, which is USD, fees included; ties: older first. It
 *     does so for every currency: which lot was sold is one fact, whatever currency its cost is stated in. A carried lot
 *     takes its place by its first acquisition; parts of one lot that meet again, in the order that they came. A pool
 *     with an unknown part is unknown until it is empty. [D][P]
 * Figures (amounts.ts, period-figures.ts)
 * 16. Quantities are exact. Money has 18 fractional digits, rounded half-even once per division; where an amount is
 *     split the last piece takes the remainder. average cost = cost ÷ inventory; unrealised = (price − average cost) ×
 *     max(balance, 0), 0 without a price. Realised totals contain neither income nor expenses. [D] Fees are the market value
 *     of all gas, wherever rule 8 puts it. [P]
 * 17. A period ends now and includes both ends: start <= time <= now, in UTC. [D][P] (periods.ts)
 * 18. The status of an account's figures over a period is the worst of what is open, and of what was disposed of and
 *     earned in the period. Open are its lots; where more has left than was held, the account is MISSING as well, since
 *     the balance is then not what the lots hold. Of the period counts each part taken from a MISSING or UNPRICED lot. A
 *     disposal or income without a price counts as UNPRICED. MISSING is worse than UNPRICED. Totals count these, method by
 *     method and currency by currency, so that the difference of two moments says whether there was one. Reason: selling
 *     the unknown does not make it known. [P] (period-figures.ts)
 */
import type { CostMethod } from '../ids.ts';
import { invariant } from './amounts/amounts.ts';
import type { LedgerSink } from './amounts/ledger-sink.ts';
import type {
  AccountTotals,
  DisposalRow,
  LedgerIssue,
  LedgerMovement,
  LedgerOptions,
  OpenLot,
  TotalsEvent,
} from './amounts/types.ts';
import { applyGroup, type RunningLedger } from './apply-group.ts';
import { createAccounts } from './booking/accounts.ts';
import { createBook } from './booking/books/book-entries.ts';
import { createCrossingOrder } from './booking/crossing-order.ts';
import { queueDepartures } from './booking/crossings.ts';
import { groupMovements } from './booking/order.ts';
import { accountTotals, openLots } from './period-figures.ts';
import {
  beginSnapshot,
  type LedgerSnapshot,
  type LedgerState,
  type SnapshotLots,
  writeLots,
  writeSnapshot,
  writeSnapshotHead,
} from './snapshot.ts';

export interface Ledger {
  /** Books one transaction: its movements in order, after all that were applied before; `isAhead`: or ahead of them (crossing-order.ts). */
  apply(group: readonly LedgerMovement[], isAhead?: boolean): void;
  /** The accounts that were ever touched, in the order of their first movement: all, or those that are wanted. */
  accounts(isWanted?: (account: { wallet: string; token: string }) => boolean): AccountTotals[];
  /** The open lots behind an account's average cost, oldest first; none when there is no such account. */
  openLots(wallet: string, token: string, method: CostMethod): OpenLot[];
  /** All that is needed to go on from here, as data that JSON can hold. */
  snapshot(): LedgerSnapshot;
  /** The same in pieces: all but the lots, and the lots, to be read before the next transaction is applied. */
  snapshotParts(): { head: LedgerSnapshot; lots: Iterable<SnapshotLots> };
}

/** A new ledger. Output goes to the sink as it is booked. */
export function createLedger(options: LedgerOptions, sink: LedgerSink = {}): Ledger {
  const { currencies, methods, priceDecimals } = options;
  invariant(methods.length > 0 && new Set(methods).size === methods.length, 'methods are none or repeated');
  invariant(
    currencies.length > 0 && new Set(currencies).size === currencies.length,
    'currencies are none or repeated',
  );
  invariant(
    Number.isInteger(priceDecimals) && priceDecimals >= 18,
    'prices need at least 18 fractional digits',
  );
  return ledgerOn(
    {
      options,
      accounts: createAccounts(priceDecimals, currencies.length),
      books: methods.map((method) => createBook(method, currencies.length, sink.disposal)),
      pending: new Map(),
      position: null,
      sequence: 0,
    },
    sink,
  );
}

/** Goes on where the snapshot was taken: the figures are those of a ledger that never stopped. */
export function restoreLedger(snapshot: LedgerSnapshot, sink: LedgerSink = {}): Ledger {
  return ledgerOn(beginSnapshot(snapshot, sink.disposal).finish(), sink);
}

/** The same, of the parts of a snapshot. */
export async function restoreLedgerFrom(
  { head, lots }: { head: LedgerSnapshot; lots: AsyncIterable<SnapshotLots> },
  sink: LedgerSink = {},
): Promise<Ledger> {
  const reading = beginSnapshot(head, sink.disposal);
  for await (const some of lots) reading.add(some);
  return ledgerOn(reading.finish(), sink);
}

function ledgerOn(initial: LedgerState, sink: LedgerSink): Ledger {
  const { options, accounts, books } = initial;
  const running: RunningLedger = {
    initial,
    sink,
    netting: { ...options, accounts, currencyCount: options.currencies.length },
    planner: {
      currencies: options.currencies,
      priceDecimals: options.priceDecimals,
      pending: initial.pending,
      departures: queueDepartures(accounts.list),
      onIssue: sink.issue,
      sequence: initial.sequence,
      group: 0,
      position: initial.position ?? '',
      touched: [],
    },
    reached: { inOrder: initial.position ?? '', last: initial.position ?? '' },
  };
  return {
    apply: (group, isAhead = false) => applyGroup(running, group, isAhead),
    accounts: (isWanted = () => true) =>
      accounts.list.filter(isWanted).map((account) => accountTotals(account, books)),
    openLots(wallet, token, method) {
      const account = accounts.find(wallet, token);
      const book = books.find((candidate) => candidate.method === method);
      return account === null || book === undefined ? [] : openLots(book, account);
    },
    snapshot: () => writeSnapshot(stateNow(running)),
    snapshotParts() {
      const now = stateNow(running);
      return { head: writeSnapshotHead(now), lots: writeLots(now) };
    },
  };
}

const stateNow = ({ initial, planner, reached }: RunningLedger): LedgerState => ({
  ...initial,
  position: reached.last === '' ? null : reached.last,
  sequence: planner.sequence,
});

/** Everything that a ledger says, kept in memory. */
export interface LedgerResult {
  readonly disposals: readonly DisposalRow[];
  readonly totals: readonly TotalsEvent[];
  readonly issues: readonly LedgerIssue[];
  readonly ledger: Ledger;
}

/** Books movements that come in any order, all at once. */
export function runLedger(movements: readonly LedgerMovement[], options: LedgerOptions): LedgerResult {
  const disposals: DisposalRow[] = [];
  const totals: TotalsEvent[] = [];
  const issues: LedgerIssue[] = [];
  const ledger = createLedger(options, {
    disposal: (row) => disposals.push(row),
    totals: (event) => totals.push(event),
    issue: (issue) => issues.push(issue),
  });
  const order = createCrossingOrder<{ movements: readonly LedgerMovement[] }>();
  const book = (placed: ReturnType<typeof order.end>): void => {
    for (const { group, isAhead } of placed) ledger.apply(group.movements, isAhead);
  };
  for (const group of groupMovements(movements)) book(order.add({ movements: group }));
  book(order.end());
  return { disposals, totals, issues, ledger };
}
