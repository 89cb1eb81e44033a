/** What the client program is asked to do, and what it answers. */
import { z } from 'zod';

const requestSchema = z.strictObject({
  /** A name to group the figures by. */
  kind: z.string(),
  method: z.enum(['GET', 'POST', 'PUT']),
  path: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string().nullable(),
});
export type BenchRequest = z.infer<typeof requestSchema>;

export const jobSchema = z.strictObject({
  url: z.string(),
  /** Taken in turn. */
  requests: z.array(requestSchema).min(1),
  connections: z.number().int().min(1).max(2_000),
  /** Not counted. */
  warmUpMs: z.number().int().min(0),
  durationMs: z.number().int().min(1),
  /** Requests a second, sent on schedule whatever the answers do; null: each connection sends when it is free. */
  rate: z.number().positive().nullable(),
  timeoutMs: z.number().int().min(1),
});
export type Job = z.infer<typeof jobSchema>;

const percentiles = z.strictObject({ p50: z.number(), p90: z.number(), p99: z.number(), max: z.number() });

export const outcomeSchema = z.strictObject({
  seconds: z.number(),
  /** By status, or the text of a failure. */
  answers: z.record(z.string(), z.number()),
  /** Milliseconds, of the answers with status 2xx; from the moment that was scheduled. */
  latency: percentiles,
  latencyByKind: z.record(z.string(), percentiles),
  /** Milliseconds, of all other answers: how soon one is told that the server is busy. */
  refusals: percentiles,
  bytes: z.number(),
  /** Scheduled, but not sent because no connection was free; only with a rate. */
  unsent: z.number(),
});
export type Outcome = z.infer<typeof outcomeSchema>;

export const okOf = ({ answers }: Outcome): number =>
  Object.entries(answers).reduce((sum, [status, count]) => sum + (status.startsWith('2') ? count : 0), 0);
