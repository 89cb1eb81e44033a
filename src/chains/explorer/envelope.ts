/**
 * What surrounds the data in an answer. The account API answers `{ status, message, result }` with HTTP 200 for errors
 * too; requests passed on to a node answer plain JSON-RPC, but their limits come in the account API's shape.
 */
import { z } from 'zod';
import type { Clock } from '../../outgoing/clock.ts';
import { isBlockMissing } from '../rpc/rpc-errors.ts';
import type { ExplorerDialect } from './dialect.ts';
import { type Fault, type FaultKind, quoteText, readWording, untilTomorrow } from './faults.ts';
import { type Answer, failed } from './http.ts';

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

const nodeEnvelope = z.object({
  jsonrpc: z.string(),
  id: z.unknown(),
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string().catch('') }).nullish(),
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
    return account.ok ? failed({ kind: 'malformed', text: 'no JSON-RPC answer' }) : account;
  }
  const { result, error } = parsed.data;
  if (id !== null && parsed.data.id !== id)
    return failed({ kind: 'malformed', text: 'the answer to another request' });
  if (error !== undefined && error !== null) return failed(nodeFault(error.code, error.message, context));
  if (result === undefined) return failed({ kind: 'malformed', text: 'a JSON-RPC answer without result' });
  return { ok: true, value: result };
}

const undoneCall =
  /revert|invalid opcode|out of gas|stack (under|over)flow|invalid jump|vm execution|bad (jump|instruction)/i;

function nodeFault(code: number, message: string, context: EnvelopeContext): Fault {
  if (code === 3 || undoneCall.test(message)) return named('reverted', message, context);
  if (code === -32601) return named('unsupported', message, context);
  const known = readWording(message);
  if (known !== null) return named(known, message, context);
  if (isBlockMissing({ code, message })) return named('unavailable', message, context);
  return named(code === -32600 || code === -32602 ? 'refused' : 'unavailable', message, context);
}

function named(kind: FaultKind, text: string, context: EnvelopeContext): Fault {
  const fault: Fault = { kind, text: quoteText(text, context.secret) };
  if (kind === 'daily-limit') fault.retryAfterMs = untilTomorrow(context.clock.now());
  return fault;
}
