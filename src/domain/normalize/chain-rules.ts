/** What differs between chains in how value moves show up in logs. Data, so that a chain is added by adding an entry. */
import type { Address, Hash } from '../model.ts';
import { bridgesOf } from './bridges.ts';
import { addedReceiverTopic, coinDepositTopic } from './topics.ts';

/** Two contracts that keep one balance and both log each move: moves of `mirror` are counted as moves of `primary`, once. */
export interface TwinContracts {
  primary: Address;
  mirror: Address;
}

/** A contract that logs what the chain itself pays of its coin, which no transaction and no trace moves. */
export interface LoggedCoins {
  contract: Address;
  event: Hash;
  /** Which topic names who is paid. The amount is the first word of the data. */
  receiverTopic: number;
}

export interface ChainRules {
  chainId: number;
  /** The wrapper of the native token, WETH and the like; null when none is known. */
  wrappedNative: Address | null;
  /** Contracts that log moves of the native token as if it were a token (Polygon's 0x…1010): not a second asset. */
  nativeMirrors: readonly Address[];
  twins: readonly TwinContracts[];
  loggedCoins: readonly LoggedCoins[];
  /** Locked tokens whose Transfer logs run the wrong way: to the contract where it gives, from it where it takes back. */
  reversedLocks: readonly Address[];
  /** ERC-721-like contracts whose Transfer has no indexed argument (CryptoKitties). */
  unindexedNfts: readonly Address[];
  /** The canonical bridges that stand on the chain. */
  bridges: ReadonlySet<Address>;
  /** Bridged tokens leave for the parent chain by burning them (Polygon PoS). */
  exitsByBurning: boolean;
  /** The CryptoPunks market: logs ERC-20-shaped Transfers for NFTs. */
  punks: Address | null;
}

const none: Omit<ChainRules, 'chainId' | 'bridges'> = {
  wrappedNative: null,
  nativeMirrors: [],
  twins: [],
  loggedCoins: [],
  reversedLocks: [],
  unindexedNfts: [],
  exitsByBurning: false,
  punks: null,
};

const bedrockEther: Address = '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0000';
const opStackWrapper: Address = '0x4200000000000000000000000000000000000006';

const rulesByChain: Readonly<Record<number, Partial<Omit<ChainRules, 'bridges'>>>> = {
  1: {
    wrappedNative: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
    // Monerium EURe: the first contract forwards to the second, and both log.
    twins: [
      {
        primary: '0x39b8b6385416f4ca36a20319f70d28621895279d',
        mirror: '0x3231cb76718cdef2155fc47b5286d82e6eda273f',
      },
    ],
    // Locked GNO.
    reversedLocks: ['0x4f8ad938eba0cd19155a835f617317a6e788c868'],
    unindexedNfts: ['0x06012c8cf97bead5deae237070f9587f8e7a266d'],
    punks: '0xb47e3cd837ddf8e4c57f05d70ab865de6e193bbb',
  },
  10: { wrappedNative: opStackWrapper, nativeMirrors: [bedrockEther] },
  56: { wrappedNative: '0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c' },
  100: {
    wrappedNative: '0xe91d153e0b41518a2ce8dd3d7944fa863463a97d',
    twins: [
      {
        primary: '0x420ca0f9b9b604ce0fd9c18ef134c705e5fa3430',
        mirror: '0xcb444e90d8198415266c6a2724b7900fb12fc56e',
      },
    ],
    reversedLocks: ['0xd4ca39f78bf14bfab75226ac833b1858db16f9a1'],
    loggedCoins: [
      {
        contract: '0x481c034c6d9441db23ea48de68bcae812c5d39ba',
        event: addedReceiverTopic,
        receiverTopic: 1,
      },
    ],
  },
  137: {
    wrappedNative: '0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270',
    nativeMirrors: ['0x0000000000000000000000000000000000001010'],
    loggedCoins: [
      {
        contract: '0x0000000000000000000000000000000000001010',
        event: coinDepositTopic,
        receiverTopic: 2,
      },
    ],
    exitsByBurning: true,
    twins: [
      {
        primary: '0xe0aea583266584dafbb3f9c3211d5588c73fea8d',
        mirror: '0x18ec0a6e18e5bc3784fdd3a3634b31245ab704f6',
      },
    ],
  },
  324: {
    wrappedNative: '0x5aea5775959fbc2557cc8789bc1bf90a239d9a91',
    nativeMirrors: ['0x000000000000000000000000000000000000800a'],
  },
  8453: { wrappedNative: opStackWrapper },
  42161: { wrappedNative: '0x82af49447d8a07e3bd95bd0d56f35241523fbab1' },
  43114: { wrappedNative: '0xb31f66aa3c1e785363f0875a1b74e27b85fd66c7' },
};

/**
 * The rules of a chain; an unknown chain gets none.
 *
 * @example chainRules(31337, { wrappedNative: weth }) // a local node with its own WETH
 */
export function chainRules(
  chainId: number,
  overrides: Partial<Omit<ChainRules, 'chainId'>> = {},
): ChainRules {
  const bridges = new Set(bridgesOf(chainId).map(({ address }) => address));
  return { ...none, bridges, ...rulesByChain[chainId], ...overrides, chainId };
}
