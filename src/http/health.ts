/** Whether the process lives, and whether it can answer: for supervisors and load balancers, which have no key. */
import type { FastifyInstance } from 'fastify';
import { PublicError } from '../errors.ts';

/** `checkReady` throws while the service cannot answer. However many ask at once, it is asked once. */
export function addHealth(server: FastifyInstance, checkReady: () => Promise<void>): void {
  let isClosing = false;
  server.addHook('preClose', async () => {
    isClosing = true;
  });
  let underWay: Promise<void> | null = null;
  const check = (): Promise<void> => {
    underWay ??= checkReady().finally(() => {
      underWay = null;
    });
    return underWay;
  };
  server.get('/livez', { schema: { hide: true } }, async () => ({ status: 'ok' }));
  server.get('/readyz', { schema: { hide: true } }, async (request) => {
    if (isClosing) throw new PublicError('UNAVAILABLE', 'The service is shutting down.');
    await check().catch((error: unknown) => {
      request.log.warn({ err: error }, 'not ready');
      throw new PublicError('UNAVAILABLE', 'The database does not answer or is not migrated.');
    });
    return { status: 'ok' };
  });
}
