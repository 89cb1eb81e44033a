/**
 * The ledger's rules once more, written straight down with decimal.js and without its engine: in USD, by any method, on what
 * a client reads of the API. Slow and plain, to check the other.
 */
import { Decimal } from 'decimal.js';

const Exact = Decimal.clone({ precision: 300, toExpNeg: -9e15, toExpPos: 9e15 });
type Amount = Decimal;
const zero = new Exact(0);
const round = (amount: Amount): Amount => amount.toDecimalPlaces(18, Decimal.ROUND_HALF_EVEN);

export interface ReadTransfer {
  hash: string;
  wallet: { address: string };
  timestamp: string;
  rawToken: { address: string; tokenId: string | null };
  amount: string;
  side: 'INFLOW' | 'OUTFLOW';
  price: string | null;
  priceSource: string | null;
  taxTreatment: string | null;
  isSpam: boolean;
  counterparty: { address: string };
}
export interface ReadTransaction {
  hash: string;
  wallet: { address: string };
  timestamp: string;
  fee: string;
  kind: string;
}

interface Line {
  account: string;
  wallet: string;
  out: boolean;
  quantity: Amount;
  price: Amount | null;
  tier: number;
  treatment: string;
  pair: string | null;
}
type Ratio = readonly [Amount, Amount];
const nothing: Ratio = [zero, new Exact(1)];

/** Whole numbers, up to a factor, in the proportion of the ratios. */
function weightsOf(ratios: readonly Ratio[]): Amount[] {
  const common = ratios.reduce((product, [, denominator]) => product.times(denominator), new Exact(1));
  return ratios.map(([numerator, denominator]) => numerator.times(common.div(denominator)));
}

interface Flow extends Line {
  time: number;
  value: Amount | null;
  /** The value before it is rounded, as numerator and denominator: what is shared, is shared by it. */
  exact: Ratio;
  fee: Amount;
  expense: Amount;
}
interface Lot {
  time: number;
  sequence: number;
  /** When this account got it: parts of one lot come back with the same age. */
  arrival: number;
  quantity: Amount;
  cost: Amount;
  /** As it came in: HIFO ranks by it. */
  first: { quantity: Amount; cost: Amount };
}
export interface Account {
  lots: Lot[];
  balance: Amount;
  realized: Amount;
  income: Amount;
  expenses: Amount;
  fees: Amount;
}

const coin = `0x${'0'.repeat(40)}`;
const total = (amounts: readonly Amount[]): Amount => amounts.reduce((sum, amount) => sum.plus(amount), zero);

/** Parts by weight; each is rounded from what is left, and the last takes the rest. */
function split(amount: Amount, weights: readonly Amount[]): Amount[] {
  const even = total(weights).isZero();
  const used = even ? weights.map(() => new Exact(1)) : weights;
  let left = amount;
  let weightLeft = total(used);
  return used.map((weight) => {
    const part = weight.eq(weightLeft) ? left : round(left.times(weight).div(weightLeft));
    left = left.minus(part);
    weightLeft = weightLeft.minus(weight);
    return part;
  });
}

function tierOf(token: string, source: string | null, stablecoins: ReadonlySet<string>): number {
  if (source === 'chainlink' || token === coin || stablecoins.has(token)) return 0;
  return source === 'uniswap' ? 1 : 2;
}

/** The lines of one transaction: the fees, then the transfers. */
function linesOf(
  transactions: readonly ReadTransaction[],
  transfers: readonly ReadTransfer[],
  options: Options,
): Line[] {
  // What a protocol holds is neither sold nor bought, and a debt is no asset.
  const real = transfers.filter(
    ({ isSpam, amount, taxTreatment }) =>
      !isSpam && !new Exact(amount).isZero() && taxTreatment !== 'HELD' && taxTreatment !== 'LIABILITY',
  );
  const coinPrice = real.find(({ rawToken, price }) => rawToken.address === coin && price !== null)?.price;
  const fees = transactions.flatMap((transaction): Line[] => {
    const { wallet, fee, timestamp } = transaction;
    if (new Exact(fee).isZero()) return [];
    const price = coinPrice ?? options.coinPriceAt(timestamp);
    const shared = {
      account: `${wallet.address} ${coin}`,
      wallet: wallet.address,
      out: true,
      tier: 0,
      pair: null,
    };
    const known = price === null ? null : new Exact(price);
    return [{ ...shared, quantity: new Exact(fee), price: known, treatment: 'GAS' }];
  });
  const open = [...real];
  const lines = real.map((transfer): Line => {
    const { rawToken, side, amount, price, priceSource, taxTreatment } = transfer;
    const wallet = transfer.wallet.address;
    const out = side === 'OUTFLOW';
    const kind = transactions.find((one) => one.wallet.address === wallet)?.kind ?? '';
    const plain = out ? 'DISPOSAL' : 'ACQUISITION';
    const isWrap = (kind === 'WRAP' || kind === 'UNWRAP') && taxTreatment === 'BASIS_TRANSFER';
    const pair = isWrap ? `wrap ${wallet}` : null;
    return {
      ...{
        account: `${wallet} ${rawToken.address}${rawToken.tokenId === null ? '' : `:${rawToken.tokenId}`}`,
      },
      ...{
        wallet,
        out,
        pair,
        quantity: new Exact(amount).abs(),
        price: price === null ? null : new Exact(price),
      },
      tier: tierOf(rawToken.address, priceSource, options.stablecoins),
      treatment: pair !== null ? 'CARRY' : taxTreatment === 'INCOME' && !out ? 'INCOME' : plain,
    };
  });
  // A move between two of the wallets: the same amount of the same token, each naming the other.
  real.forEach((from, index) => {
    if (from.side !== 'OUTFLOW') return;
    const to = open.find(
      (other) =>
        other.side === 'INFLOW' &&
        other.wallet.address === from.counterparty.address &&
        other.counterparty.address === from.wallet.address &&
        other.rawToken.address === from.rawToken.address &&
        other.rawToken.tokenId === from.rawToken.tokenId &&
        new Exact(other.amount).eq(new Exact(from.amount).negated()),
    );
    if (to === undefined) return;
    open.splice(open.indexOf(to), 1);
    for (const line of [lines[index], lines[real.indexOf(to)]]) {
      if (line !== undefined) Object.assign(line, { pair: `own ${index}`, treatment: 'CARRY' });
    }
  });
  pairForwarded(lines.filter(({ pair }) => pair === null || !pair.startsWith('own')));
  return [...fees, ...lines];
}

/** What passes through a stranger's contract from own wallets to own wallets, with nothing kept, given or left over. */
function pairForwarded(lines: readonly Line[]): void {
  const tokenOf = ({ account }: Line): string => account.slice(account.indexOf(' ') + 1);
  const balanceOf = (some: readonly Line[]): Amount =>
    total(some.map(({ out, quantity }) => (out ? quantity.negated() : quantity)));
  if (new Set(lines.map(({ wallet }) => wallet)).size < 2) return;
  if ([...Map.groupBy(lines, tokenOf).values()].some((some) => !balanceOf(some).isZero())) return;
  for (const some of Map.groupBy(lines, ({ account }) => account).values()) {
    if (balanceOf(some).isZero()) continue;
    for (const line of some)
      Object.assign(line, { pair: `own through ${tokenOf(line)}`, treatment: 'CARRY' });
  }
}

function averageValue(lines: readonly Line[], quantity: Amount): Ratio | null {
  const priced = lines.flatMap((line) => (line.price === null ? [] : [{ ...line, price: line.price }]));
  if (priced.length === 0) return null;
  const value = total(priced.map((line) => line.quantity.times(line.price)));
  return [quantity.times(value), total(priced.map((line) => line.quantity))];
}

function flowsOf(lines: readonly Line[], time: number): Flow[] {
  const traded = new Set(['ACQUISITION', 'DISPOSAL']);
  const groups = Map.groupBy(
    lines,
    (line) => `${line.account} ${traded.has(line.treatment) ? 'TRADE' : line.treatment} ${line.pair ?? ''}`,
  );
  return [...groups.values()].map((group): Flow => {
    const net = total(group.map(({ out, quantity }) => (out ? quantity.negated() : quantity)));
    const out = net.lt(0);
    const same = group.filter((line) => line.out === out);
    const [first] = same.length > 0 ? same : group;
    if (first === undefined) throw new Error('a flow without lines');
    const quantity = net.abs();
    const rest = group.filter((line) => line.out !== out);
    const exact = averageValue(same, quantity) ?? averageValue(rest, quantity);
    const value = exact === null ? null : round(exact[0].div(exact[1]));
    return { ...first, out, quantity, time, value, exact: exact ?? nothing, fee: zero, expense: zero };
  });
}

/** Both sides of a trade are worth the same. */
function valueTrade(flows: readonly Flow[]): void {
  const part = flows.filter(
    (flow) => ['ACQUISITION', 'DISPOSAL'].includes(flow.treatment) && flow.quantity.gt(0),
  );
  const sold = part.filter(({ out }) => out);
  const bought = part.filter(({ out }) => !out);
  if (sold.length === 0 || bought.length === 0) return;
  const rank = (side: readonly Flow[]): number =>
    Math.max(...side.map(({ value, tier }) => (value === null ? 9 : tier)));
  if (rank(sold) === 9 && rank(bought) === 9) return;
  const [better, other] = rank(sold) < rank(bought) ? [sold, bought] : [bought, sold];
  const worth = total(better.map(({ value }) => value ?? zero));
  const priced = other.filter(({ value }) => value !== null);
  const unpriced = other.filter(({ value }) => value === null);
  const priceable = total(priced.map(({ value }) => value ?? zero));
  const keeps = unpriced.length > 0 && priceable.lte(worth);
  const known = priced.map(({ value }) => value ?? zero);
  const weights = weightsOf(priced.map(({ exact }) => exact));
  const shares = keeps ? known : split(worth, weights);
  const rest = split(
    keeps ? worth.minus(priceable) : priced.length === 0 ? worth : zero,
    unpriced.map(() => new Exact(1)),
  );
  priced.forEach((flow, index) => {
    flow.value = shares[index] ?? null;
    if (!keeps) flow.exact = [flow.value ?? zero, new Exact(1)];
    const whole = total(weights);
    if (!keeps && whole.gt(0)) flow.exact = [worth.times(weights[index] ?? zero), whole];
  });
  unpriced.forEach((flow, index) => {
    flow.value = rest[index] ?? null;
    const left = keeps ? worth.minus(priceable) : priced.length === 0 ? worth : zero;
    flow.exact = [left, new Exact(unpriced.length)];
  });
}

export interface Options {
  method: 'FIFO' | 'LIFO' | 'WAC' | 'HIFO';
  stablecoins: ReadonlySet<string>;
  coinPriceAt(timestamp: string): string | null;
}

/** Every account as it stands after all transactions, which come in order. */
export function bookByHand(
  transactions: readonly ReadTransaction[],
  transfers: readonly ReadTransfer[],
  options: Options,
): Map<string, Account> {
  const accounts = new Map<string, Account>();
  const open = (name: string): Account => {
    const account = accounts.get(name) ?? {
      ...{ lots: [], balance: zero, realized: zero, income: zero, expenses: zero, fees: zero },
    };
    accounts.set(name, account);
    return account;
  };
  let sequence = 0;
  let arrivals = 0;
  const newLot = (age: Pick<Lot, 'time' | 'sequence'>, quantity: Amount, cost: Amount): Lot => {
    arrivals += 1;
    return { ...age, arrival: arrivals, quantity, cost, first: { quantity, cost } };
  };
  const transfersOf = Map.groupBy(transfers, ({ hash }) => hash);
  for (const [hash, own] of Map.groupBy(transactions, (transaction) => transaction.hash)) {
    const time = Date.parse(own[0]?.timestamp ?? '') / 1000;
    const flows = flowsOf(linesOf(own, transfersOf.get(hash) ?? [], options), time);
    for (const group of Map.groupBy(flows, ({ wallet }) => wallet).values()) {
      valueTrade(group);
      for (const gas of group.filter(({ treatment }) => treatment === 'GAS')) shareGas(gas, group);
    }
    const gas = flows.filter(({ treatment }) => treatment === 'GAS');
    const disposals = flows.filter(({ treatment, out }) => treatment === 'DISPOSAL' && out);
    const carries = flows.filter(({ treatment }) => treatment === 'CARRY');
    const receipts = flows.filter(
      ({ treatment, out }) => !out && (treatment === 'ACQUISITION' || treatment === 'INCOME'),
    );
    const held = (name: string): Amount => total(open(name).lots.map(({ quantity }) => quantity));
    const receive = (flow: Flow): void => {
      sequence += 1;
      const account = open(flow.account);
      account.balance = account.balance.plus(flow.quantity);
      if (flow.treatment === 'INCOME') account.income = account.income.plus(flow.value ?? zero);
      const cost = (flow.value ?? zero).plus(flow.fee);
      if (flow.quantity.gt(0)) account.lots.push(newLot({ time, sequence }, flow.quantity, cost));
    };
    const dispose = (flow: Flow): void => {
      sequence += 1;
      const account = open(flow.account);
      account.balance = account.balance.minus(flow.quantity);
      const cost = total(take(account, flow.quantity, options.method).map((lot) => lot.cost));
      if (flow.value !== null) {
        account.realized = account.realized.plus(flow.value.minus(flow.fee).minus(cost));
        if (flow.treatment === 'GAS') account.fees = account.fees.plus(flow.value);
      }
    };
    gas.forEach(dispose);
    // What is short waits for what the transaction still brings.
    const isShort = (flow: Flow): boolean =>
      flow.quantity.gt(held(flow.account)) &&
      [...carries, ...receipts].some((other) => !other.out && other.account === flow.account);
    const waiting = disposals.filter(isShort);
    for (const flow of disposals) if (!waiting.includes(flow)) dispose(flow);
    for (const pair of Map.groupBy(carries, (flow) => flow.pair).values()) {
      const moved: Lot[] = [];
      for (const flow of pair.filter(({ out }) => out)) {
        sequence += 1;
        const account = open(flow.account);
        account.balance = account.balance.minus(flow.quantity);
        moved.push(...take(account, flow.quantity, options.method));
      }
      for (const flow of pair.filter(({ out }) => !out)) {
        sequence += 1;
        const account = open(flow.account);
        account.balance = account.balance.plus(flow.quantity);
        account.lots.push(...moved.map((lot) => newLot(lot, lot.quantity, lot.cost)));
      }
    }
    receipts.forEach(receive);
    waiting.forEach(dispose);
    for (const flow of gas) open(flow.account).expenses = open(flow.account).expenses.plus(flow.expense);
  }
  return accounts;
}

/** Gas goes to what was acquired, else comes off what was disposed of, else it is an expense (kept as the gas's own fee). */
function shareGas(gas: Flow, group: readonly Flow[]): void {
  if (gas.value === null) return;
  const some = group.filter(({ quantity }) => quantity.gt(0));
  const acquired = some.filter(({ treatment, out }) => !out && ['ACQUISITION', 'INCOME'].includes(treatment));
  const disposed = some.filter(
    ({ treatment, out, value }) => out && treatment === 'DISPOSAL' && value !== null,
  );
  const targets = acquired.length > 0 ? acquired : disposed;
  const shares = split(gas.value, weightsOf(targets.map(({ exact }) => exact)));
  targets.forEach((flow, index) => {
    flow.fee = flow.fee.plus(shares[index] ?? zero);
  });
  // Nothing bears it: its value is an expense, and its proceeds stay whole.
  if (targets.length === 0) gas.expense = gas.value;
}

/** Takes a quantity out of the lots as the method says, or out of one pool; what is not there costs nothing. */
function take(account: Account, quantity: Amount, method: Options['method']): Lot[] {
  if (method === 'WAC' && account.lots.length > 1) {
    const [first] = account.lots;
    const cost = total(account.lots.map((lot) => lot.cost));
    const whole = total(account.lots.map((lot) => lot.quantity));
    account.lots = first === undefined ? [] : [{ ...first, quantity: whole, cost }];
  }
  const older = (left: Lot, right: Lot): number =>
    left.time - right.time || left.sequence - right.sequence || left.arrival - right.arrival;
  const dearer = ({ first: left }: Lot, { first: right }: Lot): number =>
    right.cost.times(left.quantity).cmp(left.cost.times(right.quantity));
  account.lots.sort((left, right) => {
    if (method === 'LIFO') return older(right, left);
    return (method === 'HIFO' ? dearer(left, right) : 0) || older(left, right);
  });
  const taken: Lot[] = [];
  let left = quantity;
  for (const lot of account.lots) {
    if (left.lte(0)) break;
    const piece = Exact.min(left, lot.quantity);
    const cost = piece.eq(lot.quantity) ? lot.cost : round(lot.cost.times(piece).div(lot.quantity));
    taken.push({ ...lot, quantity: piece, cost });
    lot.quantity = lot.quantity.minus(piece);
    lot.cost = lot.cost.minus(cost);
    left = left.minus(piece);
  }
  account.lots = account.lots.filter((lot) => lot.quantity.gt(0));
  return taken;
}
