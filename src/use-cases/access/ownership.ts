/** Who may read what: a wallet's data is read through the caller's own registration of it, and nowhere else. */
import type { Address } from '../../domain/model.ts';
import { PublicError } from '../../errors.ts';
import type { Database } from '../../store/connection/database.ts';
import { currentRequest } from '../../store/connection/request-scope.ts';
import { findRegistrations, type RegistrationRow } from '../../store/sync/registrations.ts';
import { type Caller, maximumWalletsPerRead, type Scope } from '../model/view-model.ts';
import type { Notifications } from './notifications.ts';
import { createWalletMemory } from './wallet-memory.ts';

/** What runs in no request is given up by nobody. */
const outside = {};

/** Throws FORBIDDEN when the caller's key lacks the scope. */
export function requireScope(caller: Caller, scope: Scope): void {
  if (caller.scopes.includes(scope)) return;
  throw new PublicError('FORBIDDEN', `this API key lacks the scope '${scope}'`);
}

/** Throws FORBIDDEN for a credential of some wallets where the whole client is concerned. */
export function requireWholeClient(caller: Caller): void {
  if (caller.bounds === undefined) return;
  throw new PublicError('FORBIDDEN', 'this is for keys of the whole client, not of some of its wallets');
}

/** Throws FORBIDDEN for a key that anybody can read. */
export function requirePrivate(caller: Caller): void {
  if (caller.bounds?.isPublic !== true) return;
  throw new PublicError('FORBIDDEN', 'a publishable key does not show this: ask with a secret key');
}

/** No client has this number. */
const nobody = 0;

/** Whose labels the caller sees: they are of the client, and so not of a credential of some of its wallets. */
export const labelOwner = ({ clientId, bounds }: Caller): number =>
  bounds === undefined ? clientId : nobody;

/** Whether the caller may be told of a wallet that has to do with one of its own: a credential of some wallets knows no others. */
export const mayName = ({ bounds }: Caller, wallet: Address): boolean =>
  bounds === undefined || bounds.wallets.has(wallet);

export interface Ownership {
  /** The caller's registrations of the addresses, in that order, each once; all or WALLET_NOT_REGISTERED. */
  require(caller: Caller, addresses: readonly Address[]): Promise<readonly RegistrationRow[]>;
  /** Those that the caller registered. */
  find(caller: Caller, addresses: Iterable<Address>): Promise<ReadonlyMap<Address, RegistrationRow>>;
  /** To be called after a registration of the wallet, or whether it has corrections, was changed by this process. */
  forget(walletId: number): void;
}

export function createOwnership(deps: {
  database: Database;
  notifications: Pick<Notifications, 'onSync'>;
  /** Milliseconds since 1970. */
  now: () => number;
}): Ownership {
  const { database } = deps;
  const findOnce = registrationReader(database);
  // Only what is registered: a wallet can be read as soon as its registration is there.
  const known = createWalletMemory<RegistrationRow>(deps);
  const nameOf = (clientId: number, address: Address): string => `${clientId}:${address}`;

  async function find(
    caller: Caller,
    addresses: Iterable<Address>,
  ): Promise<ReadonlyMap<Address, RegistrationRow>> {
    const { clientId, bounds } = caller;
    const found = new Map<Address, RegistrationRow>();
    const missing: Address[] = [];
    for (const address of new Set(addresses)) {
      if (bounds !== undefined && !bounds.wallets.has(address)) continue;
      const row = known.get(nameOf(clientId, address));
      if (row === undefined) missing.push(address);
      else found.set(address, row);
    }
    if (missing.length === 0) return found;
    const mark = known.mark();
    for (const row of await findOnce(clientId, missing)) {
      const { address, walletId } = row;
      known.keep(mark, { name: nameOf(clientId, address), walletId, value: row });
      found.set(address, row);
    }
    return found;
  }

  return {
    find,
    forget: known.forget,
    async require(caller, addresses) {
      const distinct = [...new Set(addresses)];
      if (distinct.length === 0) throw refuse('name at least one wallet');
      if (distinct.length > maximumWalletsPerRead) {
        throw refuse(
          `at most ${maximumWalletsPerRead} wallets can be read at once, ${distinct.length} were given`,
        );
      }
      const found = await find(caller, distinct);
      const rows: RegistrationRow[] = [];
      const unknown: Address[] = [];
      for (const address of distinct) {
        const row = found.get(address);
        if (row === undefined) unknown.push(address);
        else rows.push(row);
      }
      if (unknown.length > 0) throw walletNotRegistered(unknown);
      return rows;
    },
  };
}

/**
 * What a request asks twice at once (its page, and whether it is complete) is one statement. Later is asked anew. Another request
 * asks by itself: it would fail with the one that is given up.
 */
function registrationReader(
  database: Database,
): (clientId: number, addresses: readonly Address[]) => Promise<RegistrationRow[]> {
  const asking = new WeakMap<object, Map<string, Promise<RegistrationRow[]>>>();
  return (clientId, addresses) => {
    const request = currentRequest() ?? outside;
    const ofRequest = asking.get(request) ?? new Map<string, Promise<RegistrationRow[]>>();
    asking.set(request, ofRequest);
    const name = `${clientId}:${addresses.join()}`;
    const underWay = ofRequest.get(name);
    if (underWay !== undefined) return underWay;
    const found = findRegistrations(database, clientId, addresses);
    ofRequest.set(name, found);
    process.nextTick(() => ofRequest.delete(name));
    return found;
  };
}

/** What of the keys (null: an id that is none) is of wallets that the caller registered: under the numbers that rows are stored by. */
export async function ownKeys<Key extends { wallet: Address }>(
  ownership: Ownership,
  caller: Caller,
  keys: readonly (Key | null)[],
): Promise<{ registrations: readonly RegistrationRow[]; stored: (Key & { walletId: number })[] }> {
  const wanted = keys.filter((key) => key !== null);
  const found = await ownership.find(
    caller,
    wanted.map(({ wallet }) => wallet),
  );
  const stored = wanted.flatMap((key) => {
    const registration = found.get(key.wallet);
    return registration === undefined ? [] : [{ ...key, walletId: registration.walletId }];
  });
  return { registrations: [...found.values()], stored };
}

function refuse(message: string): PublicError {
  return new PublicError('BAD_INPUT', message, [{ path: 'wallets', message }]);
}

/** Names the wallets that the caller has to register first: all that may be read at once, of more the first. */
export function walletNotRegistered(addresses: readonly Address[]): PublicError {
  const noun = addresses.length === 1 ? 'wallet is' : 'wallets are';
  const named = addresses.slice(0, maximumWalletsPerRead);
  const more = addresses.length - named.length;
  return new PublicError(
    'WALLET_NOT_REGISTERED',
    `${addresses.length} ${noun} not registered: ${named.join(', ')}${more === 0 ? '' : ` and ${more} more`}. Register first, then read.`,
    named.map((address) => ({ path: 'wallets', message: `${address} is not registered` })),
  );
}
