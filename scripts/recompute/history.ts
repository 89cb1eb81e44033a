/** What the chain and the prices say, as the API serves it: transactions and transfers, with all that booking needs. */
import type { Api } from './api.ts';
import type { Row } from './csv.ts';
import { type Amount, Exact, readAmount, readOptional } from './money.ts';

/** What every client's books are told in. */
export const currencies = ['USD', 'ETH', 'MATIC', 'AVAX', 'XDAI'] as const;
/** What has a figure wherever there is money. Of a client without a reporting currency the last has no rate, and nobody asks for it. */
export const places = [...currencies, 'reporting'] as const;

/** What is asked for. */
export interface Currency {
  name: string;
  place: number;
}
export const currencyOf = (name: (typeof currencies)[number]): Currency => ({
  name,
  place: currencies.indexOf(name),
});
export const reportingCurrency = (name: string): Currency => ({ name, place: places.indexOf('reporting') });

/** One per place; null: not known. */
export type Money = readonly (Amount | null)[];

/** What the client has set: docs/accounting.md. The first of each holds where nothing is set. */
export const settingChoices = {
  ownTransfers: ['carry', 'realize'],
  receiptTokens: ['carry', 'realize'],
  liquidityTokens: ['realize', 'carry'],
  deposits: ['carry', 'realize'],
} as const;
export type Settings = { [Name in keyof typeof settingChoices]: 'carry' | 'realize' };
export const usualSettings: Settings = {
  ...{ ownTransfers: 'carry', receiptTokens: 'carry', liquidityTokens: 'realize', deposits: 'carry' },
};

export const coin = `0x${'0'.repeat(40)}`;

export interface Transaction {
  id: string;
  hash: string;
  wallet: string;
  chain: string;
  coinSymbol: string;
  time: number;
  position: string;
  fee: Amount;
  feePrices: Money;
  kind: string;
  /** What its bridge calls the crossing, the same at both ends; '': not known. */
  bridgeMessage: string;
  rates: Money;
}
export interface Transfer {
  id: string;
  transactionId: string;
  wallet: string;
  chain: string;
  time: number;
  position: string;
  token: string;
  tokenId: string | null;
  /** Of its asset; '': not recognised. */
  slug: string;
  /** What people call it. */
  symbol: string;
  decimals: number;
  out: boolean;
  quantity: Amount;
  price: Amount | null;
  tier: number;
  treatment: string;
  /** What the service says that its ledger makes of it. */
  bookedAs: string;
  counterparty: string;
  /** The protocol's contract, as an event says; null: none does. */
  heldBy: string | null;
  settles: Settlement | null;
}
/** What a transfer settles of what a contract holds, or is owed, without moving it. */
export interface Settlement {
  contract: string;
  /** null: the event names none, and of its amount only base units are known. */
  token: string | null;
  quantity: Amount | null;
  units: Amount;
  price: Amount | null;
  tier: number;
}
/** The rows of one transaction over all wallets. */
export interface Group {
  time: number;
  position: string;
  transactions: Transaction[];
  transfers: Transfer[];
}
export interface History {
  wallets: string[];
  /** In the order of booking. */
  groups: Group[];
  /** Another text, another history. */
  mark: string;
}

const tiers: ReadonlyMap<string, number> = new Map([
  ['reference', 1],
  ['deep-pool', 2],
  ['other', 3],
]);

/** Reads the whole history of all the client's wallets. */
export async function readHistory(api: Api): Promise<History> {
  const wallets = (await api.rows('/wallet/manage/', {})).map((row) => row.text('address'));
  if (wallets.length === 0) throw new Error('this key has no wallets');
  if (wallets.length > 50) throw new Error('more than 50 wallets: one request reads at most 50');
  const query = { wallet: wallets.join(), order: 'asc' };
  const corrections = await api.rows('/wallet/correction/', { wallet: wallets.join() });
  if (corrections.some((row) => row.text('applies') === 'true')) {
    throw new Error('corrections are in force, and this script knows only what the chain and the prices say');
  }
  const transactions = (await api.rows('/wallet/transaction/', query)).map(transactionOf);
  const transfers = (await api.rows('/wallet/transfer/', { ...query, spam: 'include' }))
    .filter((row) => row.text('is_spam') === 'false')
    .map(transferOf)
    .filter(({ quantity }) => !quantity.isZero());
  const groups = groupsOf(transactions, transfers);
  const last = groups.at(-1)?.position ?? '';
  const unpriced = transfers.filter(({ price }) => price === null).length;
  return { wallets, groups, mark: [last, transactions.length, transfers.length, unpriced].join() };
}

function transactionOf(row: Row): Transaction {
  const rates = places.map((place) =>
    place === 'USD' ? new Exact(1) : readOptional(row.text(`rates_${place}`)),
  );
  return {
    ...{ id: row.text('id'), hash: row.text('hash'), wallet: row.text('wallet') },
    ...{ chain: row.text('chain_id'), coinSymbol: row.text('blockchain_symbol') },
    ...{ time: Date.parse(row.text('timestamp')) / 1000, position: row.text('position') },
    ...{ fee: readAmount(row.text('fee_exact')), kind: row.text('kind'), rates },
    bridgeMessage: row.text('bridge_message'),
    feePrices: inCurrencies(readOptional(row.text('fee_price')), rates),
  };
}

function transferOf(row: Row): Transfer {
  const tokenId = row.text('raw_token_id');
  const amount = readAmount(row.text('amount_exact'));
  const token = row.text('raw_token_address');
  return {
    ...{
      id: row.text('id'),
      transactionId: row.text('tx_id'),
      wallet: row.text('wallet'),
      chain: row.text('chain_id'),
    },
    ...{ time: Date.parse(row.text('timestamp')) / 1000, position: row.text('position') },
    ...{ token, tokenId: tokenId === '' ? null : tokenId, out: row.text('side') === 'outflow' },
    symbol: plainText(row.text('raw_token_symbol')) || plainText(row.text('raw_token_name')) || token,
    decimals: Number(row.text('amount_decimals')),
    ...{ quantity: amount.abs(), price: readOptional(row.text('price_exact')) },
    tier: tierOf(row.text('price_tier')),
    bookedAs: row.text('booked_as'),
    ...{ treatment: row.text('tax_treatment'), counterparty: row.text('counterparty_address') },
    ...{ heldBy: row.text('held_by') || null, slug: row.text('asset_slug') },
    settles: row.text('settles_contract') === '' ? null : settlementOf(row),
  };
}

const settlementOf = (row: Row): Settlement => ({
  ...{ contract: row.text('settles_contract'), token: row.text('settles_token_address') || null },
  ...{
    quantity: readOptional(row.text('settles_amount_exact')),
    units: readAmount(row.text('settles_units')),
  },
  ...{ price: readOptional(row.text('settles_price_exact')), tier: tierOf(row.text('settles_price_tier')) },
});

function tierOf(text: string): number {
  const tier = tiers.get(text);
  if (tier === undefined) throw new Error(`an unknown price_tier: ${text}`);
  return tier;
}

/** The apostrophe before what a spreadsheet would run is no part of the text. */
const plainText = (cell: string): string => (/^'[=+\-@\t\r＝＋－＠]/.test(cell) ? cell.slice(1) : cell);

/** A price in every currency: of other currencies 30 significant digits, and of all 36 fractional digits, count. */
export function inCurrencies(usd: Amount | null, rates: Money): Money {
  return rates.map((rate, index) => {
    if (usd === null || rate === null || rate.isZero()) return null;
    const price = index === 0 ? usd : usd.div(rate).toSignificantDigits(30);
    return price.toDecimalPlaces(36);
  });
}

/** The rows of each transaction over all wallets, in the order of booking. */
export function groupsOf(transactions: readonly Transaction[], transfers: readonly Transfer[]): Group[] {
  const groups = new Map<string, Group>();
  for (const transaction of transactions) {
    const { position, time } = transaction;
    const group = groups.get(position) ?? { time, position, transactions: [], transfers: [] };
    groups.set(position, group);
    group.transactions.push(transaction);
  }
  const last = [...groups.keys()].reduce((left, right) => (left > right ? left : right), '');
  for (const transfer of transfers) {
    const group = groups.get(transfer.position.slice(0, 30));
    if (group !== undefined) group.transfers.push(transfer);
    // A block that came between the two requests is read the next time.
    else if (transfer.position < last) throw new Error(`transfer ${transfer.id} without its transaction`);
  }
  const byPlace = (a: Transaction | Transfer, b: Transaction | Transfer): number =>
    compare(a.position, b.position) || compare(a.wallet, b.wallet);
  for (const group of groups.values()) {
    group.transactions.sort(byPlace);
    group.transfers.sort(byPlace);
  }
  return [...groups.values()].sort((a, b) => compare(a.position, b.position));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const stakes = '0x00000000219ab540356cbb839cbe05303d7705fa';

/** Whom an event names, else the other side. Stakes of validators come back from the chain, on behalf of the contract that they went to. */
export const holderOf = ({ chain, counterparty, heldBy }: Transfer): string =>
  heldBy ?? (chain === '1' && counterparty === coin ? stakes : counterparty);
