/**
 * What surrounds the data in an answer. The account API answers `{ status, message, result }` with HTTP 200 for errors
 * too; requests passed on to a node answer plain JSON-RPC, but their limits come in the account API's shape.
 */
import { z } from 'zod';
import type { Clock } from '../../../outgoing/clock.ts';
import { isBlockMissing, isUndone, type RpcErrorObject } from '../../rpc/client/rpc-errors.ts';
import type { ExplorerDialect } from '../dialects/dialect.ts';
import { type Answer, failed } from './explorer-http.ts';
import { type Fault, type FaultKind, quoteText, readWording, untilReset } from './faults.ts';

export interface EnvelopeContext {
  dialect: ExplorerDialect;
  clock: Clock;
  /** The key, which is kept out of error texts. */
  secret: string | undefined;
}

const accountEnvelope = z.object({
  status: z.union([z.string(), z.number()]).transform(String),
  message: z.string().nullish(),
  result: z.unknown(),
});

/** Blockscout has errors that are a mere text. */
const nodeError = z.union([
  z.object({ code: z.number().catch(0), message: z.string().catch(''), data: z.unknown().optional() }),
  z.string().transform((message) => ({ code: 0, message })),
]);

const nodeEnvelope = z.object({
  jsonrpc: z.string(),
  id: z.unknown().optional(),
  result: z.unknown().optional(),
  error: nodeError.nullish(),
});

/** The `result` of an account API answer; an empty list for "No … found". */
export function readAccountAnswer(json: unknown, context: EnvelopeContext): Answer<unknown> {
  const parsed = accountEnvelope.safeParse(json);
  if (!parsed.success) return failed({ kind: 'malformed', text: 'no status, message and result' });
  const { status, message, result } = parsed.data;
  if (status === '1') return { ok: true, value: result };
  const words = typeof result === 'string' && result !== '' ? result : (message ?? '');
  if (status === '2') return failed(named('partly-indexed', words, context));
  const isEmpty = result === null || result === '' || (Array.isArray(result) && result.length === 0);
  if (isEmpty && /^no .+ found/i.test(message ?? '')) return { ok: true, value: [] };
  const unknown = result === null ? context.dialect.nullResult : 'unavailable';
  return failed(named(readWording(words) ?? readWording(message ?? '') ?? unknown, words, context));
}

/** The `result` of a JSON-RPC answer. `id`: what was sent, where we could choose it. */
export function readNodeAnswer(json: unknown, context: EnvelopeContext, id: number | null): Answer<unknown> {
  const parsed = nodeEnvelope.safeParse(json);
  if (!parsed.success) {
    const account = readAccountAnswer(json, context);
    if (!account.ok && isReverted(account.fault.text)) account.fault.kind = 'reverted';
    return account.ok ? failed({ kind: 'malformed', text: 'no JSON-RPC answer' }) : account;
  }
  const { result, error } = parsed.data;
  if (id !== null && parsed.data.id !== id)
    return failed({ kind: 'malformed', text: 'the answer to another request' });
  if (error !== undefined && error !== null) {
    const kind = nodeFaultKind(error) ?? (isInvalid(error) ? 'refused' : 'unavailable');
    return failed(named(kind, error.message, context));
  }
  if (result === undefined) return failed({ kind: 'malformed', text: 'a JSON-RPC answer without result' });
  return { ok: true, value: result };
}

/**
 * What the JSON-RPC error in an answer says that came with a status of failure; null where there is none, or its words say
 * nothing. Routescan answers a reverted call with HTTP 500.
 */
export function readNodeRefusal(json: unknown): { kind: FaultKind; text: string } | null {
  const parsed = z.object({ error: nodeError }).safeParse(json);
  if (!parsed.success) return null;
  const kind = nodeFaultKind(parsed.data.error);
  return kind === null ? null : { kind, text: parsed.data.error.message };
}

/** A revert first: what comes after the word is the contract's own text. null: nothing is known about it. */
function nodeFaultKind(error: RpcErrorObject): FaultKind | null {
  if (isUndone(error)) return 'reverted';
  if (error.code === -32601) return 'unsupported';
  return readWording(error.message) ?? (isBlockMissing(error) ? 'unavailable' : null);
}

/** The account API's shape around the node's words. */
const isReverted = (text: string): boolean => /execution reverted/i.test(text);

const isInvalid = ({ code }: RpcErrorObject): boolean => code === -32600 || code === -32602;

function named(kind: FaultKind, text: string, context: EnvelopeContext): Fault {
  const fault: Fault = { kind, text: quoteText(text, context.secret) };
  if (kind === 'daily-limit') fault.retryAfterMs = untilReset(text, context.clock.now());
  return fault;
}
