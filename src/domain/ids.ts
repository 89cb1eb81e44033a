/**
 * Public ids: a type prefix and the base64url of the natural key, so that an id survives a re-load or a re-org and says
 * by itself which wallet it belongs to. They are stable and opaque: clients must not take them apart.
 */
import type { Address, Hash, Hex } from './model.ts';

export const idTypes = [
  'wal',
  'tfr',
  'tx',
  'bal',
  'token',
  'asset',
  'nft',
  'blockchain',
  'contract',
  'label',
  'cpty',
  'corr',
  'whk',
] as const;
export type IdType = (typeof idTypes)[number];

function encode(type: IdType, hex: string): string {
  return `${type}_${Buffer.from(hex, 'hex').toString('base64url')}`;
}

/**
 * The hex behind an id of the given type and byte length, or null when it is not one. `chainAt`: the digit at which a
 * chain id begins. It must fit 31 bits, as in PostgreSQL's and GraphQL's integers.
 */
function decode(type: IdType, id: string, bytes: number, chainAt?: number): string | null {
  const prefix = `${type}_`;
  if (!id.startsWith(prefix)) return null;
  const text = id.slice(prefix.length);
  const buffer = Buffer.from(text, 'base64url');
  if (buffer.length !== bytes || buffer.toString('base64url') !== text) return null;
  const hex = buffer.toString('hex');
  return chainAt === undefined || hex.charAt(chainAt) < '8' ? hex : null;
}

const chainHex = (chainId: number): string => chainId.toString(16).padStart(8, '0');
const chainOf = (hex: string): number => Number.parseInt(hex.slice(0, 8), 16);
const addressAt = (hex: string, digit: number): Address => `0x${hex.slice(digit, digit + 40)}`;

/** The type that an id's prefix names, or null. */
export function idType(id: string): IdType | null {
  const prefix = id.slice(0, id.indexOf('_'));
  return idTypes.find((type) => type === prefix) ?? null;
}

export const walletId = {
  encode: (address: Address): string => encode('wal', address.slice(2)),
  decode: (id: string): { address: Address } | null => {
    const hex = decode('wal', id, 20);
    return hex === null ? null : { address: addressAt(hex, 0) };
  },
};

export interface TransactionKey {
  wallet: Address;
  chainId: number;
  hash: Hash;
}

export const transactionId = {
  encode: (key: TransactionKey): string =>
    encode('tx', key.wallet.slice(2) + chainHex(key.chainId) + key.hash.slice(2)),
  decode: (id: string): TransactionKey | null => {
    const hex = decode('tx', id, 56, 40);
    if (hex === null) return null;
    return { wallet: addressAt(hex, 0), chainId: chainOf(hex.slice(40)), hash: `0x${hex.slice(48)}` as Hex };
  },
};

/** `item` is the 14 hex digits of the transfer's position that name it in its transaction (domain/position.ts). */
export interface TransferKey extends TransactionKey {
  item: string;
}

export const transferId = {
  encode: (key: TransferKey): string =>
    encode('tfr', key.wallet.slice(2) + chainHex(key.chainId) + key.hash.slice(2) + key.item),
  decode: (id: string): TransferKey | null => {
    const hex = decode('tfr', id, 63, 40);
    if (hex === null) return null;
    return {
      wallet: addressAt(hex, 0),
      chainId: chainOf(hex.slice(40)),
      hash: `0x${hex.slice(48, 112)}`,
      item: hex.slice(112),
    };
  },
};

const base64urlDigits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * The ids of transfers and of their transactions, made together because they are alike. Both begin with wallet and chain: 24
 * bytes, 32 digits, the same for all items of a wallet on a chain. Then comes the hash. Only its last 4 bits are written differently.
 */
export function createTransferIds(wallet: Address): (key: Omit<TransferKey, 'wallet'>) => {
  id: string;
  transactionId: string;
} {
  const ofChains = new Map<number, string>();
  return ({ chainId, hash, item }) => {
    let start = ofChains.get(chainId);
    if (start === undefined) {
      start = Buffer.from(wallet.slice(2) + chainHex(chainId), 'hex').toString('base64url');
      ofChains.set(chainId, start);
    }
    const rest = Buffer.from(hash.slice(2) + item, 'hex').toString('base64url');
    // 32 bytes end in the middle of a digit: four bits of the last byte, and two zeros.
    const last = base64urlDigits.charAt(Number.parseInt(hash.slice(-1), 16) * 4);
    return { id: `tfr_${start}${rest}`, transactionId: `tx_${start}${rest.slice(0, 42)}${last}` };
  };
}

/**
 * An event of a wallet's log, as one registration of the wallet sees it: its id, how much was told of the wallet before, and the event's
 * number. An id of its own kind: it names what happened, and nothing that can be asked for.
 */
export function eventId(key: { registrationId: number; before: bigint; sequence: bigint }): string {
  const bytes = Buffer.alloc(20);
  bytes.writeUInt32BE(key.registrationId);
  bytes.writeBigUInt64BE(key.before, 4);
  bytes.writeBigUInt64BE(key.sequence, 12);
  return `evt_${bytes.toString('base64url')}`;
}

export interface ContractKey {
  chainId: number;
  address: Address;
}

/** The key of a contract in maps; `address` on its own names nothing, because chains share addresses. */
export const keyOfContract = ({ chainId, address }: ContractKey): string => `${chainId}:${address}`;

function contractIdOf(type: 'token' | 'contract' | 'cpty') {
  return {
    encode: (key: ContractKey): string => encode(type, chainHex(key.chainId) + key.address.slice(2)),
    decode: (id: string): ContractKey | null => {
      const hex = decode(type, id, 24, 0);
      return hex === null ? null : { chainId: chainOf(hex), address: addressAt(hex, 8) };
    },
  };
}

export const tokenId = contractIdOf('token');
/** A default label. */
export const contractId = contractIdOf('contract');
export const counterpartyId = contractIdOf('cpty');

/** A client's custom label; whose it is follows from the caller's key. */
export const labelId = {
  encode: (address: Address): string => encode('label', address.slice(2)),
  decode: (id: string): { address: Address } | null => {
    const hex = decode('label', id, 20);
    return hex === null ? null : { address: addressAt(hex, 0) };
  },
};

/** A client's correction, by its number; whose it is is checked where it is read. */
export const correctionId = {
  encode: (number: number): string => encode('corr', chainHex(number)),
  decode: (id: string): { number: number } | null => {
    const hex = decode('corr', id, 4, 0);
    return hex === null ? null : { number: chainOf(hex) };
  },
};

/** A client's webhook, by its number; whose it is is checked where it is read. */
export const webhookId = {
  encode: (number: number): string => encode('whk', chainHex(number)),
  decode: (id: string): { number: number } | null => {
    const hex = decode('whk', id, 4, 0);
    return hex === null ? null : { number: chainOf(hex) };
  },
};

export interface NftKey extends ContractKey {
  tokenId: bigint;
}

/** The key of an NFT in maps. */
export const keyOfNft = ({ chainId, address, tokenId }: NftKey): string => `${chainId}:${address}:${tokenId}`;

export const nftId = {
  encode: (key: NftKey): string =>
    encode('nft', chainHex(key.chainId) + key.address.slice(2) + key.tokenId.toString(16).padStart(64, '0')),
  decode: (id: string): NftKey | null => {
    const hex = decode('nft', id, 56, 0);
    if (hex === null) return null;
    return { chainId: chainOf(hex), address: addressAt(hex, 8), tokenId: BigInt(`0x${hex.slice(48)}`) };
  },
};

export const blockchainId = {
  encode: (chainId: number): string => encode('blockchain', chainHex(chainId)),
  decode: (id: string): { chainId: number } | null => {
    const hex = decode('blockchain', id, 4, 0);
    return hex === null ? null : { chainId: chainOf(hex) };
  },
};

/** Periods, methods and currencies in the order of their codes in a balance id: append only. */
export const periods = ['DAY', 'WEEK', 'MONTH', 'THREE_MONTHS', 'YTD', 'YEAR', 'MAX'] as const;
export type Period = (typeof periods)[number];
export const costMethods = ['FIFO', 'LIFO', 'WAC', 'HIFO'] as const;
export type CostMethod = (typeof costMethods)[number];
/** Coins in whose price money can be told. */
export const coinCurrencies = ['ETH', 'MATIC', 'AVAX', 'XDAI'] as const;
/** Currencies of states (ISO 4217): those that the European Central Bank publishes a reference rate of, and the euro. */
export const fiatCurrencies = [
  ...(['EUR', 'GBP', 'CHF', 'CAD', 'AUD', 'JPY', 'CNY', 'INR', 'BRL', 'MXN'] as const),
  ...(['KRW', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK', 'HUF', 'RON', 'ISK', 'TRY'] as const),
  ...(['ILS', 'ZAR', 'HKD', 'SGD', 'NZD', 'IDR', 'MYR', 'PHP', 'THB'] as const),
] as const;
export const currencies = ['USD', ...coinCurrencies, ...fiatCurrencies] as const;
export type CoinCurrency = (typeof coinCurrencies)[number];
export type FiatCurrency = (typeof fiatCurrencies)[number];
export type Currency = (typeof currencies)[number];

export interface BalanceKey {
  wallet: Address;
  chainId: number;
  tokenAddress: Address;
  period: Period;
  method: CostMethod;
  currency: Currency;
}

const code = (index: number): string => index.toString(16).padStart(2, '0');

export const balanceId = {
  encode: (key: BalanceKey): string =>
    encode(
      'bal',
      key.wallet.slice(2) +
        chainHex(key.chainId) +
        key.tokenAddress.slice(2) +
        code(periods.indexOf(key.period)) +
        code(costMethods.indexOf(key.method)) +
        code(currencies.indexOf(key.currency)),
    ),
  decode: (id: string): BalanceKey | null => {
    const hex = decode('bal', id, 47, 40);
    if (hex === null) return null;
    const codeAt = (digit: number): number => Number.parseInt(hex.slice(digit, digit + 2), 16);
    const period = periods[codeAt(88)];
    const method = costMethods[codeAt(90)];
    const currency = currencies[codeAt(92)];
    if (period === undefined || method === undefined || currency === undefined) return null;
    return {
      wallet: addressAt(hex, 0),
      chainId: chainOf(hex.slice(40)),
      tokenAddress: addressAt(hex, 48),
      period,
      method,
      currency,
    };
  },
};

/** An asset is named by its slug: one per token, or one for a coin that lives on several chains. */
export const assetId = {
  encode: (slug: string): string => encode('asset', Buffer.from(slug, 'utf8').toString('hex')),
  decode: (id: string): { slug: string } | null => {
    const text = id.slice('asset_'.length);
    if (!id.startsWith('asset_') || text.length === 0 || text.length > 400) return null;
    const buffer = Buffer.from(text, 'base64url');
    const slug = buffer.toString('utf8');
    // NUL cannot be stored, nor asked for.
    return buffer.toString('base64url') === text && !slug.includes('\u0000') ? { slug } : null;
  },
};
