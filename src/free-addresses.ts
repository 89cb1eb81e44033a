/** Whether the service can listen where it shall. A file of its own: it is asked before all the rest is loaded, which takes seconds. */
import type { Config } from './config.ts';
import { type ListenAddress, requireFreeAddress } from './http/listening.ts';

/** @throws PermanentError when something else listens where the service would. */
export async function requireFreeAddresses(config: Config): Promise<void> {
  for (const address of listenAddresses(config)) await requireFreeAddress(address);
}

/** What the role listens on. */
function listenAddresses({ role, http }: Config): ListenAddress[] {
  const { host, port, metricsPort } = http;
  const api: ListenAddress[] = role === 'worker' ? [] : [{ host, port, portVariable: 'PORT' }];
  return metricsPort === null ? api : [...api, { host, port: metricsPort, portVariable: 'METRICS_PORT' }];
}
