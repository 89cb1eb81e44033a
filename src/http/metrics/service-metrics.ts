/** Metrics of the service behind the API: the connection pool, and how far loading and booking are behind. */
import { Counter, Gauge, type Registry } from 'prom-client';

/** As store/sync/progress-figures.ts has it. */
export interface ServiceFigures {
  chains: {
    chain: string;
    phase: string;
    wallets: number;
    blocksBehind: number;
    overdueSeconds: number;
    staleSeconds: number;
  }[];
  staleLedgers: { wallets: number; seconds: number };
  duePricing: { wallets: number; seconds: number };
  lanes: { retrying: number; paused: number };
  clockAheadSeconds: number;
}

export interface DatabaseObserver {
  pool: () => { total: number; idle: number; waiting: number };
  figures: () => Promise<ServiceFigures>;
}

export interface ServiceMetrics {
  /** Both are asked whenever metrics are. */
  watchDatabase(observer: DatabaseObserver): void;
  /** A step of loading failed; `kind` says how. */
  countLoadFailure(failure: { chain: string; kind: string }): void;
  /** What was done for all wallets that follow a chain, and what checks of single ones found. */
  countFollowed(what: { chain: string; event: string; count: number }): void;
  /** Something that a chain's source told of, such as that it asked again. */
  countSourceEvent(chain: string, event: string): void;
}

export function createServiceMetrics(registry: Registry): ServiceMetrics {
  const registers = [registry];
  const failures = new Counter({
    name: 'wallet_data_load_failures_total',
    help: 'Steps of loading that failed, by chain and kind of error',
    labelNames: ['chain', 'kind'],
    registers,
  });
  const events = new Counter({
    name: 'wallet_data_source_events_total',
    help: 'What the sources of chains told of: requests repeated, nodes that cannot be used',
    labelNames: ['chain', 'event'],
    registers,
  });
  const followed = new Counter({
    name: 'wallet_data_follow_events_total',
    help: 'Following chains: blocks read, wallets woken, re-orgs, wallets handed back, wallets checked, transactions missed',
    labelNames: ['chain', 'event'],
    registers,
  });
  return {
    countFollowed: ({ chain, event, count }) => followed.inc({ chain, event }, count),
    countLoadFailure: (labels) => failures.inc(labels),
    countSourceEvent: (chain, event) => events.inc({ chain, event }),
    watchDatabase({ pool, figures }) {
      watchPool(registry, pool);
      watchFigures(registry, figures);
    },
  };
}

function watchPool(registry: Registry, pool: DatabaseObserver['pool']): void {
  new Gauge({
    name: 'wallet_data_database_connections',
    help: 'Connections of the pool: all, idle ones, and requests that wait for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(pool())) this.set({ state }, count);
    },
  });
}

/** All gauges of one scrape share one reading; a scrape soon after uses it, too. */
const freshMs = 5_000;
/** It goes through all wallets: with many of them it takes long, and is used for so many times as long. */
const restFactor = 50;

function watchFigures(registry: Registry, figures: DatabaseObserver['figures']): void {
  let reading: { until: number; figures: Promise<ServiceFigures | null> } | undefined;
  const begin = (startedAt: number): NonNullable<typeof reading> => {
    // Nobody asks once more while it is under way.
    const begun = { until: Number.POSITIVE_INFINITY, figures: figures().catch(() => null) };
    void begun.figures.then(() => {
      const now = performance.now();
      begun.until = now + Math.max(freshMs, (now - startedAt) * restFactor);
    });
    return begun;
  };
  const read = (): Promise<ServiceFigures | null> => {
    const now = performance.now();
    if (reading === undefined || now > reading.until) reading = begin(now);
    return reading.figures;
  };
  const gauge = (
    name: string,
    help: string,
    labelNames: readonly string[],
    fill: (gauge: Gauge, figures: ServiceFigures) => void,
  ) =>
    new Gauge({
      ...{ name: `wallet_data_${name}`, help, labelNames: [...labelNames], registers: [registry] },
      async collect() {
        const known = await read();
        // Old figures would look like new ones, and none like good ones.
        this.reset();
        if (known === null) this.remove();
        else fill(this, known);
      },
    });
  addLoadingGauges(gauge);
  addQueueGauges(gauge);
}

type AddGauge = (
  name: string,
  help: string,
  labelNames: readonly string[],
  fill: (gauge: Gauge, figures: ServiceFigures) => void,
) => void;

/** How far loading is, and booking. */
function addLoadingGauges(gauge: AddGauge): void {
  const byPhase = (
    name: string,
    help: string,
    value: 'wallets' | 'blocksBehind' | 'overdueSeconds' | 'staleSeconds',
  ) =>
    gauge(name, help, ['chain', 'phase'], (one, { chains }) => {
      for (const { chain, phase, ...figure } of chains) one.set({ chain, phase }, figure[value]);
    });
  byPhase('sync_wallets', 'Registered wallets by chain and phase of loading', 'wallets');
  byPhase('sync_blocks_behind', 'Blocks that the furthest wallet is behind the head', 'blocksBehind');
  byPhase('sync_overdue_seconds', 'How long the most overdue wallet waits already', 'overdueSeconds');
  byPhase(
    'sync_stale_seconds',
    'How long ago the wallet that fell behind first last reached the head',
    'staleSeconds',
  );
  gauge(
    'ledger_stale_wallets',
    'Registered wallets whose ledger is to be booked (anew)',
    [],
    (one, { staleLedgers }) => one.set(staleLedgers.wallets),
  );
  gauge(
    'ledger_stale_seconds',
    'Age of the oldest such ledger, or since the registration',
    [],
    (one, { staleLedgers }) => one.set(staleLedgers.seconds),
  );
}

/** What else waits, and whether its time can be told. */
function addQueueGauges(gauge: AddGauge): void {
  gauge('pricing_due_wallets', 'Wallets whose transfers are to be priced by now', [], (one, { duePricing }) =>
    one.set(duePricing.wallets),
  );
  gauge('pricing_due_seconds', 'How long the first of them has waited', [], (one, { duePricing }) =>
    one.set(duePricing.seconds),
  );
  gauge(
    'webhook_lanes',
    'Webhooks of a wallet that do not arrive: retrying, or paused since all attempts have failed',
    ['state'],
    (one, { lanes }) => {
      for (const [state, count] of Object.entries(lanes)) one.set({ state }, count);
    },
  );
  gauge(
    'database_clock_ahead_seconds',
    "By how much the database's clock is ahead of this machine's; below zero where it is behind",
    [],
    (one, { clockAheadSeconds }) => one.set(clockAheadSeconds),
  );
}
