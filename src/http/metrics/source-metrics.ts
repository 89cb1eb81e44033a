/** Metrics of those that are asked: nodes, explorers, price sources. Whether each answers, and since when it does not. */
import { Gauge, type Registry } from 'prom-client';

export interface SourceMetrics {
  /** How an exchange with a chain's node or explorer ended. `source`: its host. */
  recordSource(outcome: { chain: string; source: string; isAnswered: boolean }): void;
  recordPriceSource(outcome: { source: string; isAnswered: boolean }): void;
  /** The newest block that a source told of. `timestamp`: unix seconds. */
  recordHead(head: { chain: string; timestamp: number }): void;
}

interface Standing<Labels> {
  labels: Labels;
  isUp: boolean;
  /** When it answered last; before it ever has, when it was asked first. Milliseconds of a clock that nobody sets. */
  answeredAt: number;
}

export interface SourceClocks {
  /** Unix milliseconds. */
  now(): number;
  /** Milliseconds that only go forward. */
  elapsed(): number;
}

const systemClocks: SourceClocks = { now: Date.now, elapsed: () => performance.now() };

export function createSourceMetrics(registry: Registry, clocks: SourceClocks = systemClocks): SourceMetrics {
  const chainSources = watch<{ chain: string; source: string }>(registry, clocks, {
    prefix: 'wallet_data_source',
    whose: 'the node or explorer',
    labelNames: ['chain', 'source'],
  });
  const priceSources = watch<{ source: string }>(registry, clocks, {
    prefix: 'wallet_data_price_source',
    whose: 'the source of prices',
    labelNames: ['source'],
  });
  const heads = new Map<string, number>();
  new Gauge({
    name: 'wallet_data_chain_head_age_seconds',
    help: 'Age of the newest block by the clock of this machine; below zero where this clock is behind',
    labelNames: ['chain'],
    registers: [registry],
    collect() {
      for (const [chain, timestamp] of heads) this.set({ chain }, clocks.now() / 1000 - timestamp);
    },
  });
  return {
    recordSource: ({ isAnswered, ...labels }) => chainSources(labels, isAnswered),
    recordPriceSource: ({ isAnswered, ...labels }) => priceSources(labels, isAnswered),
    recordHead({ chain, timestamp }) {
      heads.set(chain, Math.max(timestamp, heads.get(chain) ?? 0));
    },
  };
}

/** Two gauges of the sources that were asked: whether the last exchange was answered, and how long ago one was. */
function watch<Labels extends Record<string, string>>(
  registry: Registry,
  { elapsed }: SourceClocks,
  { prefix, whose, labelNames }: { prefix: string; whose: string; labelNames: readonly string[] },
): (labels: Labels, isAnswered: boolean) => void {
  const standings = new Map<string, Standing<Labels>>();
  const gauge = (name: string, help: string, value: (standing: Standing<Labels>) => number) =>
    new Gauge({
      ...{ name: `${prefix}_${name}`, help, labelNames: [...labelNames], registers: [registry] },
      collect() {
        for (const standing of standings.values()) this.set(standing.labels, value(standing));
      },
    });
  gauge('up', `1 where ${whose} answered when it was asked last, else 0`, ({ isUp }) => (isUp ? 1 : 0));
  gauge(
    'success_age_seconds',
    `How long ago ${whose} last answered; since it was asked first where it never has`,
    ({ answeredAt }) => (elapsed() - answeredAt) / 1000,
  );
  return (labels, isAnswered) => {
    const key = JSON.stringify(labels);
    const known = standings.get(key);
    const answeredAt = isAnswered || known === undefined ? elapsed() : known.answeredAt;
    standings.set(key, { labels, isUp: isAnswered, answeredAt });
  };
}
