/** Metrics of the API's operations and of what limits it: GraphQL operations and their cost, load that was shed. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { ShedReason } from '../limits/load-shedding.ts';

export interface ApiMetrics {
  /** `operation` is of a bounded set: a root field, never the name that a client gave. */
  observeOperation(operation: {
    operation: string;
    cost: number;
    outcome: 'ok' | 'error' | 'refused';
    seconds: number;
  }): void;
  countShed(reason: ShedReason): void;
  /** Asked whenever metrics are. */
  watchRequestsInFlight(inFlight: () => number): void;
}

export function createApiMetrics(registry: Registry, latencyBuckets: readonly number[]): ApiMetrics {
  const registers = [registry];
  const operations = new Histogram({
    name: 'wallet_data_graphql_operation_seconds',
    help: 'Time to execute a GraphQL operation, by its root field',
    labelNames: ['operation', 'outcome'],
    buckets: [...latencyBuckets],
    registers,
  });
  const costs = new Histogram({
    name: 'wallet_data_graphql_operation_cost',
    help: 'Cost of GraphQL operations: the fields that they may answer, page sizes counted',
    labelNames: ['operation'],
    buckets: [10, 100, 1_000, 5_000, 10_000, 25_000, 50_000, 100_000],
    registers,
  });
  const shed = new Counter({
    name: 'wallet_data_http_shed_total',
    help: 'Requests refused because there was too much to do',
    labelNames: ['reason'],
    registers,
  });
  return {
    observeOperation({ operation, cost, outcome, seconds }) {
      operations.observe({ operation, outcome }, seconds);
      costs.observe({ operation }, cost);
    },
    countShed: (reason) => shed.inc({ reason }),
    watchRequestsInFlight(inFlight) {
      new Gauge({
        name: 'wallet_data_http_requests_in_flight',
        help: 'Requests under way, without those that wait or stream',
        registers,
        collect() {
          this.set(inFlight());
        },
      });
    },
  };
}
