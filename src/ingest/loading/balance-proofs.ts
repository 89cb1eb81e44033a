/**
 * What a token's own balances say of moves that only its logs tell: the wallet's balance at the end of the block, beside that of the
 * block before. A burn by a protocol moves it whatever the wallet approved; a forged log does not.
 */
import type { ChainSource } from '../../chains/definitions/chain-source.ts';
import { chunk } from '../../domain/chunk.ts';
import type { BalanceProof, ClassifyContext } from '../../domain/classify/evidence/context.ts';
import { needsProof } from '../../domain/classify/spam.ts';
import { createMemory, type Memory } from '../../domain/memory.ts';
import type { Address } from '../../domain/model.ts';
import type { NormalizedTransaction } from '../../domain/normalize/normalized.ts';
import { RetryableError } from '../../errors.ts';
import { mapLimited } from '../../outgoing/at-once.ts';
import { type Clock, systemClock } from '../../outgoing/clock.ts';
import { balanceIn, balanceOfCall } from '../balance-of.ts';

/** Each asks a node for the state of two blocks; what is beyond is judged without. Those of outflows come first. */
const mostBlocks = 100;
/** Asked in one tick, they share exchanges (chains/rpc/client/contract-calls.ts). */
const blocksAtOnce = 50;
const tokensPerRead = 100;
/**
 * The source has asked several times before it fails. Its fault must not decide what is stored for good: the step fails, and is
 * made again later. But a contract that always brings one about must not hold up the wallet: in the last of so many steps its block
 * is judged without.
 */
const mostSteps = 3;
/** Blocks of wallets of which it is known how often they failed. One that is forgotten has its steps anew. */
const rememberedBlocks = 10_000;
/** No block is begun later: the rest of the step is judged without. */
const longestMs = 60_000;

/** Of a step's transactions; undefined: not asked, or not answered. */
export type BalanceProofs = (token: Address, at: NormalizedTransaction) => BalanceProof | undefined;

/**
 * Reads what is needed to judge a step's transactions. `contextOf`: with what is known of approvals. A node that cannot say, because it
 * keeps no old states or the contract refuses, leaves it open.
 *
 * @throws RetryableError where the node failed in a way that may pass, at most in a few steps for the same block
 */
export type ReadBalanceProofs = (
  source: Pick<ChainSource, 'callContracts' | 'chainId'>,
  transactions: readonly NormalizedTransaction[],
  contextOf: (transaction: NormalizedTransaction) => ClassifyContext,
) => Promise<BalanceProofs>;

export function createBalanceProofs(clock: Clock = systemClock): ReadBalanceProofs {
  const failedSteps = createMemory<string, number>({ maximum: rememberedBlocks });
  return async (source, transactions, contextOf) => {
    const wanted = wantedBlocks(transactions, contextOf);
    const { found, failed } = await readChanges(source, { wanted, nets: netMoves(transactions) }, clock);
    failWhileItMayPass(failed, failedSteps);
    // The step is judged. Who loads these blocks once more, after a re-org or at a reload, has its steps anew.
    for (const [block, { wallet }] of wanted) failedSteps.forget(nameOf(source, wallet, block));
    return (token, { transaction }) => found.get(`${transaction.blockNumber}:${token}`);
  };
}

/** What the nodes say: proofs by block and token; and by chain, wallet and block, where they failed in a way that may pass. */
async function readChanges(
  source: Parameters<ReadBalanceProofs>[0],
  { wanted, nets }: { wanted: readonly [number, Wanted][]; nets: ReadonlyMap<string, bigint> },
  clock: Clock,
): Promise<{ found: Map<string, BalanceProof>; failed: Map<string, RetryableError> }> {
  const startedAt = clock.elapsed();
  const found = new Map<string, BalanceProof>();
  const failed = new Map<string, RetryableError>();
  await mapLimited(wanted, blocksAtOnce, async ([block, { wallet, tokens }]) => {
    if (clock.elapsed() - startedAt > longestMs) return;
    for (const piece of chunk([...tokens], tokensPerRead)) {
      const changes = await changesOf(source, piece, { wallet, block }).catch((error: unknown) => {
        if (error instanceof RetryableError) failed.set(nameOf(source, wallet, block), error);
        return [];
      });
      for (const [index, token] of piece.entries()) {
        const name = `${block}:${token}`;
        const proof = proofOf(nets.get(name) ?? 0n, changes[index] ?? null);
        if (proof !== undefined) found.set(name, proof);
      }
    }
  });
  return { found, failed };
}

/** Of a block in a wallet's history, where its failed steps are counted. */
function nameOf({ chainId }: Pick<ChainSource, 'chainId'>, wallet: Address, block: number): string {
  return `${chainId}:${wallet}:${block}`;
}

/** Counts the step for each block that failed; ends it while one of them has steps left. */
function failWhileItMayPass(
  failed: ReadonlyMap<string, RetryableError>,
  failedSteps: Memory<string, number>,
): void {
  let end: RetryableError | undefined;
  for (const [block, error] of failed) {
    const steps = (failedSteps.get(block) ?? 0) + 1;
    failedSteps.keep(block, steps);
    if (steps < mostSteps) end ??= error;
  }
  if (end !== undefined) throw end;
}

/** What the logs of each block say in sum, by block and token. */
function netMoves(transactions: readonly NormalizedTransaction[]): Map<string, bigint> {
  const nets = new Map<string, bigint>();
  for (const { transaction, movements } of transactions) {
    for (const { tokenAddress, side, amount } of movements) {
      const name = `${transaction.blockNumber}:${tokenAddress}`;
      nets.set(name, (nets.get(name) ?? 0n) + (side === 'inflow' ? amount : -amount));
    }
  }
  return nets;
}

interface Wanted {
  wallet: Address;
  tokens: Set<Address>;
  hasOutflow: boolean;
}

function wantedBlocks(
  transactions: readonly NormalizedTransaction[],
  contextOf: (transaction: NormalizedTransaction) => ClassifyContext,
): [number, Wanted][] {
  const blocks = new Map<number, Wanted>();
  for (const normalized of transactions) {
    const context = contextOf(normalized);
    for (const movement of normalized.movements) {
      if (!needsProof(movement, normalized, context)) continue;
      const { blockNumber } = normalized.transaction;
      const wanted = blocks.get(blockNumber) ?? {
        ...{ wallet: normalized.wallet, tokens: new Set(), hasOutflow: false },
      };
      wanted.tokens.add(movement.tokenAddress);
      wanted.hasOutflow ||= movement.side === 'outflow';
      blocks.set(blockNumber, wanted);
    }
  }
  const inOrder = [...blocks].sort(
    ([, left], [, right]) => Number(right.hasOutflow) - Number(left.hasOutflow),
  );
  return inOrder.slice(0, mostBlocks);
}

/** By how much the wallet's balance of each token changed in the block; null: it does not say. */
async function changesOf(
  source: Pick<ChainSource, 'callContracts'>,
  tokens: readonly Address[],
  { wallet, block }: { wallet: Address; block: number },
): Promise<(bigint | null)[]> {
  const data = balanceOfCall(wallet);
  const calls = tokens.map((to) => ({ to, data }));
  const [before, after] = await Promise.all([
    source.callContracts(calls, block - 1),
    source.callContracts(calls, block),
  ]);
  return tokens.map((_, index) => {
    const [then, now] = [balanceIn(before[index]), balanceIn(after[index])];
    return then === null || now === null ? null : now - then;
  });
}

/** Interest accrues and fees are taken, so that amounts may differ: the direction decides. */
function proofOf(logged: bigint, changed: bigint | null): BalanceProof | undefined {
  if (logged === 0n || changed === null) return undefined;
  if (changed === 0n) return 'unmoved';
  return logged > 0n === changed > 0n ? 'moved' : undefined;
}
