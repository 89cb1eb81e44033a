/** Which feed prices which token of a chain, and what each feed says of itself, read once. */
import { lowerAddress } from '../../domain/address.ts';
import { type Address, zeroAddress } from '../../domain/model.ts';
import type { GuardedReader } from '../source/chain-reader.ts';
import { type FeedInfo, readFeedInfos } from './chainlink-feed.ts';

/** A feed's proxy, and how often it is updated at the least; without a heartbeat, once a day. */
export type FeedSetting = string | { feed: string; heartbeatSeconds: number };

/** The slowest heartbeat in use. */
const defaultHeartbeatSeconds = 86_400;

export interface Feed {
  address: Address;
  heartbeatSeconds: number;
  info: FeedInfo;
}

export interface FeedBook {
  hasFeed(token: Address): boolean;
  /** Reads what is not known yet of the chain's feeds. */
  load(reader: GuardedReader): Promise<void>;
  /** Null: nothing answers at the configured address. */
  feedOf(token: Address): Feed | null;
  /** The feed of ETH in USD, which feeds that answer in ETH need; null: none is configured. */
  etherFeed(): Feed | null;
}

/** The book of one chain. Native and wrapped native share a feed when only one of them has one. */
export function createFeedBook(
  configured: Readonly<Record<string, FeedSetting>>,
  wrappedNative: Address | undefined,
): FeedBook {
  const settings = new Map(
    Object.entries(configured).map(([token, setting]) => [token.toLowerCase(), parseSetting(setting)]),
  );
  const wrapped = wrappedNative?.toLowerCase() ?? zeroAddress;
  const ofNative = settings.get(zeroAddress) ?? settings.get(wrapped);
  if (ofNative !== undefined) {
    for (const token of [zeroAddress, wrapped]) if (!settings.has(token)) settings.set(token, ofNative);
  }
  const infos = new Map<Address, FeedInfo>();
  const withInfo = (setting: Omit<Feed, 'info'> | undefined): Feed | null => {
    const info = setting === undefined ? undefined : infos.get(setting.address);
    return setting === undefined || info === undefined ? null : { ...setting, info };
  };

  return {
    hasFeed: (token) => settings.has(token.toLowerCase()),
    async load(reader) {
      // All at once: a feed that answers in ETH needs the one that prices ETH.
      const addresses = new Set([...settings.values()].map(({ address }) => address));
      const unread = [...addresses].filter((address) => !infos.has(address));
      if (unread.length === 0) return;
      const read = await readFeedInfos(reader, unread);
      for (const [index, address] of unread.entries()) {
        const info = read[index] ?? null;
        if (info !== null) infos.set(address, info);
      }
    },
    feedOf: (token) => withInfo(settings.get(token.toLowerCase())),
    etherFeed() {
      for (const setting of settings.values()) {
        const feed = withInfo(setting);
        if (feed !== null && /^ETH ?\/ ?USD$/i.test(feed.info.description ?? '')) return feed;
      }
      return null;
    },
  };
}

/** Whether a feed answers in ETH: `LINK / ETH`. One that does not say is taken to answer in USD. */
export function answersInEther(feed: Feed): boolean {
  return /\/ ?ETH$/i.test(feed.info.description ?? '');
}

function parseSetting(setting: FeedSetting): { address: Address; heartbeatSeconds: number } {
  return typeof setting === 'string'
    ? { address: lowerAddress(setting), heartbeatSeconds: defaultHeartbeatSeconds }
    : { address: lowerAddress(setting.feed), heartbeatSeconds: setting.heartbeatSeconds };
}
