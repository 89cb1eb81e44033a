/** What questions name (wallets, times, tokens), read into what the read model takes; and what is missing of their answers. */
import { parseAddress } from '../../domain/address.ts';
import { tokenId } from '../../domain/ids.ts';
import { type Address, zeroAddress } from '../../domain/model.ts';
import { parseTime } from '../../domain/time/time.ts';
import { PublicError } from '../../errors.ts';
import { type BlockchainView, maximumWalletsPerRead } from '../../use-cases/model/view-model.ts';
import type { WalletView } from '../../use-cases/model/wallet-view.ts';
import { minuteOf, shortAddress } from '../text/figures.ts';
import { cleanText } from '../text/foreign-text.ts';
import type { Call } from './tool.ts';

export function badInput(path: string, message: string): PublicError {
  return new PublicError('BAD_INPUT', `${path} ${message}`, [{ path, message }]);
}

/** The wallets named, each once; all that the client registered where none is named. */
export async function walletsOf(call: Call, named: readonly string[] | undefined): Promise<Address[]> {
  const { readModel, caller } = call;
  if (named === undefined) return registeredWallets(call);
  const addresses = await readModel.resolveNames(named, 'wallets');
  const found = named.map((text) => addressOf(addresses.get(text) ?? text, 'wallets'));
  return (await readModel.findWallets(caller, [...new Set(found)])).map(({ address }) => address);
}

export function addressOf(text: string, path: string): Address {
  const parsed = parseAddress(text);
  if (parsed.ok) return parsed.address;
  throw badInput(path, `holds ${cleanText(parsed.problem, 200)}`);
}

/** Of a credential of some wallets: those of them that are registered. */
async function boundWallets({ readModel, caller }: Call, bound: ReadonlySet<Address>): Promise<Address[]> {
  const found = await readModel.findWallets(caller, [...bound]);
  return found.map(({ address }) => address);
}

async function registeredWallets(call: Call): Promise<Address[]> {
  const { readModel, caller } = call;
  if (caller.bounds !== undefined) return boundWallets(call, caller.bounds.wallets);
  const { items, hasNextPage } = await readModel.listWallets(caller, {
    ...{ mode: 'cursor', first: maximumWalletsPerRead },
  });
  if (items.length === 0)
    throw badInput('wallets', 'cannot be left out: no wallet is registered (POST /wallet/manage/ registers)');
  if (hasNextPage)
    throw badInput(
      'wallets',
      `must name some: more than ${maximumWalletsPerRead} are registered (sync_status lists them)`,
    );
  return items.map(({ address }) => address);
}

/** Unix seconds of an ISO 8601 date or time; undefined where none is given. */
export function timeOf(text: string | undefined, path: string): number | undefined {
  if (text === undefined) return undefined;
  const time = parseTime(text);
  if (time === null) throw badInput(path, 'is not a time such as 2025-01-31 or 2025-01-31T12:00:00Z');
  return time;
}

/** The moment that `as_of` names, in Unix seconds: blocks have no parts of one, so any part of the present second is now. */
export function momentOf(text: string | undefined, now: number): number | undefined {
  const time = timeOf(text, 'as_of');
  if (time === undefined) return undefined;
  const moment = Math.floor(time);
  if (moment > now) throw badInput('as_of', 'is in the future');
  return moment;
}

/** How answers name a token, and take it: `1:native`, `1:0xa0b8…`. */
export const tokenReference = ({ chainId }: BlockchainView, address: Address): string =>
  `${chainId}:${address === zeroAddress ? 'native' : address}`;

const referenceForm = /^(\d{1,10}):(native|0x[0-9a-fA-F]{40})$/;

/** A token as the read model takes it: a token_ id of a reference; what is none stays as it is, and is refused there. */
export function readToken(text: string): string {
  const key = readReference(text);
  return key === null ? text : tokenId.encode(key);
}

/** null: it is no reference. */
export function readReference(text: string): { chainId: number; address: Address } | null {
  const [, chain = '', token = ''] = referenceForm.exec(text) ?? [];
  const chainId = Number(chain);
  if (chainId < 1 || chainId > 0xffffffff) return null;
  return { chainId, address: token === 'native' ? zeroAddress : addressOf(token, 'token') };
}

/** Whether the histories are whole, said as what is missing, and since when one of them is behind. */
export async function loadStateOf(
  { readModel, caller }: Call,
  wallets: readonly Address[],
): Promise<{ staleSince: number | null; missing: string[] }> {
  const { isLoaded, staleSince } = await readModel.loadStateOf(caller, wallets);
  const behind = staleSince === null ? [] : [`behind the chain since ${minuteOf(staleSince)}Z`];
  if (isLoaded) return { staleSince, missing: behind };
  const views = await readModel.findWallets(caller, wallets);
  return { staleSince, missing: [...views.flatMap(unloadedChains), ...behind] };
}

function unloadedChains({ address, isLoaded, sync }: WalletView): string[] {
  if (isLoaded) return [];
  const chains = sync
    .filter(({ phase }) => phase !== 'FOLLOWING' && phase !== 'STALE')
    .map(({ blockchain, phase, percent }) =>
      phase === 'FAILED' ? `${blockchain.slug} FAILED` : `${blockchain.slug} ${percent} %`,
    );
  return [
    `${shortAddress(address)} is not loaded yet (${chains.join(', ') || 'a chain waits for its turn'})`,
  ];
}
