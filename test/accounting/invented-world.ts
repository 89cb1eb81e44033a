/** Invented histories of three wallets: trades, wraps, receipts, deposits, loans, and moves between them. */
import { Exact } from '../../scripts/recompute/money.ts';
import { type Side, zeroAddress } from '../../src/domain/model.ts';
import type { TransactionRow } from '../../src/store/history/columns/transaction-columns.ts';
import type { TransferRow } from '../../src/store/history/columns/transfer-columns.ts';
import type { Random } from '../support/random.ts';
import { address, transactionRecord, transferRecord, unpriced } from '../support/records.ts';

export const wallets = [address(0x11), address(0x12), address(0x13)];
const stranger = address(0x99);
/** Two farms; where validators' stakes go, and where they come from. */
const stakes = '0x00000000219ab540356cbb839cbe05303d7705fa';
const holders = [address(0xf1), address(0xf2), stakes, zeroAddress] as const;
export const dollar = address(0xa1);
const wrapped = address(0xa2);
const meme = address(0xa3);
const dogs = address(0xa4);
/** Stands for what is owed. */
const debtToken = address(0xa5);
export const decimalsOf = new Map([
  [debtToken, 6],
  [zeroAddress, 18],
  [wrapped, 18],
  [dollar, 6],
  [meme, 0],
]);

/** On the second chain the dollar has other decimals. */
export const farChain = 10;
export const digitsOf = (chainId: number, token: string): number | null => {
  const digits = [...decimalsOf].find(([known]) => known === token)?.[1];
  if (digits === undefined) return null;
  return chainId === farChain && token === dollar ? 9 : digits;
};
/** Assets as the service names them; what has none is known nowhere else. */
export const slugOf = (chainId: number, token: string): string => {
  if (token === zeroAddress) return 'ethereum';
  if (token === wrapped) return 'weth';
  if (token === dollar) return chainId === farChain ? 'bridged-usdc' : 'usd-coin';
  return '';
};

export interface World {
  transactions: TransactionRow[];
  transfers: TransferRow[];
}

/**
 * Coins move in whole and in odd quantities; prices have many digits, or none.
 * @param isExchanging half of what leaves over a bridge is exchanged on the way
 * @param start unix seconds; the history is one to three months long
 */
export function inventWorld(random: Random, isExchanging = false, start = 1_700_000_000): World {
  const world: World = { transactions: [], transfers: [] };
  for (let block = 1; block <= 60; block += 1)
    inventTransaction(random, world, { blockNumber: block, start, isExchanging });
  return world;
}

function inventTransaction(
  random: Random,
  world: World,
  { blockNumber, start, isExchanging }: { blockNumber: number; start: number; isExchanging: boolean },
): void {
  const timestamp = start + blockNumber * 40_000 * (1 + random.below(3));
  const previous = world.transactions.at(-1);
  const last = previous?.timestamp ?? 0;
  // What is exchanged on its way over a bridge arrives soon.
  const isExchanged = isExchanging && previous?.kind === 'BRIDGE_OUT' && random.once(2);
  const anyWay = random.once(4) ? random.pick(['BRIDGE_OUT', 'BRIDGE_IN', 'BRIDGE_IN'] as const) : null;
  const way = isExchanged ? 'BRIDGE_IN' : anyWay;
  const isFar = way !== null && random.once(2);
  const chainId = (isExchanged ? previous.chainId === 1 : isFar) ? farChain : 1;
  const later = isExchanged ? last + random.below(4_000) : Math.max(timestamp, last);
  // By the clock of another chain it arrives before it left.
  const isEarly =
    way === 'BRIDGE_IN' && previous?.kind === 'BRIDGE_OUT' && previous.chainId !== chainId && random.once(2);
  const time = isEarly ? last - random.below(20) : later;
  const place = { chainId, blockNumber, timestamp: time };
  const told = way === 'BRIDGE_IN' && !isExchanged ? inventTold(random, world) : null;
  const bridgeMessage = told?.bridgeMessage ?? (way === null ? null : inventMessage(random));
  const transfers: TransferRow[] = [];
  const add = (walletId: number, side: Side, what: Partial<TransferRow>): void => {
    const index = transfers.length;
    const { amount = 1n, ...fields } = what;
    const record = transferRecord({ ...place, walletId, index }, { side, ...fields });
    const signed = side === 'outflow' ? -amount : amount;
    transfers.push({
      ...record,
      ...unpriced,
      ...fields,
      // What pays a loan back settles no other.
      ...(random.once(3) && loan === null ? inventSettlement(random, world, walletId) : {}),
      side,
      amount: signed,
    });
  };
  const walletId = isExchanged ? previous.walletId : 1 + random.below(3);
  const loan = random.once(5) ? random.pick(['BORROW', 'REPAY'] as const) : null;
  const isWrap = random.once(8);
  const receipt = random.once(6) ? random.pick(['DEPOSIT', 'WITHDRAW', 'MIGRATE'] as const) : null;
  if (way !== null)
    inventCrossing(random, { world, walletId, way, chainId, isExchanged, told }, (side, what) =>
      add(walletId, side, what),
    );
  else if (receipt !== null) inventReceipts(random, walletId, add);
  else if (isWrap) {
    const amount = quantity(random);
    const [from, to] = random.once(2) ? [zeroAddress, wrapped] : [wrapped, zeroAddress];
    const taxTreatment = 'BASIS_TRANSFER';
    add(walletId, 'outflow', { tokenAddress: from, amount, taxTreatment, ...price(random, from) });
    add(walletId, 'inflow', { tokenAddress: to, amount, taxTreatment, ...price(random, to) });
  } else if (random.once(4)) moveBetweenOwn(random, add);
  else {
    for (let count = random.below(4); count >= 0; count -= 1) {
      const side = random.pick(['inflow', 'inflow', 'outflow'] as const);
      const ofWallet = random.once(5) ? 1 + random.below(3) : walletId;
      if (loan === null) add(ofWallet, side, { counterparty: stranger, ...invented(random, side) });
      else
        inventLoan(random, side, (what, at = side) => add(ofWallet, at, { counterparty: stranger, ...what }));
    }
  }
  const involved = new Set([walletId, ...transfers.map((transfer) => transfer.walletId)]);
  for (const id of involved) {
    const fee =
      id === walletId && !random.once(3) ? BigInt(1 + random.below(1_000_000)) * 1_000_000_007n : 0n;
    const kind = way ?? receipt ?? (isWrap ? 'WRAP' : (loan ?? 'CONTRACT_EXECUTION'));
    world.transactions.push(transactionRecord({ ...place, walletId: id }, { fee, kind, bridgeMessage }));
  }
  world.transfers.push(...transfers);
}

/** Of one contract, or of two; now and then what one of them gives goes in part to another wallet, or all that it gets comes from there. */
function inventReceipts(
  random: Random,
  walletId: number,
  add: (walletId: number, side: Side, what: Partial<TransferRow>) => void,
): void {
  for (let count = random.below(3); count >= 0; count -= 1) {
    const taker = random.once(4) ? 1 + random.below(3) : walletId;
    const contract = random.pick([meme, wrapped, stranger]);
    inventReceipt(random, (side, what) => {
      const counterparty = side === 'inflow' && random.once(2) ? zeroAddress : contract;
      add(side === 'outflow' ? walletId : taker, side, { counterparty, ...what });
      if (side === 'inflow' && random.once(4)) add(walletId, side, { counterparty, ...what });
    });
  }
}

/** One token for what stands for it; several for a share of them; and now and then one end only, or a reward beside it. */
function inventReceipt(random: Random, add: (side: Side, what: Partial<TransferRow>) => void): void {
  const taxTreatment = random.pick(['CARRY', null] as const);
  const given = random.pick([[dollar], [zeroAddress], [dollar, zeroAddress]]);
  for (const tokenAddress of given) {
    add('outflow', { tokenAddress, amount: quantity(random), taxTreatment, ...price(random, tokenAddress) });
  }
  if (random.once(5)) return;
  // Few units of one, many of the other: some lots are smaller than a unit.
  const tokenAddress = random.pick([meme, wrapped]);
  const amount = random.once(2) ? BigInt(1 + random.below(3)) : quantity(random);
  add('inflow', { tokenAddress, amount, taxTreatment, ...price(random, tokenAddress) });
  if (random.once(3)) add('inflow', { ...inventedToken(random, 'inflow'), taxTreatment: 'INCOME' });
}

interface CrossingOf {
  world: World;
  walletId: number;
  way: 'BRIDGE_OUT' | 'BRIDGE_IN';
  chainId: number;
  isExchanged: boolean;
  told: TransactionRow | null;
}

/** Often nothing; of few names, so that some are there twice. */
const inventMessage = (random: Random): string | null =>
  random.once(2) ? `${random.pick(['layerzero', 'across'])}:${random.below(12)}` : null;

/** A departure that something that arrives says to be the other end of, now and then. */
function inventTold(random: Random, { transactions }: World): TransactionRow | null {
  const named = transactions.filter(
    ({ kind, bridgeMessage }) => kind === 'BRIDGE_OUT' && bridgeMessage !== null,
  );
  return named.length > 0 && random.once(2) ? random.pick(named) : null;
}

/**
 * Out: a token or the coin, now and then with a coin for the fee, or change that comes back at once. In: what left before, less a fee
 * of up to 6 % (of up to 58 %, or up to 6 % more than left, if the bridge says that it is the same), at whatever chain; dollars for what left last, of 88 to 107 % of its worth; or something that never left.
 */
function inventCrossing(
  random: Random,
  { world, walletId, way, chainId, isExchanged, told }: CrossingOf,
  add: (side: Side, what: Partial<TransferRow>) => void,
): void {
  const heldBy = random.pick([null, address(0xf1), address(0xf3)]);
  const end = { taxTreatment: 'CARRY', counterparty: address(0xf4) } as const;
  const tokenAddress = random.pick([zeroAddress, dollar, dollar, wrapped, meme]);
  if (way === 'BRIDGE_OUT') {
    const amount = quantity(random) * 1000n;
    add('outflow', { ...end, heldBy, tokenAddress, amount, ...price(random, tokenAddress) });
    if (random.once(3)) add('outflow', { ...end, amount: 1000n, tokenAddress: zeroAddress });
    if (random.once(3)) add('inflow', { tokenAddress, amount: 5n, counterparty: stranger });
    return;
  }
  const sent = world.transfers.filter(
    (row) =>
      (told === null ? row.walletId === walletId : row.position.startsWith(told.position)) &&
      row.side === 'outflow' &&
      row.taxTreatment === 'CARRY' &&
      row.amount < -1000n,
  );
  if (sent.length === 0 || (random.once(5) && !isExchanged && told === null)) {
    add('inflow', { ...end, tokenAddress, amount: quantity(random), ...price(random, tokenAddress) });
    return;
  }
  const latest = sent.at(-1);
  if (latest !== undefined && isExchanged) {
    const digits = digitsOf(chainId, dollar) ?? 0;
    const worth = worthOf(latest)
      .times(88 + random.below(20))
      .div(100);
    const amount = BigInt(worth.times(new Exact(10).pow(digits)).toFixed(0));
    const known = { price: '1', priceSource: 'chainlink' } as const;
    if (amount > 0n) add('inflow', { ...end, tokenAddress: dollar, amount, ...known });
    return;
  }
  const left = random.pick(sent);
  const lost = random.below(told === null ? 7 : 60);
  const percent = lost < 30 ? 100 - 2 * lost : 100 + (lost % 7);
  const arrived = (-left.amount * BigInt(told === null ? 100 - lost : percent)) / 100n;
  add('inflow', {
    ...end,
    tokenAddress: left.tokenAddress,
    amount: arrived,
    ...price(random, left.tokenAddress),
  });
}

/** In dollars, of what has a price. */
function worthOf({ chainId, tokenAddress, amount, price: each }: TransferRow) {
  const digits = digitsOf(chainId, tokenAddress) ?? 0;
  return new Exact(String(-amount)).div(new Exact(10).pow(digits)).times(each ?? 0);
}

/** Both rows name each other; or what two wallets give to a contract comes out at others. */
function moveBetweenOwn(
  random: Random,
  add: (walletId: number, side: Side, what: Partial<TransferRow>) => void,
): void {
  const [from, to] = random.pick([
    [1, 2],
    [2, 3],
    [3, 1],
    [1, 1],
  ] as const);
  const tokenAddress = random.pick([zeroAddress, dollar, wrapped]);
  const amount = quantity(random);
  const priced = price(random, tokenAddress);
  if (!random.once(3)) {
    const [sender, receiver] = [address(0x10 + from), address(0x10 + to)];
    add(from, 'outflow', { tokenAddress, amount, counterparty: receiver, ...priced });
    add(to, 'inflow', { tokenAddress, amount, counterparty: sender, ...priced });
    if (random.once(3)) add(to, 'inflow', { ...invented(random, 'inflow'), counterparty: stranger });
    return;
  }
  add(1, 'outflow', { tokenAddress, amount, counterparty: stranger, ...priced });
  add(2, 'outflow', { tokenAddress, amount, counterparty: stranger, ...priced });
  add(3, 'inflow', { tokenAddress, amount: amount + 1n, counterparty: stranger, ...priced });
  // One more stays in the contract now and then: then it is no move.
  add(2, 'inflow', {
    tokenAddress,
    amount: amount - (random.once(3) ? 2n : 1n),
    counterparty: stranger,
    ...priced,
  });
}

const quantity = (random: Random): bigint =>
  random.once(3) ? 1_000_000n * BigInt(1 + random.below(50)) : BigInt(2 + random.below(2_000_000_000));

function price(random: Random, token: string): Pick<TransferRow, 'price' | 'priceSource'> {
  if (random.once(6)) return { price: null, priceSource: null };
  const priceSource = random.pick(['chainlink', 'uniswap', 'median', 'trade']);
  const scale = token === zeroAddress || token === wrapped ? 3000 : 1;
  return {
    price: new Exact(1 + random.below(999_983)).times(scale).div(700_001).toSignificantDigits(25).toFixed(),
    priceSource,
  };
}

/** What is borrowed or paid back, with the token that counts it or without; beside it, what has no part in the loan. */
function inventLoan(random: Random, side: Side, add: (what: Partial<TransferRow>, at?: Side) => void): void {
  const tokenAddress = random.pick([zeroAddress, dollar]);
  const taxTreatment = side === 'inflow' ? 'ACQUISITION' : 'DISPOSAL';
  const amount = quantity(random);
  const heldBy = random.pick([null, address(0xf1), address(0xf2)]);
  const isCounted = tokenAddress === dollar && random.once(2);
  // Cancelled: the debt shrinks, and nobody pays.
  if (!(isCounted && side === 'outflow' && random.once(3)))
    add({ tokenAddress, amount, taxTreatment, heldBy, ...price(random, tokenAddress) });
  if (isCounted) {
    const counted = amount + (random.once(2) ? 0n : BigInt(random.below(5)) - 2n);
    add({ tokenAddress: debtToken, amount: counted, taxTreatment: 'LIABILITY' });
  }
  if (random.once(4)) add({ ...inventedToken(random, 'inflow'), taxTreatment: 'INCOME' }, 'inflow');
}

/** What a contract holds of the wallet's, or anything else; more or less than there is, and now and then nobody names the token. */
function inventSettlement(random: Random, world: World, walletId: number): Partial<TransferRow> {
  const deposits = world.transfers.filter(
    ({ tokenId, taxTreatment, ...row }) =>
      row.walletId === walletId && row.side === 'outflow' && taxTreatment === 'HELD' && tokenId === null,
  );
  const deposit = deposits.length > 0 && random.once(2) ? random.pick(deposits) : null;
  const token = random.once(4)
    ? null
    : (deposit?.tokenAddress ?? random.pick([zeroAddress, dollar, dollar, wrapped]));
  const contract = deposit?.heldBy ?? deposit?.counterparty ?? random.pick([address(0xf1), address(0xf2)]);
  const settles = { contract, token, amount: quantity(random) };
  if (token === null) return { settles };
  const { price: settledPrice, priceSource: settledPriceSource } = price(random, token);
  return { settles, settledPrice, settledPriceSource };
}

function invented(random: Random, side: Side): Partial<TransferRow> {
  const isHeld = random.once(4);
  const of = inventedToken(random, side);
  // Some contracts pay from another address: the event names them.
  const heldBy = random.once(3) ? random.pick([address(0xf1), address(0xf2)]) : null;
  return isHeld ? { ...of, taxTreatment: 'HELD', counterparty: random.pick(holders), heldBy } : of;
}

function inventedToken(random: Random, side: Side): Partial<TransferRow> {
  const tokenAddress = random.pick([zeroAddress, dollar, dollar, wrapped, meme, dogs]);
  const taxTreatment = random.once(6)
    ? random.pick(
        side === 'inflow' ? (['INCOME', 'NON_TAXABLE'] as const) : (['EXPENSE', 'NON_TAXABLE'] as const),
      )
    : null;
  if (tokenAddress === dogs) {
    return { tokenAddress, tokenId: BigInt(random.below(3)), standard: 'erc721', amount: 1n, taxTreatment };
  }
  return { tokenAddress, amount: quantity(random), taxTreatment, ...price(random, tokenAddress) };
}
