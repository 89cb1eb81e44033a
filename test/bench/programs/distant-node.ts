/** A node as it is from far away: passes requests on, each after so many milliseconds. A process of its own: those who ask are measured. */
import { Agent, createServer, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

const target = new URL(process.env.BENCH_NODE ?? '');
const delayMs = Number(process.env.BENCH_DELAY_MS);
const agent = new Agent({ keepAlive: true });

const server = createServer(async (incoming, answer) => {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part);
  const body = Buffer.concat(parts);
  await delay(delayMs);
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  const { hostname, port } = target;
  const outgoing = request({ hostname, port, agent, method: 'POST', headers }, (answered) => {
    answer.writeHead(answered.statusCode ?? 502, { 'content-type': 'application/json' });
    answered.pipe(answer);
  });
  outgoing.on('error', () => answer.destroy());
  outgoing.end(body);
});

process.on('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => {
  const at = server.address();
  if (at === null || typeof at === 'string') throw new Error('no port');
  process.send?.({ url: `http://127.0.0.1:${at.port}` });
});
