/**
 * What a node's complaint means. Nodes agree on few codes and word the rest freely, so texts are matched, most specific
 * first. A revert comes before all words: they are the contract's, which may say whatever its author likes. Messages carry the
 * host only: URLs hold keys.
 */
import { PermanentError, RetryableError } from '../../../errors.ts';
import type { ExchangeError } from '../../../outgoing/exchange.ts';
import { parseRetryAfter } from '../../../outgoing/retry-after.ts';

/** A longer Retry-After is not waited for: other nodes may answer, or this one again. */
const longestWaitMs = 60_000;

/** The range or the result is too large, or too slow: ask for less. */
export class TooLargeError extends RetryableError {
  /** The number of blocks that the node says it bears, when it says so. */
  readonly suggestedSpan: number | undefined;

  constructor(message: string, suggestedSpan?: number) {
    super(message);
    this.suggestedSpan = suggestedSpan;
  }
}

/** No answer in time. A smaller request may do; or the node is stalled. */
export class TooSlowError extends TooLargeError {}

/** An answer over our limit of bytes: ask for less. */
export class AnswerOverLimitError extends TooLargeError {}

/** The same of what cannot be asked for in pieces: no node's answer to it is read. */
export class OversizedAnswerError extends PermanentError {}

/** The node does not have the method (or does not offer it on this plan). */
export class MethodMissingError extends PermanentError {}

/** A call that the contract undid: an answer, not a fault. */
export class CallRevertedError extends PermanentError {}

/** The node has pruned the state asked for: an archive node is needed. */
export class StateMissingError extends PermanentError {}

/** One endpoint refuses the service: key, plan, wrong chain. Another endpoint may serve. */
export class EndpointRefusedError extends PermanentError {}

/** What this node does not have, or what it says too much of: asking it again changes nothing. */
export function isOfThisNode(error: unknown): boolean {
  return (
    error instanceof MethodMissingError ||
    error instanceof StateMissingError ||
    error instanceof AnswerOverLimitError
  );
}

/** What is left to say of an answer over the limit when the question cannot be cut. */
export function oversizedAnswer(
  error: AnswerOverLimitError,
  calls: readonly { method: string; params: readonly unknown[] }[],
): OversizedAnswerError {
  const asked = calls.map(({ method, params }) => `${method} ${JSON.stringify(params).slice(0, 200)}`);
  return new OversizedAnswerError(
    `${error.message} (${asked.join(', ')}), and cannot be asked for in pieces. ` +
      'Give the chain a node with trace_filter, or an explorer.',
    { cause: error },
  );
}

export interface RpcErrorObject {
  code: number;
  message: string;
  /** What the contract returned when it reverted; of other errors whatever the node likes to add. */
  data?: unknown;
}

const rateLimited =
  /rate.?limit|too many requests|request limit|throughput|compute units|capacity exceeded|credits|quota|limit reached for|requests per second/i;
const refused =
  /invalid api.?key|unauthori[sz]ed|forbidden|authenticat|access denied|must be authenticated|project id/i;
const tooLarge =
  /range.{0,40}(too (large|wide|big)|exceed|limit)|(exceed|limit|max).{0,60}(range|blocks|results|logs|size)|too many (results|logs|blocks|traces)|more than [\d,]+ (results|logs|blocks)|query returned|response (size|is too)|response too large|result set|limited to|block range|too large/i;
const timedOut = /time.?out|timed out|deadline exceeded|execution aborted|took too long/i;
/** What a contract does on every node alike, besides reverting. Geth and Erigon, Nethermind, Besu, reth and anvil ('EVM error OpcodeNotFound'). */
const undone =
  /invalid opcode|out of gas|stack (under|over)flow|invalid jump|execution error|vm exception|evm error|code size|code is too large/i;
/** The methods that run a contract: only of them is a revert an answer. */
const contractMethods: ReadonlySet<string> = new Set([
  ...['eth_call', 'eth_estimateGas', 'eth_createAccessList', 'eth_callMany', 'eth_simulateV1'],
  ...['trace_call', 'trace_callMany', 'trace_rawTransaction', 'debug_traceCall', 'debug_traceCallMany'],
]);
/** Geth's code of a revert, which others have taken over. */
const revertedCode = 3;
const methodMissing =
  /method.{0,80}(not (found|supported|available|exist|allowed|enabled|whitelisted)|does not exist|unsupported|disabled|is not available)|unknown method|unsupported method|no such method|not implemented|namespace .{0,80} not/i;
const stateMissing =
  /missing trie node|state .{0,80}(not available|unavailable|pruned)|pruned|archive|historical state|no state available|state histories/i;
/**
 * A block that the node does not have: it is behind another, or a re-org has made its chain shorter for a moment. The words of
 * geth, reth, Besu, Nethermind ('123 could not be found'), Erigon, anvil ('block height is 2 but requested was 3'), hardhat, eRPC.
 */
const blockMissing =
  /(header|resource) not found|(unknown|no such) block|block (\S+ ){0,3}(not found|unavailable|not available)|(cannot|could not|can't) find block|(\d|0x[\da-f]+) could not be found|not yet|block yet|(behind|beyond|past|after|above|exceeds) (the )?(current )?(chain )?(head|latest|tip)|after last accepted|requested .{0,80} beyond|block height is|latest block number is/i;

/**
 * True for a complaint about a block that the node does not have (yet, or any more). Wrong parameters that name a height are one,
 * too: what we send is well-formed.
 */
export function isBlockMissing({ code, message }: RpcErrorObject): boolean {
  if (stateMissing.test(message)) return false;
  if (blockMissing.test(message)) return true;
  return (
    code === -32602 && !tooLarge.test(message) && /block.{0,40}(\d|head|height|latest|tip)/i.test(message)
  );
}

/**
 * True where the contract undid the call. It is told by what no contract chooses: geth's code, the node's own word, or returned
 * data, which only a revert has. The reason behind the word is the contract's own text and decides nothing.
 */
export function isRevert({ code, message, data }: RpcErrorObject): boolean {
  return code === revertedCode || /revert/i.test(message) || isReturnedData(data);
}

/** True for what a contract does on every node alike: a revert, or what the machine does not allow. */
export function isUndone(error: RpcErrorObject): boolean {
  return isRevert(error) || undone.test(error.message);
}

/** At least a selector. Parity and Nethermind write a word before it; hardhat and ganache put it into an object. */
function isReturnedData(data: unknown): boolean {
  if (typeof data === 'string') return /^(0x[\da-f]{8,}$|revert)/i.test(data);
  if (typeof data !== 'object' || data === null) return false;
  return ['data' in data ? data.data : null, 'result' in data ? data.result : null].some(
    (part) => typeof part === 'string' && isReturnedData(part),
  );
}

/** The error behind a JSON-RPC error object. `otherwise`: what it is where its words say nothing. */
export function fromRpcError(host: string, method: string, error: RpcErrorObject, otherwise?: Error): Error {
  const text = clean(error.message);
  const message = `${host}: ${method}: ${text} (code ${error.code})`;
  const runsContract = contractMethods.has(method);
  if (runsContract && isRevert(error)) return new CallRevertedError(message);
  if (error.code === 429 || error.code === -32029 || rateLimited.test(text))
    return new RetryableError(message);
  if (runsContract && undone.test(text)) return new CallRevertedError(message);
  if (error.code === -32601 || error.code === -32004 || methodMissing.test(text)) {
    return new MethodMissingError(message);
  }
  if (isBlockMissing({ code: error.code, message: text })) return new RetryableError(message);
  if (tooLarge.test(text)) return new TooLargeError(message, spanIn(text));
  if (timedOut.test(text)) return new TooSlowError(message);
  if (stateMissing.test(text)) return new StateMissingError(`${message}. An archive node is needed.`);
  // Not by -32001, "resource not found": Nethermind says so of a receipt that a re-org has taken away.
  if (refused.test(text)) return new EndpointRefusedError(message);
  if (error.code === -32602) return new PermanentError(message);
  return otherwise ?? new RetryableError(message);
}

/** The error behind an HTTP status without a readable JSON-RPC answer. `now`: milliseconds since 1970. */
export function fromHttpStatus(host: string, status: number, retryAfter: string | null, now: number): Error {
  const message = `${host}: HTTP ${status}`;
  if (status === 429 || status === 503) {
    const retryAfterMs = parseRetryAfter(retryAfter, now);
    return new RetryableError(
      message,
      retryAfterMs === undefined ? {} : { retryAfterMs: Math.min(retryAfterMs, longestWaitMs) },
    );
  }
  if (status === 413) return new TooLargeError(`${message}: the request is too large`);
  if (status === 408 || status >= 500) return new RetryableError(message);
  if (status === 401 || status === 403) {
    return new EndpointRefusedError(`${message}: access refused; check the key in the URL of this node`);
  }
  return new EndpointRefusedError(`${message}: this is no JSON-RPC endpoint; check its URL`);
}

/** The error behind an exchange of which nothing came. */
export function fromExchangeError(host: string, { isTimeout, code }: ExchangeError): Error {
  if (isTimeout) return new TooSlowError(`${host}: no answer in time`);
  return new RetryableError(`${host}: no connection${code === undefined ? '' : ` (${code})`}`);
}

/** 'currently limited to 300', 'maximum is 10,000 blocks', 'up to a 2K block range'. */
function spanIn(text: string): number | undefined {
  const match =
    /(?:limited to|limit(?: is| of|:)?|max(?:imum)?(?: is| of|:)?|up to(?: a)?|exceeds?)\D{0,24}?([\d,]+)\s*(k\b)?/i.exec(
      text,
    );
  const digits = match?.[1]?.replaceAll(',', '');
  if (digits === undefined || digits === '') return undefined;
  const span = Number(digits) * (match?.[2] === undefined ? 1 : 1000);
  return span >= 1 && span <= 10_000_000 ? span : undefined;
}

/** Node texts may echo the request: no URLs, no control characters, no novels. */
function clean(text: string): string {
  return text
    .replace(/\bhttps?:\/\/\S+/gi, '<url>')
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, 300);
}
