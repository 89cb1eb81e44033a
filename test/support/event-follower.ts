/** A client that keeps what the log of a wallet's events tells it, as the JSON that REST lists. */
import type { Address } from '../../src/domain/model.ts';
import { transferJson } from '../../src/rest/wire/transfer.ts';
import type { WalletEventView } from '../../src/use-cases/model/event-model.ts';
import type { ReadModel } from '../../src/use-cases/model/interface.ts';
import type { Caller, TransferView } from '../../src/use-cases/model/view-model.ts';

const baseUrl = 'http://wallet.test';

interface Held {
  chainId: number;
  json: string;
}

export interface EventFollower {
  /** The transfers that it holds, by id. */
  readonly held: ReadonlyMap<string, Held>;
  /** Every event that it has received. */
  readonly events: readonly WalletEventView[];
  /** Takes a page of so many events, or fewer where there are no more by now; answers how many there were. */
  take(limit: number): Promise<number>;
  /** Takes all that there is. */
  catchUp(limit?: number): Promise<void>;
  /** What `GET /wallet/transfer/` lists on all pages, newest first. */
  listed(): Promise<string[]>;
  /** What it holds, in the same order. */
  ordered(): string[];
}

interface Reader {
  readModel: ReadModel;
  caller: Caller;
}

/** All transfers of the wallet, or of a chain and some time. */
async function listTransfers(
  { readModel, caller }: Reader,
  wallet: Address,
  filter: { chainIds?: number[]; from?: number; to?: number } = {},
): Promise<TransferView[]> {
  const found: TransferView[] = [];
  for (let page = 1; ; page += 1) {
    const { items } = await readModel.listTransfers(
      caller,
      { wallets: [wallet], filter, order: 'DESC' },
      { mode: 'page', page, pageSize: 500 },
    );
    found.push(...items);
    if (items.length < 500) return found;
  }
}

/** Follows the wallet from a number on, with nothing in hand: the list is read when an event says that it is to be. */
export function followEvents(reader: Reader, wallet: Address, start = 0n): EventFollower {
  const held = new Map<string, Held>();
  const events: WalletEventView[] = [];
  let after = start;

  const put = (view: TransferView): void => {
    held.set(view.id, { chainId: view.blockchain.chainId, json: transferJson(view, baseUrl) });
  };
  const drop = (chainId: number): void => {
    for (const [id, one] of held) if (one.chainId === chainId) held.delete(id);
  };

  async function apply({ type, blockchain: { chainId }, transferId, transfer, between }: WalletEventView) {
    const chainIds = [chainId];
    const isToBeRead = type === 'wallet.loaded' || type === 'wallet.failed';
    if (type === 'history.reset' || isToBeRead) drop(chainId);
    if (isToBeRead) for (const view of await listTransfers(reader, wallet, { chainIds })) put(view);
    if (between !== null) {
      const { from, to } = between;
      for (const view of await listTransfers(reader, wallet, { chainIds, from, to })) put(view);
    }
    if (transfer !== null) put(transfer);
    else if (transferId !== null) held.delete(transferId);
  }

  async function take(limit: number): Promise<number> {
    const page = await reader.readModel.walletEventsAfter(reader.caller, wallet, after, { limit });
    for (const event of page.events) await apply(event);
    events.push(...page.events);
    after = page.last;
    return page.events.length;
  }

  return {
    ...{ held, events, take },
    async catchUp(limit = 500) {
      while ((await take(limit)) > 0);
    },
    listed: async () => (await listTransfers(reader, wallet)).map((view) => transferJson(view, baseUrl)),
    ordered: () =>
      [...held.values()]
        .map(({ json }) => json)
        .sort((left, right) => (placeOf(left) < placeOf(right) ? 1 : -1)),
  };
}

/** A follower goes by nothing but what it was told: the field `position` is the order of the list. */
const placeOf = (json: string): string => /"position":"(\w+)"/.exec(json)?.[1] ?? '';
