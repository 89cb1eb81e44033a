/** Who may read what: a wallet's data is read through the caller's own registration of it, and nowhere else. */
import type { Address } from '../domain/model.ts';
import { PublicError } from '../errors.ts';
import type { Database } from '../store/database.ts';
import { findRegistrations, type RegistrationRow } from '../store/registrations.ts';
import { type Caller, maximumWalletsPerRead } from './model.ts';

/** Throws FORBIDDEN when the caller's key lacks the scope. */
export function requireScope(caller: Caller, scope: 'read' | 'write'): void {
  if (caller.scopes.includes(scope)) return;
  throw new PublicError('FORBIDDEN', `this API key lacks the scope '${scope}'`);
}

export interface Ownership {
  /** The caller's registrations of the addresses, in that order, each once; all or WALLET_NOT_REGISTERED. */
  require(caller: Caller, addresses: readonly Address[]): Promise<readonly RegistrationRow[]>;
  /** Those that the caller registered. */
  find(caller: Caller, addresses: Iterable<Address>): Promise<ReadonlyMap<Address, RegistrationRow>>;
}

export function createOwnership(database: Database): Ownership {
  const asking = new Map<string, Promise<RegistrationRow[]>>();

  async function find(
    caller: Caller,
    addresses: Iterable<Address>,
  ): Promise<ReadonlyMap<Address, RegistrationRow>> {
    const distinct = [...new Set(addresses)];
    if (distinct.length === 0) return new Map();
    const rows = await findOnce(caller.clientId, distinct);
    return new Map(rows.map((row) => [row.address, row]));
  }

  /** What a request asks twice at once (its page, and whether it is complete) is one statement. Later is asked anew. */
  function findOnce(clientId: number, addresses: readonly Address[]): Promise<RegistrationRow[]> {
    const name = `${clientId}:${addresses.join()}`;
    const underWay = asking.get(name);
    if (underWay !== undefined) return underWay;
    const found = findRegistrations(database, clientId, addresses);
    asking.set(name, found);
    process.nextTick(() => asking.delete(name));
    return found;
  }

  return {
    find,
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

function refuse(message: string): PublicError {
  return new PublicError('BAD_INPUT', message, [{ path: 'wallets', message }]);
}

/** Names each wallet that the caller has to register first. */
export function walletNotRegistered(addresses: readonly Address[]): PublicError {
  const noun = addresses.length === 1 ? 'wallet is' : 'wallets are';
  return new PublicError(
    'WALLET_NOT_REGISTERED',
    `${addresses.length} ${noun} not registered: ${addresses.join(', ')}. Register first, then read.`,
    addresses.map((address) => ({ path: 'wallets', message: `${address} is not registered` })),
  );
}
