/** Addresses to listen on: tried before anything starts, and faults in words that name the variable and the remedy. */
import { createServer, type Server } from 'node:net';
import { errorText, PermanentError } from '../errors.ts';

/** An address as it was configured. */
export interface ListenAddress {
  host: string;
  /** 0: a free one. */
  port: number;
  /** The variable that sets the port; the host is HOST's. */
  portVariable: 'PORT' | 'METRICS_PORT';
}

/** What of the configuration says where the service listens. */
interface Listening {
  role: string;
  http: { host: string; port: number; metricsPort: number | null };
}

/**
 * Asked before the rest of the service is loaded, which takes seconds.
 * @throws PermanentError when something else listens where the service would.
 */
export async function requireFreeAddresses(config: Listening): Promise<void> {
  for (const address of listenAddresses(config)) await requireFreeAddress(address);
}

/** What the role listens on. */
export function listenAddresses({ role, http: { host, port, metricsPort } }: Listening): ListenAddress[] {
  const api: ListenAddress[] = role === 'worker' ? [] : [{ host, port, portVariable: 'PORT' }];
  return metricsPort === null ? api : [...api, { host, port: metricsPort, portVariable: 'METRICS_PORT' }];
}

/**
 * Listens for a moment, so that a service that cannot is refused before its database starts.
 * @throws PermanentError as `listenFault` makes it.
 */
export async function requireFreeAddress(address: ListenAddress): Promise<void> {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenFault(error, address)));
    server.listen(address.port, address.host, resolve);
  });
  await new Promise<void>((resolve) => server.close(() => resolve()));
}

/** Why that address cannot be listened on, and what to do. */
export function listenFault(cause: unknown, { host, port, portVariable }: ListenAddress): PermanentError {
  const code = cause instanceof Error && 'code' in cause ? cause.code : null;
  const words = (): string => {
    switch (code) {
      case 'EADDRINUSE':
        return `Port ${port} of ${host} is in use: end what uses it, or set ${portVariable} to another one.`;
      case 'EACCES':
        return `Port ${port} of ${host} may not be used by this user: set ${portVariable} to one above 1023.`;
      case 'EADDRNOTAVAIL':
      case 'EINVAL':
        return `HOST ${host} is no address of this machine: set it to one, to 127.0.0.1 (this machine alone) or to 0.0.0.0 (all networks).`;
      case 'ENOTFOUND':
      case 'EAI_AGAIN':
        return `HOST ${host} cannot be resolved (${errorText(cause)}): set it to an address of this machine, to 127.0.0.1 or to 0.0.0.0.`;
      default:
        return `The service cannot listen on HOST ${host}, ${portVariable} ${port}: ${errorText(cause)}. Set them to an address and a port of this machine.`;
    }
  };
  return new PermanentError(words(), { cause });
}

/** Where a server that listens is reached from this machine, without a slash at the end. */
export function listeningUrl(
  { host, port }: { host: string; port: number },
  address: ReturnType<Server['address']>,
): string {
  const actualPort = typeof address === 'object' && address !== null ? address.port : port;
  const isAny = host === '0.0.0.0' || host === '::';
  const name = isAny ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${actualPort}`;
}

/** Told at the start where TRUST_PROXY says no more than that. */
export const trustsEverybody =
  'TRUST_PROXY=true believes every client what it says of its address, so limits per address bind nobody: set it to the ' +
  "proxies' addresses, unless nobody can reach this port but they";
