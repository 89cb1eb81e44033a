/** The metrics of the service, by their names, as a process that does everything registers them. */
import { createMetrics } from '../../src/http/metrics/metrics.ts';

/** Each metric's name with its labels. */
export function metricsByName(): ReadonlyMap<string, readonly string[]> {
  const metrics = createMetrics();
  metrics.watchDatabase({
    pool: () => ({ total: 0, idle: 0, waiting: 0 }),
    figures: () => Promise.reject(new Error()),
  });
  metrics.watchRequestsInFlight(() => 0);
  metrics.watchDisk('.');
  return new Map(
    metrics.registry
      .getMetricsAsArray()
      .filter(({ name }) => name.startsWith('wallet_data_'))
      .map((metric) => [metric.name, labelsOf(metric)]),
  );
}

/** The library keeps them on the metric, and its types do not say so. */
function labelsOf(metric: object): string[] {
  const labels: unknown = Reflect.get(metric, 'labelNames');
  return Array.isArray(labels) ? labels.map(String) : [];
}
