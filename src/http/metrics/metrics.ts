/** Prometheus metrics: of the process, and of requests by route. Served on a port of their own, without a key. */
import { createServer } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type ApiMetrics, createApiMetrics } from './api-metrics.ts';
import { createRoundMetrics, type RoundMetrics, watchDisk } from './machine-metrics.ts';
import { createServiceMetrics, type ServiceMetrics } from './service-metrics.ts';
import { createSourceMetrics, type SourceMetrics } from './source-metrics.ts';

export interface Metrics extends ApiMetrics, ServiceMetrics, SourceMetrics, RoundMetrics {
  registry: Registry;
  /** `route` is the pattern, never the URL: URLs would be without number. */
  observeRequest(labels: { method: string; route: string; status: number }, seconds: number): void;
  /** Whether each chain is enabled, for alerts. */
  setChain(chain: string, enabled: boolean): void;
  /** What a price source did; as prices/source/source-counters.ts has it. */
  recordPriceEvent(event: PriceEvent): void;
  setPriceCoverage(coverage: { priced: number; unpriced: number }): void;
  /** Asked whenever metrics are. */
  watchDisk(dataDir: string): void;
}

type PriceEvent =
  | { type: 'request'; source: string }
  | { type: 'error'; source: string; kind: string }
  | { type: 'answer'; source: string; reason: string | null };

/** Seconds. */
const latencyBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'wallet_data_http_request_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'],
    buckets: latencyBuckets,
    registers: [registry],
  });
  const chains = new Gauge({
    name: 'wallet_data_chain_enabled',
    help: '1 when the chain is enabled',
    labelNames: ['chain'],
    registers: [registry],
  });
  const sources = createSourceMetrics(registry);
  return {
    registry,
    watchDisk: (dataDir) => watchDisk(registry, dataDir),
    observeRequest: (labels, seconds) => requests.observe(labels, seconds),
    setChain: (chain, enabled) => chains.set({ chain }, enabled ? 1 : 0),
    ...sources,
    ...createRoundMetrics(registry),
    ...createPriceMetrics(registry, sources),
    ...createApiMetrics(registry, latencyBuckets),
    ...createServiceMetrics(registry),
  };
}

function createPriceMetrics(
  registry: Registry,
  { recordPriceSource }: SourceMetrics,
): Pick<Metrics, 'recordPriceEvent' | 'setPriceCoverage'> {
  const registers = [registry];
  const requests = new Counter({
    name: 'wallet_data_price_requests_total',
    help: 'Requests to price sources: HTTP requests, or reads of a chain',
    labelNames: ['source'],
    registers,
  });
  const errors = new Counter({
    name: 'wallet_data_price_errors_total',
    help: 'Failed requests to price sources by kind',
    labelNames: ['source', 'kind'],
    registers,
  });
  const answers = new Counter({
    name: 'wallet_data_price_answers_total',
    help: 'Prices that sources were asked for; outcome is priced, or the reason why not',
    labelNames: ['source', 'outcome'],
    registers,
  });
  const transfers = new Gauge({
    name: 'wallet_data_transfers',
    help: 'Fungible transfers that are no spam, by whether they have a price',
    labelNames: ['priced'],
    registers,
  });
  const coverage = new Gauge({
    name: 'wallet_data_price_coverage_ratio',
    help: 'Share of the fungible transfers that are no spam which have a price; 1 when there are none',
    registers,
  });
  // Not known before the first count, and not 0 in a process that does not count.
  coverage.remove();
  return {
    recordPriceEvent(event) {
      const { source } = event;
      if (event.type === 'request') requests.inc({ source });
      else if (event.type === 'error') errors.inc({ source, kind: event.kind });
      else {
        answers.inc({ source, outcome: event.reason ?? 'priced' });
        // Points that were left out for their number were not asked.
        if (event.reason !== 'over-budget')
          recordPriceSource({ source, isAnswered: event.reason !== 'source-down' });
      }
    },
    setPriceCoverage({ priced, unpriced }) {
      transfers.set({ priced: 'yes' }, priced);
      transfers.set({ priced: 'no' }, unpriced);
      coverage.set(priced + unpriced === 0 ? 1 : priced / (priced + unpriced));
    },
  };
}

interface TextAnswer {
  status: number;
  type: string;
  text: string;
}

const plain = (status: number, text: string): TextAnswer => ({
  status,
  type: 'text/plain',
  text: `${text}\n`,
});

/** What is answered without a key, by path: to who collects metrics, and to supervisors of processes that have no API. */
function answersOf({ registry }: Metrics, checkReady: () => Promise<void>) {
  return new Map<string, () => Promise<TextAnswer>>([
    ['/metrics', async () => ({ status: 200, type: registry.contentType, text: await registry.metrics() })],
    ['/livez', async () => plain(200, 'ok')],
    [
      '/readyz',
      () =>
        checkReady().then(
          () => plain(200, 'ok'),
          () => plain(503, 'The database does not answer.'),
        ),
    ],
  ]);
}

/**
 * Serves /metrics on a port of its own, and whether the process lives and reaches its database: a worker has no other port.
 * @param checkReady rejects while the process cannot do its work
 */
export async function startMetricsServer(
  metrics: Metrics,
  at: { host: string; port: number },
  checkReady: () => Promise<void>,
): Promise<{ port: number; stop(): Promise<void> }> {
  const answers = answersOf(metrics, checkReady);
  const server = createServer((request, response) => {
    const answer = request.method === 'GET' ? answers.get(request.url?.split('?')[0] ?? '') : undefined;
    if (answer === undefined) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('GET /metrics, /livez or /readyz\n');
      return;
    }
    answer().then(
      ({ status, type, text }) => response.writeHead(status, { 'content-type': type }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(at.port, at.host, () => resolve());
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : at.port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
