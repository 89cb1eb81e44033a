/**
 * Searching blocks for a wallet and, in the same requests, for those that will be loaded after it: its company. What is found of them
 * is kept until their turn (found-ahead.ts).
 *
 *     wallet and company asked for together ──answered──► each has its finds
 *           │ refused
 *     the wallet alone ──refused──► a shorter range, or its error: as if there were no company
 *           │ answered: then it was the company
 *     the company in halves, and halves of what is refused: a wallet that is refused alone is left out from now on
 *
 * So a request more is the most that a wallet pays for its company, and it never fails with it. One company at a time is sorted out;
 * meanwhile the others are asked for alone.
 */
import { createMemory, type Memory } from '../../../domain/memory.ts';
import type { Address } from '../../../domain/model.ts';
import type { Clock } from '../../../outgoing/clock.ts';
import type { Companion } from '../../definitions/chain-source.ts';
import { TooLargeError } from '../client/rpc-errors.ts';
import { type BlockRange, type Finds, type Frame, nothingFound } from './finds.ts';
import {
  createFoundAhead,
  type FoundAhead,
  hasRoom,
  isUnknown,
  keepFinds,
  nextKnown,
  stretchAt,
} from './found-ahead.ts';

/** Asks the nodes for all of these wallets at once: what is found of each. */
export type Ask = (range: BlockRange, wallets: readonly Address[]) => Promise<ReadonlyMap<Address, Finds>>;

type AskFor = (wallets: readonly Address[]) => Promise<ReadonlyMap<Address, Finds>>;

/** One way of searching, for all wallets of a chain. */
export interface CompanySearch {
  readonly found: FoundAhead;
  readonly options: CompanyOptions;
  /** Wallets of which there is so much that they would slow others: they are not taken along. */
  readonly leftOut: Memory<Address, true>;
  /** How many are asked for together: halves when they are refused, and grows back slowly. */
  together: number;
  isSortingOut: boolean;
  /** Until then nobody has company: what failed may be the nodes' dislike of lists. */
  restsUntil: number;
}

export interface CompanyOptions {
  /** Of what is kept for others. */
  maximumBytes: number;
  clock: Pick<Clock, 'elapsed'>;
  /** Told of all that is found, as it is found. */
  note(wallet: Address, finds: Finds): void;
}

/** Whom a search is for. */
export interface Errand {
  wallet: Address;
  company: readonly Companion[];
  /** A block behind the range that is on the chain. */
  frame: Frame;
  ask: Ask;
  /** What the nodes tell is what all of them agree on: else it is not kept. */
  isConfirmed(): boolean;
  signal: AbortSignal | undefined;
}

/** The wallet itself among them. */
const mostTogether = 50;
/** A wallet with so many finds in one piece is left out of the company of others; a company that has so many together is made smaller. */
const manyFinds = 1_000;
const leftOutMs = 3_600_000;
const rememberedLeftOut = 10_000;
const restMs = 60_000;
const lifetimeMs = 600_000;

export function createCompanySearch(options: CompanyOptions): CompanySearch {
  const { maximumBytes, clock } = options;
  return {
    found: createFoundAhead({ maximumBytes, lifetimeMs, clock }),
    options,
    leftOut: createMemory({
      maximum: rememberedLeftOut,
      lifetime: { ms: leftOutMs, now: () => clock.elapsed() },
    }),
    together: mostTogether,
    isSortingOut: false,
    restsUntil: 0,
  };
}

/**
 * What is known of the wallet at the beginning of the range already, or is being asked for by another: up to which block, resting
 * on which one. null: nothing; or, once it is waited for, the other's request has failed.
 */
export function knownFinds(
  { found }: CompanySearch,
  wallet: Address,
  range: BlockRange,
): Promise<{ toBlock: number; finds: Finds; frame: Frame } | null> | null {
  const stretch = stretchAt(found, wallet, range.fromBlock);
  if (stretch === undefined) return null;
  const { frame } = stretch;
  const toBlock = Math.min(stretch.toBlock, range.toBlock);
  return stretch.finds.then(
    (finds) => ({ toBlock, finds, frame }),
    () => null,
  );
}

/** Up to where nothing is known of the wallet, from the beginning of the range on. */
export function unknownUntil(
  { found }: CompanySearch,
  wallet: Address,
  { fromBlock, toBlock }: BlockRange,
): number {
  return Math.min(toBlock, nextKnown(found, wallet, fromBlock) - 1);
}

/** Asks for the wallet and as much company as there is. Throws what asking for the wallet alone throws. */
export function searchTogether(search: CompanySearch, range: BlockRange, errand: Errand): Promise<Finds> {
  const { wallet, frame, ask, isConfirmed, signal } = errand;
  const company = companyOf(search, range, errand);
  const askFor: AskFor = async (wallets) => {
    const answer = await ask(range, wallets);
    for (const [address, finds] of answer) search.options.note(address, finds);
    return answer;
  };
  const keep = (address: Address, finds: Promise<Finds>): void => {
    keepFinds(search.found, address, { ...range, frame, finds: confirmed(finds, isConfirmed) });
  };
  const all = askFor([wallet, ...company]);
  const own = all
    .catch((error: unknown) => {
      signal?.throwIfAborted();
      if (company.length === 0) throw error;
      return askFor([wallet]);
    })
    .then((answer) => answer.get(wallet) ?? nothingFound);
  keep(wallet, own);
  if (company.length === 0) return own;
  const others = all.then(
    (answer) => noteAnswer(search, company, answer),
    async (error: unknown) => {
      // It was not the company if the wallet itself is refused.
      await own;
      return sortOut(search, company, { error, askFor });
    },
  );
  for (const address of company) {
    const finds = others.then((answer) => {
      const ofOne = answer.get(address);
      if (ofOne === undefined) throw new TooLargeError(`${address} is not found in company`);
      return ofOne;
    });
    keep(address, finds);
  }
  return own;
}

/** Who needs the range, and is no burden. */
function companyOf(search: CompanySearch, range: BlockRange, { wallet, company }: Errand): Address[] {
  const { found, leftOut, together, options } = search;
  // One that is refused by itself would be refused in company, too.
  if (leftOut.get(wallet) !== undefined) return [];
  if (search.isSortingOut || options.clock.elapsed() < search.restsUntil || !hasRoom(found)) return [];
  const wanted = company.filter(
    ({ address, fromBlock }) =>
      address !== wallet &&
      fromBlock <= range.toBlock &&
      leftOut.get(address) === undefined &&
      isUnknown(found, address, range),
  );
  return [...new Set(wanted.map(({ address }) => address))].slice(0, together - 1);
}

/** What one node alone has told is good enough for who asked, who says so; not for later. */
async function confirmed(finds: Promise<Finds>, isConfirmed: () => boolean): Promise<Finds> {
  const found = await finds;
  if (!isConfirmed()) throw new TooLargeError('not every node has answered');
  return found;
}

function noteAnswer(
  search: CompanySearch,
  company: readonly Address[],
  answer: ReadonlyMap<Address, Finds>,
): ReadonlyMap<Address, Finds> {
  let all = 0;
  for (const address of company) {
    const finds = answer.get(address)?.transactions.length ?? 0;
    if (finds > manyFinds) search.leftOut.keep(address, true);
    else all += finds;
  }
  if (all > manyFinds) makeSmaller(search);
  else search.together = Math.min(mostTogether, search.together + 1);
  return answer;
}

function makeSmaller(search: CompanySearch): void {
  search.together = Math.max(2, Math.floor(search.together / 2));
}

/** The wallet was answered alone, and not in this company: who it was. */
async function sortOut(
  search: CompanySearch,
  company: readonly Address[],
  { error, askFor }: { error: unknown; askFor: AskFor },
): Promise<ReadonlyMap<Address, Finds>> {
  if (!(error instanceof TooLargeError)) {
    search.restsUntil = search.options.clock.elapsed() + restMs;
    throw error;
  }
  if (search.isSortingOut) throw error;
  search.isSortingOut = true;
  try {
    // Another may have been left out since they were asked for.
    const rest = company.filter((address) => search.leftOut.get(address) === undefined);
    const answers = await inHalves(search, rest, askFor);
    const isOneToBlame = answers.size < company.length;
    if (!isOneToBlame) makeSmaller(search);
    return answers;
  } finally {
    search.isSortingOut = false;
  }
}

/** What is found of those that are not refused even alone. */
async function inHalves(
  search: CompanySearch,
  wallets: readonly Address[],
  askFor: AskFor,
): Promise<Map<Address, Finds>> {
  const [only] = wallets;
  if (only === undefined) return new Map();
  try {
    return new Map(await askFor(wallets));
  } catch (refusal) {
    if (!(refusal instanceof TooLargeError)) throw refusal;
  }
  if (wallets.length === 1) {
    search.leftOut.keep(only, true);
    return new Map();
  }
  const middle = Math.ceil(wallets.length / 2);
  const halves = [wallets.slice(0, middle), wallets.slice(middle)];
  const answers = await Promise.all(halves.map((half) => inHalves(search, half, askFor)));
  return new Map(answers.flatMap((answer) => [...answer]));
}
