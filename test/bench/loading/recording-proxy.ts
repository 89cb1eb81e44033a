/** Stands between a node and who asks it, and keeps what was asked, so that the same can be asked again. */
import { createServer } from 'node:http';

export interface Recording {
  /** Bodies of the requests, in the order in which they came. */
  readonly bodies: readonly string[];
  /** How many were under way at once, at most. */
  readonly concurrency: number;
  readonly bytes: number;
}

export interface RecordingProxy {
  readonly url: string;
  /** Forgets what was recorded so far. */
  restart(): void;
  recording(): Recording;
  close(): Promise<void>;
}

export async function startRecordingProxy(target: string): Promise<RecordingProxy> {
  let bodies: string[] = [];
  let bytes = 0;
  let concurrency = 0;
  let underWay = 0;
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts).toString('utf8');
    bodies.push(body);
    underWay += 1;
    concurrency = Math.max(concurrency, underWay);
    try {
      const answer = Buffer.from(await (await ask(target, body)).arrayBuffer());
      bytes += answer.length;
      response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
    } catch {
      response.writeHead(502).end();
    } finally {
      underWay -= 1;
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const at = server.address();
  if (at === null || typeof at === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${at.port}`,
    restart() {
      bodies = [];
      bytes = 0;
      concurrency = 0;
    },
    recording: () => ({ bodies: [...bodies], concurrency, bytes }),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const ask = (url: string, body: string): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    signal: AbortSignal.timeout(60_000),
  });

/** Asks the same again, as many at once as were then, and reads every answer to its end. Answers the seconds that it took, and of these this process's own. */
export async function replay(
  url: string,
  { bodies, concurrency }: Recording,
): Promise<{ seconds: number; cpu: number }> {
  const [startedAt, before] = [performance.now(), process.cpuUsage()];
  let turn = 0;
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let body = bodies[turn++]; body !== undefined; body = bodies[turn++]) {
        await (await ask(url, body)).arrayBuffer();
      }
    }),
  );
  const { user, system } = process.cpuUsage(before);
  return { seconds: (performance.now() - startedAt) / 1000, cpu: (user + system) / 1e6 };
}
