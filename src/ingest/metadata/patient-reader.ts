/** Contracts as they are at the head that the step knows, or at a block before, waited for as long as answers keep coming, and not for ever. */
import { RetryableError } from '../../errors.ts';
import type { ContractReader } from '../../labels/metadata/contract-reader.ts';
import type { ChainRuntime } from '../chain-runtime.ts';

export interface PatienceLimits {
  /** Without any answer for so long, nothing more is waited for. */
  stallMs: number;
  /** All in all. */
  totalMs: number;
}

const stallMs = 15_000;
/** Through an explorer alone every call is a request of a limited account: many contracts are many seconds. */
const totalMs = { node: 60_000, explorer: 600_000 };

/**
 * A reader whose calls fail when the time is over: those that are under way then, and all later ones at once. "Latest" of a node
 * that is a block behind may be before the contract was deployed, and the empty answer would be taken for the contract's. Asked for
 * a block by its number, such a node says that it does not have it.
 */
export function patientReader(
  { source, head, config }: ChainRuntime,
  onFault: (error: unknown) => void,
  limits?: PatienceLimits,
): ContractReader & Disposable {
  const { stallMs: stall, totalMs: total } = limits ?? {
    stallMs,
    totalMs: config.rpc.length > 0 ? totalMs.node : totalMs.explorer,
  };
  const over = Promise.withResolvers<never>();
  over.promise.catch(() => {});
  let isOver = false;
  const end = (): void => {
    isOver = true;
    over.reject(new RetryableError(`${source.description}: contracts did not answer in time`));
  };
  const late = setTimeout(end, total);
  /** Runs while something is asked: what is done with the answers in between is nobody's delay. */
  let stalled: NodeJS.Timeout | undefined;
  let underWay = 0;

  async function call(...[calls, blockNumber]: Parameters<ContractReader['callContracts']>) {
    if (blockNumber !== undefined) return source.callContracts(calls, blockNumber);
    if (source.holdsBack === true) return source.callContracts(calls);
    return source.callContracts(calls, (await head()).number);
  }

  return {
    chainId: source.chainId,
    async callContracts(calls, blockNumber) {
      underWay += 1;
      stalled ??= setTimeout(end, stall);
      try {
        if (isOver) return await over.promise;
        const answers = await Promise.race([call(calls, blockNumber), over.promise]);
        stalled?.refresh();
        return answers;
      } catch (error) {
        // That a node has no state of old blocks is no fault.
        if (blockNumber === undefined) onFault(error);
        throw error;
      } finally {
        underWay -= 1;
        if (underWay === 0) {
          clearTimeout(stalled);
          stalled = undefined;
        }
      }
    },
    [Symbol.dispose]() {
      clearTimeout(stalled);
      clearTimeout(late);
    },
  };
}
