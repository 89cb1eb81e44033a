/** Registrations: which wallets a client has, and how far they are loaded. */
import { walletId } from '../../domain/ids.ts';
import { type Address, zeroAddress } from '../../domain/model.ts';
import { PublicError } from '../../errors.ts';
import type { ClientLimits } from '../../store/clients/client-limits.ts';
import type { Database } from '../../store/connection/database.ts';
import {
  countRegistrations,
  listRegistrations,
  type RegistrationRow,
  registerWallets,
} from '../../store/sync/registrations.ts';
import { listWalletSyncs } from '../../store/sync/sync-rows.ts';
import { keepAsOwn, unregisterWallets } from '../../store/sync/unregistrations.ts';
import { withinLimits } from '../access/limit-errors.ts';
import type { Notifications } from '../access/notifications.ts';
import {
  type Ownership,
  requireScope,
  requireWholeClient,
  walletNotRegistered,
} from '../access/ownership.ts';
import { createWalletMemory, type WalletMemory } from '../access/wallet-memory.ts';
import { blockchainView, unknownBlockchain } from '../lookups/lookup-views.ts';
import type { Lookups } from '../lookups/lookups.ts';
import type { ReadModel } from '../model/interface.ts';
import { maximumWalletsPerRegistration } from '../model/requests.ts';
import type { Caller, Page, PageRequest } from '../model/view-model.ts';
import type { LoadState, WalletView } from '../model/wallet-view.ts';
import { mapPage } from '../pages/keyset-page.ts';
import { offsetPage, pageOfArray } from '../pages/offset-page.ts';
import { reload } from './reload.ts';
import { chainSyncView, isLoaded, isSettled } from './sync-views.ts';

type EnabledChains = () => Promise<readonly { chainId: number; fromBlock: number }[]>;

/** A wallet, and whether anything is left to wait for. */
export interface WalletState {
  view: WalletView;
  /** Every enabled chain is loaded and in step with the chain, or FAILED. */
  settled: boolean;
}

export interface Wallets
  extends Pick<
    ReadModel,
    | 'registerWallets'
    | 'unregisterWallets'
    | 'reloadWallets'
    | 'getWallet'
    | 'listWallets'
    | 'findWallets'
    | 'loadStateOf'
    | 'walletsByIds'
  > {
  /** How the registrations' wallets stand now, in their order. Two statements, however many. */
  statesOf(registrations: readonly RegistrationRow[]): Promise<WalletState[]>;
}

interface WalletsDependencies {
  database: Database;
  ownership: Ownership;
  lookups: Lookups;
  notifications: Pick<Notifications, 'onSync'>;
  enabledChains: EnabledChains;
  clientLimits: ClientLimits;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** What the functions below share. */
interface WalletsContext extends WalletsDependencies {
  /** Of wallets that are loaded; whether another one is by now is asked each time. */
  loaded: WalletMemory<LoadState>;
}

async function statesOf(
  context: WalletsContext,
  registrations: readonly RegistrationRow[],
): Promise<WalletState[]> {
  const { database, lookups, enabledChains } = context;
  if (registrations.length === 0) return [];
  const [chains, blockchains, ensNames, syncs] = await Promise.all([
    enabledChains(),
    lookups.blockchains(),
    lookups.ensNames.findMany(registrations.map(({ address }) => address)),
    listWalletSyncs(
      database,
      registrations.map((registration) => registration.walletId),
    ),
  ]);
  const chainView = (chainId: number) => {
    const row = blockchains.get(chainId);
    return row === undefined ? unknownBlockchain(chainId) : blockchainView(row);
  };
  const byWallet = Map.groupBy(syncs, (sync) => sync.walletId);
  return registrations.map((registration) => {
    const rows = new Map((byWallet.get(registration.walletId) ?? []).map((sync) => [sync.chainId, sync]));
    const ofEnabled = chains.map(({ chainId }) => rows.get(chainId));
    const shown = ofEnabled.filter((sync) => sync !== undefined).sort((a, b) => a.chainId - b.chainId);
    return {
      view: {
        ...{ id: walletId.encode(registration.address), registrationId: registration.id },
        address: registration.address,
        ensName: ensNames.get(registration.address)?.name ?? null,
        // With no chain enabled nothing has been loaded, so that an empty history is not taken for a complete one.
        isLoaded: chains.length > 0 && ofEnabled.every((sync) => sync !== undefined && isLoaded(sync)),
        staleSince: earliest(shown.map(({ staleSince }) => staleSince)),
        sync: shown.map((sync) =>
          chainSyncView(sync, chainView(sync.chainId), blockchains.get(sync.chainId)?.walletCapacity ?? null),
        ),
      },
      settled: ofEnabled.every((sync) => sync !== undefined && isSettled(sync)),
    };
  });
}

async function viewsOf(
  context: WalletsContext,
  registrations: readonly RegistrationRow[],
): Promise<WalletView[]> {
  return (await statesOf(context, registrations)).map(({ view }) => view);
}

async function register(
  context: WalletsContext,
  caller: Caller,
  addresses: readonly Address[],
): Promise<{ wallets: WalletView[]; createdCount: number }> {
  const { database, enabledChains } = context;
  requireScope(caller, 'write');
  requireWholeClient(caller);
  const distinct = checkRegistration(addresses);
  const chains = [...(await enabledChains())];
  const rows = await withinLimits(
    registerWallets(database, {
      ...{ clientId: caller.clientId, addresses: distinct, chains },
      limit: context.clientLimits.wallets,
    }),
  );
  return {
    wallets: await viewsOf(context, rows),
    createdCount: rows.filter(({ created }) => created).length,
  };
}

async function unregister(
  context: WalletsContext,
  caller: Caller,
  addresses: readonly Address[],
  { stillMine = true }: { stillMine?: boolean } = {},
): Promise<void> {
  const { database, ownership } = context;
  requireScope(caller, 'write');
  requireWholeClient(caller);
  const registrations = await ownership.find(caller, addresses);
  const missing = await (stillMine ? keepAsOwn : unregisterWallets)(database, caller.clientId, addresses);
  for (const { walletId } of registrations.values()) ownership.forget(walletId);
  if (missing.length > 0) throw walletNotRegistered(missing);
}

async function readList(
  context: WalletsContext,
  caller: Caller,
  page: PageRequest,
  only?: readonly Address[],
): Promise<Page<WalletView>> {
  const { database, ownership } = context;
  requireScope(caller, 'read');
  if (only !== undefined)
    return pageOfArray(await viewsOf(context, await ownership.require(caller, only)), page);
  const { clientId, bounds } = caller;
  if (bounds !== undefined) {
    const found = [...(await ownership.find(caller, bounds.wallets)).values()];
    return pageOfArray(
      await viewsOf(
        context,
        found.sort((left, right) => left.id - right.id),
      ),
      page,
    );
  }
  const rows = await offsetPage(
    {
      fetch: (offset, limit) => listRegistrations(database, { clientId, offset, limit, order: 'ASC' }),
      count: () => countRegistrations(database, clientId),
    },
    page,
  );
  return mapPage(rows, await viewsOf(context, rows.items));
}

async function loadStateOf(
  context: WalletsContext,
  caller: Caller,
  addresses: readonly Address[],
): Promise<LoadState> {
  const { ownership, loaded } = context;
  requireScope(caller, 'read');
  const registrations = await ownership.require(caller, addresses);
  const known = registrations.map(({ walletId }) => loaded.get(String(walletId)));
  const others = registrations.filter((_registration, index) => known[index] === undefined);
  const mark = loaded.mark();
  const views = await viewsOf(context, others);
  others.forEach(({ walletId }, index) => {
    const view = views[index];
    if (view?.isLoaded !== true) return;
    const value = { isLoaded: true, staleSince: view.staleSince };
    loaded.keep(mark, { name: String(walletId), walletId, value });
  });
  const states = [...known.filter((state) => state !== undefined), ...views];
  return {
    isLoaded: states.every((state) => state.isLoaded),
    staleSince: earliest(states.map(({ staleSince }) => staleSince)),
  };
}

async function findByIds(
  context: WalletsContext,
  caller: Caller,
  ids: readonly string[],
): Promise<(WalletView | null)[]> {
  const { ownership } = context;
  requireScope(caller, 'read');
  const addresses = ids.map((id) => walletId.decode(id)?.address ?? null);
  const registrations = await ownership.find(
    caller,
    addresses.filter((address) => address !== null),
  );
  const views = await viewsOf(context, [...registrations.values()]);
  const byAddress = new Map(views.map((view) => [view.address, view]));
  return addresses.map((address) => (address === null ? null : (byAddress.get(address) ?? null)));
}

async function findOne(
  context: WalletsContext,
  caller: Caller,
  address: Address,
): Promise<WalletView | null> {
  const { ownership } = context;
  requireScope(caller, 'read');
  const registration = (await ownership.find(caller, [address])).get(address);
  if (registration === undefined) return null;
  const [view] = await viewsOf(context, [registration]);
  return view ?? null;
}

async function findAll(
  context: WalletsContext,
  caller: Caller,
  addresses: readonly Address[],
): Promise<WalletView[]> {
  const { ownership } = context;
  requireScope(caller, 'read');
  return viewsOf(context, await ownership.require(caller, addresses));
}

export function createWallets(deps: WalletsDependencies): Wallets {
  const context: WalletsContext = { ...deps, loaded: createWalletMemory(deps) };
  return {
    registerWallets: (caller, addresses) => register(context, caller, addresses),
    unregisterWallets: (caller, addresses, options) => unregister(context, caller, addresses, options),
    reloadWallets: async (caller, addresses) =>
      viewsOf(context, await reload(context, caller, checkRegistration(addresses))),
    listWallets: (caller, page, only) => readList(context, caller, page, only),
    getWallet: (caller, address) => findOne(context, caller, address),
    findWallets: (caller, addresses) => findAll(context, caller, addresses),
    loadStateOf: (caller, addresses) => loadStateOf(context, caller, addresses),
    walletsByIds: (caller, ids) => findByIds(context, caller, ids),
    statesOf: (registrations) => statesOf(context, registrations),
  };
}

/** 1 to 10 distinct addresses, to be registered or reloaded; one given twice counts once. */
function checkRegistration(addresses: readonly Address[]): Address[] {
  const distinct = [...new Set(addresses)];
  const message = problemOf(distinct);
  if (message === null) return distinct;
  throw new PublicError('BAD_INPUT', message, [{ path: 'addresses', message }]);
}

/** Nobody has their keys: what is minted comes from the first, and both are sent what is to be gone. */
const nobodys: ReadonlySet<Address> = new Set([zeroAddress, '0x000000000000000000000000000000000000dead']);

function problemOf(distinct: readonly Address[]): string | null {
  if (distinct.length === 0) return 'give at least one address';
  if (distinct.length > maximumWalletsPerRegistration)
    return `at most ${maximumWalletsPerRegistration} addresses can be given at once, ${distinct.length} were given`;
  const given = distinct.find((address) => nobodys.has(address));
  return given === undefined ? null : `${given} is nobody's wallet: tokens are minted and burned there`;
}

function earliest(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.min(...known);
}
