/**
 * Reading contracts: many calls in one eth_call by viem's multicall. The multicall contract is created for this one call, so that
 * the chain needs none. What it returns counts as the code of a contract (EIP-170: at most 24,576 bytes), so the answers must be
 * few and short. Calls that are not are read in four parts, and at the end alone; what answers long is remembered. An answer over the
 * limit of bytes is no answer, and its question is never asked again.
 */
import DataLoader from 'dataloader';
import { createPublicClient, custom } from 'viem';
import { chunk } from '../../../domain/chunk.ts';
import { createMemory } from '../../../domain/memory.ts';
import type { Hex } from '../../../domain/model.ts';
import type { ContractCall } from '../../definitions/chain-source.ts';
import { ethCall } from './actions.ts';
import type { RpcClient, RpcRequest } from './client.ts';
import { CallRevertedError, OversizedAnswerError, TooLargeError, TooSlowError } from './rpc-errors.ts';

/** So many names, or links of up to 200 bytes, with the 128 bytes that the ABI puts around each, are no more than a contract. */
const callsTogether = 64;
/** What is too much together is asked in so many parts: halves would be six rounds to a node that may be far away, these are three. */
const partsOfTooMuch = 4;

/**
 * In hexadecimal digits, 2 KiB: of a function that answers so long a dozen fill a multicall. From then on its calls are asked one by
 * one, which share exchanges.
 */
const longAnswer = 2 * 2_048;
/** Of which it is known. One that is forgotten is found out again. */
const rememberedQuestions = 10_000;
/** Behind `0x` and four bytes. */
const selectorEnd = 10;

export type CallContracts = (calls: readonly ContractCall[], blockNumber?: number) => Promise<(Hex | null)[]>;

/**
 * Results in order; null where a call reverted, there is no code, or the answer is over the limit of bytes. What is asked of one
 * block in one tick travels together.
 */
export function createContractReader(client: RpcClient): CallContracts {
  const withLongAnswers = createMemory<string, true>({ maximum: rememberedQuestions });
  const noting =
    (read: ReadCall): ReadCall =>
    async (call) => {
      const answer = await read(call);
      if (answer !== null && answer.length > longAnswer) withLongAnswers.keep(questionOf(call), true);
      return answer;
    };
  // Promises, not answers: those who ask in the same tick neither wait for one another nor fail with one another.
  const loader = new DataLoader<Asked, Promise<Hex | null>>(
    async (asked) => {
      const answers = new Map<Asked, Promise<Hex | null>>();
      const answer = (calls: readonly Asked[], read: ReadCall): void => {
        for (const call of calls) answers.set(call, noting(read)(call));
      };
      const { long = [], short = [] } = Object.groupBy(asked, (call) =>
        withLongAnswers.get(questionOf(call)) === undefined ? 'short' : 'long',
      );
      answer(long, inCompany(client));
      for (const ofBlock of Map.groupBy(short, ({ blockNumber }) => blockNumber).values()) {
        for (const piece of chunk(ofBlock, callsTogether)) {
          answer(piece, piece.length === 1 && asked.length > 1 ? inCompany(client) : together(client, piece));
        }
      }
      return asked.map((call) => answers.get(call) ?? Promise.resolve(null));
    },
    { cache: false },
  );
  return (calls, blockNumber) =>
    Promise.all(calls.map(async ({ to, data }) => loader.load({ to, data, blockNumber })));
}

/** The function of a contract: what it answers for one token is about as long as for another. */
const questionOf = ({ to, data }: Asked): string => `${to}:${data.slice(0, selectorEnd)}`;

type ReadCall = (call: Asked) => Promise<Hex | null>;

/** A reader whose calls of one tick are one multicall: viem collects them per client. Where that is too much, some smaller ones. */
function together(client: RpcClient, calls: readonly Asked[]): ReadCall {
  if (calls.length === 1) return (call) => callAlone(client, call);
  let wasTooMuch = false;
  const transport = custom(
    {
      request: async ({ method, params }: { method: string; params?: unknown }) => {
        if (method !== 'eth_call') throw new Error(`unexpected ${method}`);
        // It can be asked for in parts: what is too large or too slow comes back at once.
        const request = { ...ethCall(Array.isArray(params) ? params : []), splittable: true };
        return client.request(request).catch((error: unknown) => {
          wasTooMuch = isTooMuch(error);
          throw error;
        });
      },
    },
    { retryCount: 0 },
  );
  const multicall = createPublicClient({
    // Else a contract that reverts with OffchainLookup (EIP-3668) has this service fetch an address of its choice.
    ccipRead: false,
    batch: { multicall: { deployless: true, batchSize: Number.MAX_SAFE_INTEGER, wait: 0 } },
    transport,
  });
  let smaller: ReadCall | null = null;
  return async (call) => {
    const { to, data, blockNumber } = call;
    try {
      const answer = await multicall.call({
        ...{ to, data },
        ...(blockNumber === undefined ? {} : { blockNumber: BigInt(blockNumber) }),
      });
      if (answer.data !== undefined) return answer.data;
    } catch {
      // One greedy contract can spend the gas of all others, and some nodes refuse calls without a recipient.
    }
    if (!wasTooMuch) return callAlone(client, call);
    smaller ??= inParts(client, calls);
    return smaller(call);
  };
}

function inParts(client: RpcClient, calls: readonly Asked[]): ReadCall {
  const readers = new Map<Asked, ReadCall>();
  for (const part of chunk(calls, Math.ceil(calls.length / partsOfTooMuch))) {
    const read = together(client, part);
    for (const call of part) readers.set(call, read);
  }
  return (call) => (readers.get(call) ?? inCompany(client))(call);
}

/** The answers together do not fit, or took more gas than there is: fewer of them may do. */
function isTooMuch(error: unknown): boolean {
  if (error instanceof TooSlowError) return false;
  if (error instanceof TooLargeError) return true;
  return error instanceof CallRevertedError && /gas|size|too large/i.test(error.message);
}

/** Calls of several blocks, which no multicall can ask together: they share exchanges as any requests do. */
const inCompany =
  (client: RpcClient): ReadCall =>
  (call) =>
    answerTo(client, ethCallOf(call));

/**
 * One call in an exchange of its own: what decides when a multicall failed. For an answer over the limit takes those that travel with it
 * along, and they are asked again in halves.
 */
function callAlone(client: RpcClient, call: Asked): Promise<Hex | null> {
  return answerTo(client, { ...ethCallOf(call), weight: Number.POSITIVE_INFINITY });
}

const ethCallOf = ({ to, data, blockNumber }: Asked): RpcRequest<Hex> =>
  ethCall([{ to, data }, blockNumber === undefined ? 'latest' : `0x${blockNumber.toString(16)}`]);

async function answerTo(client: RpcClient, request: RpcRequest<Hex>): Promise<Hex | null> {
  try {
    const answer = await client.request(request);
    return answer === '0x' ? null : answer;
  } catch (error) {
    if (error instanceof CallRevertedError || error instanceof OversizedAnswerError) return null;
    throw error;
  }
}

interface Asked extends ContractCall {
  blockNumber: number | undefined;
}
