/** The asking process: takes jobs over IPC, one after the other, and answers with figures. */
import { errorText } from '../../../src/errors.ts';
import { type Connection, openConnection } from './connection.ts';
import { type BenchRequest, type Job, jobSchema, type Outcome } from './job.ts';

interface Sample {
  kind: string;
  outcome: string;
  milliseconds: number;
  bytes: number;
}

function encode({ method, path, headers, body }: BenchRequest, host: string): Buffer {
  const length = body === null ? [] : [`content-length: ${Buffer.byteLength(body)}`];
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from(
    [`${method} ${path} HTTP/1.1`, `host: ${host}`, ...lines, ...length, '', body ?? ''].join('\r\n'),
  );
}

async function sendOne(
  connection: Connection,
  request: { kind: string; bytes: Buffer },
  timing: { since: number; timeoutMs: number },
): Promise<Sample> {
  const { kind } = request;
  try {
    const { status, bytes } = await connection.send(request.bytes, timing.timeoutMs);
    return { kind, outcome: String(status), milliseconds: performance.now() - timing.since, bytes };
  } catch (error) {
    return { kind, outcome: errorText(error), milliseconds: performance.now() - timing.since, bytes: 0 };
  }
}

async function perform(job: Job): Promise<Outcome> {
  const { host, hostname, port } = new URL(job.url);
  const requests = job.requests.map((request) => ({ kind: request.kind, bytes: encode(request, host) }));
  const connections = Array.from({ length: job.connections }, () => openConnection(hostname, Number(port)));
  let turn = 0;
  const next = (): { kind: string; bytes: Buffer } => {
    const request = requests[turn++ % requests.length];
    if (request === undefined) throw new Error('no request');
    return request;
  };
  try {
    const phase = job.rate === null ? closedLoop : openLoop;
    if (job.warmUpMs > 0) await phase(job, connections, next, job.warmUpMs);
    const startedAt = performance.now();
    const { records, unsent } = await phase(job, connections, next, job.durationMs);
    return summarise(records, unsent, (performance.now() - startedAt) / 1000);
  } finally {
    for (const connection of connections) connection.close();
  }
}

type Phase = (
  job: Job,
  connections: readonly Connection[],
  next: () => { kind: string; bytes: Buffer },
  durationMs: number,
) => Promise<{ records: Sample[]; unsent: number }>;

/** Every connection sends its next request when the answer to the last one is there. */
const closedLoop: Phase = async (job, connections, next, durationMs) => {
  const end = performance.now() + durationMs;
  const records: Sample[] = [];
  await Promise.all(
    connections.map(async (connection) => {
      for (let now = performance.now(); now < end; now = performance.now()) {
        records.push(await sendOne(connection, next(), { since: now, timeoutMs: job.timeoutMs }));
      }
    }),
  );
  return { records, unsent: 0 };
};

/** Requests leave on schedule. One that no connection is free for waits, and its wait counts; the queue is bounded. */
const openLoop: Phase = async (job, connections, next, durationMs) => {
  const rate = job.rate ?? 1;
  const records: Sample[] = [];
  const free = [...connections];
  const underWay = new Set<Promise<void>>();
  const waiting: number[] = [];
  let unsent = 0;
  const start = (connection: Connection, since: number): void => {
    const run = sendOne(connection, next(), { since, timeoutMs: job.timeoutMs }).then((record) => {
      records.push(record);
      const waited = waiting.shift();
      if (waited === undefined) free.push(connection);
      else start(connection, waited);
      underWay.delete(run);
    });
    underWay.add(run);
  };
  const startedAt = performance.now();
  let scheduled = 0;
  while (performance.now() - startedAt < durationMs) {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * rate);
    for (; scheduled < due; scheduled += 1) {
      const since = startedAt + (scheduled / rate) * 1000;
      const connection = free.pop();
      if (connection !== undefined) start(connection, since);
      else if (waiting.length < connections.length) waiting.push(since);
      else unsent += 1;
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  unsent += waiting.splice(0).length;
  while (underWay.size > 0) await Promise.all(underWay);
  return { records, unsent };
};

function summarise(records: readonly Sample[], unsent: number, seconds: number): Outcome {
  const answers: Record<string, number> = {};
  for (const { outcome } of records) answers[outcome] = (answers[outcome] ?? 0) + 1;
  const isOk = ({ outcome }: Sample): boolean => /^2\d\d$/.test(outcome);
  const good = records.filter(isOk);
  const kinds = Map.groupBy(good, ({ kind }) => kind);
  return {
    seconds,
    answers,
    latency: percentilesOf(good),
    latencyByKind: Object.fromEntries([...kinds].map(([kind, own]) => [kind, percentilesOf(own)])),
    refusals: percentilesOf(records.filter((record) => !isOk(record))),
    bytes: good.reduce((sum, { bytes }) => sum + bytes, 0),
    unsent,
  };
}

function percentilesOf(records: readonly Sample[]): Outcome['latency'] {
  const sorted = records.map(({ milliseconds }) => milliseconds).sort((left, right) => left - right);
  const at = (part: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  return { p50: at(0.5), p90: at(0.9), p99: at(0.99), max: sorted.at(-1) ?? 0 };
}

process.on('message', async (message) => {
  try {
    process.send?.(await perform(jobSchema.parse(message)));
  } catch (error) {
    process.stderr.write(`${errorText(error)}\n`);
    process.exit(1);
  }
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
