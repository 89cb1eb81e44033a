/**
 * One step of a history: discovery over windows of blocks, while the transactions of earlier windows are already being
 * loaded. What was fetched counts only if three things hold. The end of the range is the same block before and after. What others
 * have found and is used here rests on blocks that are on the chain still. And the range continues what is stored: the parent of
 * its first block is the last block that the caller has.
 */
import { compareChainPlaces } from '../../../domain/chain-order.ts';
import type { Address, ChainCredit, ChainTransaction } from '../../../domain/model.ts';
import { RetryableError } from '../../../errors.ts';
import type { Clock } from '../../../outgoing/clock.ts';
import type { Activity, ActivityRequest } from '../../definitions/chain-source.ts';
import { getBalance, getHeader, getKnownHeader } from '../client/actions.ts';
import { patientClient, type RpcClient } from '../client/client.ts';
import type { Header } from '../client/schemas.ts';
import type { BlockLink, BlockRange, Frame } from '../sharing/finds.ts';
import { directLookUps, sharedLookUps } from '../sharing/look-ups.ts';
import { forgetSharing, forgetStored, keptFrames, type Shared, type Sharing } from '../sharing/sharing.ts';
import {
  type Discovery,
  type DiscoveryLimits,
  discover,
  isScanned,
  isShortRange,
  missingParts,
} from './discover.ts';
import { checkLinks, type Finding, type Findings } from './findings.ts';
import { type Loader, loadTransactions } from './load-transactions.ts';
import type { Density } from './ranges.ts';

export interface ActivityLimits extends DiscoveryLimits {
  /** A step ends after this many transactions … */
  stepTransactions: number;
  /** … or this long, at the end of a window; ranges of up to `wholeRangeBlocks` are never cut. */
  stepMs: number;
}

export interface ActivityDeps extends Omit<Discovery, 'shared'> {
  client: RpcClient;
  clock: Clock;
  limits: ActivityLimits;
  /** Of the wallet. */
  density: Density;
  sharing: Sharing;
}

/** A step is full with this part of its transactions: a window for the rest would be small. */
const fullFrom = 0.75;

/** What touched the address from `fromBlock` on. Throws RetryableError where the chain or the nodes are not of one mind. */
export async function fetchActivity(request: ActivityRequest, deps: ActivityDeps): Promise<Activity> {
  const { client, limits } = deps;
  const { address, fromBlock, toBlock, parentHash = null, onReached, signal } = request;
  if (fromBlock > toBlock) throw new RangeError(`an empty range of blocks: ${fromBlock} to ${toBlock}`);
  const endBefore = await endHeader(client, toBlock, signal);
  const shared = await shareWith(request, deps, endBefore);
  const discovery: Discovery = { ...deps, shared };

  const startedAt = deps.clock.elapsed();
  const unconfirmedBefore = deps.nodes.unconfirmed();
  const mayCut = toBlock - fromBlock + 1 > limits.wholeRangeBlocks;
  const pending: Promise<ChainTransaction[]>[] = [];
  const credits: ChainCredit[] = [];
  const isShort = isShortRange(request, limits);
  const links: BlockLink[] = [];
  // After the end of the range: a re-org between the two would be noticed.
  const [beginning, genesis] = beforehand(
    isShort || parentHash === null ? null : endHeader(client, fromBlock, signal),
    fromBlock === 0 ? genesisCredit(address, deps, signal) : null,
  );
  const loader = loaderFor(request, deps, { shared, frame: endBefore });
  let found = 0;
  let reached = fromBlock - 1;
  while (reached < toBlock) {
    const room = mayCut ? Math.max(1, limits.stepTransactions - found) : Number.POSITIVE_INFINITY;
    const size = Math.min(windowSize(deps), deps.density.blocksFor(room));
    const window = { fromBlock: reached + 1, toBlock: Math.min(toBlock, reached + size) };
    const findings = await discover(address, window, discovery, request, endBefore);
    links.push(...findings.links);
    if (mayCut) deps.density.saw(window.toBlock - reached, findings.byHash.size);
    const cut = cutAfterBlock(findings, window, room);
    pending.push(...beforehand(loadTransactions(cut.findings, loader)));
    credits.push(...findings.credits.filter((credit) => credit.blockNumber <= cut.reached));
    found += cut.findings.length;
    reached = cut.reached;
    const isLong =
      found >= limits.stepTransactions * fullFrom || deps.clock.elapsed() - startedAt > limits.stepMs;
    if (mayCut && (isLong || reached < window.toBlock)) break;
  }
  if (reached < toBlock && onReached !== undefined) {
    // Of a failure the answer will tell.
    endHeader(client, reached, signal).then(
      ({ number, hash }) => onReached({ number, hash }),
      () => undefined,
    );
  }
  const transactions = (await Promise.all(pending)).flat().sort(compareChainPlaces);
  const [first, owned] = await Promise.all([beginning, genesis]);
  if (first !== null) links.push(first);

  const [end] = await Promise.all([
    endHeader(client, reached, signal),
    proveFrames([endBefore, ...(shared?.frames ?? [])], deps, signal),
  ]);
  const before = parentHash === null ? null : { number: fromBlock - 1, hash: parentHash };
  checkLinks(links, { before, end: endBefore, found: [...transactions, ...credits] });
  return {
    reached: { number: end.number, hash: end.hash, timestamp: end.timestamp },
    transactions,
    credits: [
      ...(owned?.credits ?? []),
      ...credits.sort((left, right) => left.blockNumber - right.blockNumber),
    ],
    missing: missingParts(deps.capabilities, isScanned(request, deps)),
    warnings: [...(owned?.warnings ?? []), ...confirmationWarnings(deps, request, unconfirmedBefore)],
  };
}

/** Begun now and awaited later: until then a failure must not count as unhandled. */
function beforehand<Begun extends readonly (Promise<unknown> | null)[]>(...begun: Begun): Begun {
  for (const one of begun) one?.catch(() => undefined);
  return begun;
}

/** So many blocks at most are asked for beforehand, to spare the wallet a failure; afterwards each is. */
const framesLookedAt = 64;

/** What the request shares with others; null: nothing. What others have found on blocks that are gone is forgotten. */
async function shareWith(
  { address, fromBlock, company, isCheck = false, signal }: ActivityRequest,
  { client, sharing }: ActivityDeps,
  end: Header,
): Promise<Shared | null> {
  if (company === undefined || isCheck) return null;
  forgetStored(sharing, address, fromBlock);
  const frames = keptFrames(sharing, address, fromBlock).filter(({ hash }) => hash !== end.hash);
  const headers = await Promise.all(
    frames.slice(0, framesLookedAt).map(({ number }) => client.request(getHeader(number), signal)),
  );
  if (headers.some((header, index) => header?.hash !== frames[index]?.hash)) forgetSharing(sharing);
  // Who would have come along is no reason to fail.
  return { sharing, company: () => company().catch(() => []), frames: new Set() };
}

/** A whole history is patient; who follows the chain, or looks at its newest blocks, is waited for. */
function loaderFor(
  request: ActivityRequest,
  { client, blocks, capabilities, limits, sharing }: ActivityDeps,
  { shared, frame: { number, hash } }: { shared: Shared | null; frame: Frame },
): Loader {
  const { address: wallet, isFollowing = false, signal } = request;
  const isHistory = !isFollowing && !isShortRange(request, limits);
  const direct = directLookUps(isHistory ? patientClient(client) : client, blocks);
  if (shared === null) return { lookUps: direct, capabilities, wallet, signal };
  const onUse = (frame: Frame): void => void shared.frames.add(frame);
  const lookUps = sharedLookUps(direct, sharing.kept, { wallet, frame: { number, hash }, onUse });
  return { lookUps, capabilities, wallet, signal };
}

/** The blocks that everything rests on are on the chain still; the first of them is the end of the range. */
async function proveFrames(
  frames: readonly Frame[],
  { client, sharing }: ActivityDeps,
  signal: AbortSignal | undefined,
): Promise<void> {
  const each = new Map(frames.map((frame) => [`${frame.number}:${frame.hash}`, frame]));
  await Promise.all(
    [...each.values()].map(async ({ number, hash }) => {
      const after = await endHeader(client, number, signal);
      if (after.hash === hash) return;
      forgetSharing(sharing);
      throw new RetryableError(`block ${number} changed while the range was being fetched: a re-org`);
    }),
  );
}

/** Where a range is too long for the Bloom filters, a second node is the only proof that no log was left out. */
function confirmationWarnings(deps: ActivityDeps, range: BlockRange, unconfirmedBefore: number): string[] {
  const isConfirmed = deps.nodes.unconfirmed() === unconfirmedBefore;
  if (isConfirmed || isShortRange(range, deps.limits)) return [];
  return [
    'Some blocks were read without the agreement of every node, because one was behind or did not answer.',
  ];
}

function windowSize(deps: ActivityDeps): number {
  const { limits, logSizer, nativeSizer, capabilities } = deps;
  const scansNative = capabilities.native !== 'blocks';
  const isTried = logSizer.isTried() || nativeSizer.isTried();
  // Nothing is loaded before the first window is searched: it is short until the node has shown what it bears.
  const pieces = isTried ? limits.parallel : 1;
  return pieces * (scansNative ? Math.min(logSizer.size(), nativeSizer.size()) : logSizer.size());
}

function endHeader(client: RpcClient, blockNumber: number, signal: AbortSignal | undefined): Promise<Header> {
  return client.request(getKnownHeader(blockNumber), signal);
}

/** The findings of the window up to the block in which `room` is used up; a block is never cut. */
function cutAfterBlock(
  findings: Findings,
  window: BlockRange,
  room: number,
): { findings: Finding[]; reached: number } {
  const all = [...findings.byHash.values()].sort((left, right) => left.blockNumber - right.blockNumber);
  const last = all[Math.min(all.length, room) - 1];
  if (all.length <= room || last === undefined) return { findings: all, reached: window.toBlock };
  return {
    findings: all.filter((finding) => finding.blockNumber <= last.blockNumber),
    reached: last.blockNumber,
  };
}

/** What the address owned from the first block on. */
async function genesisCredit(
  address: Address,
  deps: ActivityDeps,
  signal: AbortSignal | undefined,
): Promise<{ credits: ChainCredit[]; warnings: string[] }> {
  if (!deps.capabilities.archive) {
    return {
      credits: [],
      warnings: ['The node keeps no old state: a balance from the genesis block would not be seen.'],
    };
  }
  const [value, header] = await Promise.all([
    deps.client.request(getBalance(address, 0), signal),
    deps.blocks.header(0, signal),
  ]);
  if (value === 0n) return { credits: [], warnings: [] };
  const credit: ChainCredit = {
    kind: 'genesis',
    index: 0,
    address,
    value,
    blockNumber: 0,
    blockHash: header.hash,
    timestamp: header.timestamp,
  };
  return { credits: [credit], warnings: [] };
}
