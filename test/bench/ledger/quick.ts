import { monitorEventLoopDelay } from 'node:perf_hooks';
import { measureBooking } from './booking.ts';

const h = monitorEventLoopDelay({ resolution: 5 });
h.enable();
setTimeout(() => {}, 0);
await measureBooking(Number(process.argv[2] ?? 20000), Number(process.argv[3] ?? 4));
console.log(
  'delay ms p50',
  h.percentile(50) / 1e6,
  'p90',
  h.percentile(90) / 1e6,
  'p99',
  h.percentile(99) / 1e6,
  'max',
  h.max / 1e6,
);
