/** What the benchmarks' database holds: sizes, tokens and counterparties, all computed from a size and fixed seeds. */
import { createRandom } from '../../../demo/node/random.ts';
import type { Address } from '../../../src/domain/model.ts';
import { zeroAddress } from '../../../src/domain/model.ts';

/** Change it with the generator: data of another version is made anew. */
export const generatorVersion = 1;
export const chainId = 1;
export const smallWallets = 100;
/** So many of the small wallets have a booked ledger: those that are asked for balances. */
export const bookedSmallWallets = 10;
export const tokenCount = 200;
const seed = 20_261_121;

/** The data set's parts by its size, which is the number of transfers of the large wallet. */
export interface Layout {
  readonly size: number;
  readonly smallSize: number;
  readonly largeWallet: Address;
  readonly smallWallets: readonly Address[];
  readonly tokens: readonly BenchToken[];
  readonly counterparties: readonly Address[];
}

export interface BenchToken {
  readonly address: Address;
  readonly name: string;
  readonly symbol: string;
  readonly slug: string;
  readonly decimals: number;
  /** USD per unit, in hundredths, at the beginning. */
  readonly cents: number;
}

/** The size of which the design states its bars. */
export const fullSize = 1_000_000;

export function layoutOf(size: number): Layout {
  const random = createRandom(seed);
  const addressText = (): Address => {
    let digits = '';
    while (digits.length < 40) digits += random.integer(0, 0xffffffff).toString(16).padStart(8, '0');
    return `0x${digits}`;
  };
  const many = (count: number): Address[] => Array.from({ length: count }, addressText);
  const [largeWallet = zeroAddress, ...others] = many(smallWallets + 1);
  return {
    size,
    smallSize: Math.max(1, Math.floor(size / 100)),
    largeWallet,
    smallWallets: others,
    tokens: Array.from({ length: tokenCount }, (_, index) => tokenOf(index, addressText())),
    counterparties: many(Math.max(20, Math.floor(size / 50))),
  };
}

function tokenOf(index: number, address: Address): BenchToken {
  if (index === 0) {
    return {
      address: zeroAddress,
      name: 'Ether',
      symbol: 'ETH',
      slug: 'ethereum',
      decimals: 18,
      cents: 250_000,
    };
  }
  return {
    address,
    name: `Token ${index}`,
    symbol: `TK${index}`,
    slug: `token-${index}`,
    decimals: [18, 6, 8][index % 3] ?? 18,
    cents: 1 + ((index * 7919) % 50_000),
  };
}

/** Half of the counterparties have a default label, one in fifty has a custom one of the client's. */
export const hasDefaultLabel = (index: number): boolean => index % 2 === 0;
export const hasCustomLabel = (index: number): boolean => index % 50 === 1;
