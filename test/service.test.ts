/** The whole service in this process: roles, nodes that cannot be used, and stopping. */
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startAnvil } from '../demo/node/anvil.ts';
import { type Environment, loadConfig } from '../src/config.ts';
import type { ConfigFile } from '../src/config-file.ts';
import { startService } from '../src/main.ts';
import { createDatabase } from './support/postgres.ts';
import { address } from './support/records.ts';

const key = 'service-test-key';
let database: Awaited<ReturnType<typeof createDatabase>>;
beforeAll(async () => {
  database = await createDatabase('template0');
});
afterAll(() => database.drop());

/** Starts a service whose log can be read. */
async function start(chains: NonNullable<ConfigFile['chains']>, environment: Environment = {}) {
  const lines: string[] = [];
  const log = new Writable({
    write(line, _encoding, done) {
      lines.push(String(line));
      done();
    },
  });
  const config = loadConfig({
    environment: { PORT: '0', DATABASE_URL: database.url, BOOTSTRAP_API_KEY: key, ...environment },
    file: { chains, prices: { order: [] } },
  });
  const service = await startService(config, { logger: pino({ level: 'info' }, log) });
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${service.url}${path}`, {
      ...init,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
    });
  return { ...service, ask, log: () => lines.join('') };
}

const progress = z.object({
  results: z.array(
    z.object({
      is_loaded: z.boolean(),
      sync: z.array(z.object({ phase: z.string(), error: z.string().nullable() })),
    }),
  ),
});

describe('a node that cannot be used is said to be so, and the API serves', () => {
  test('unreachable: tried again', async () => {
    const service = await start([{ chainId: 1, rpc: ['http://127.0.0.1:1/my-secret'], pollSeconds: 0.1 }]);
    try {
      const register = await service.ask('/wallet/manage/', {
        method: 'POST',
        body: `{"address":"${address(1)}"}`,
      });
      expect(register.status).toBe(201);
      await expect
        .poll(async () => progress.parse(await (await service.ask('/wallet/manage/')).json()).results[0], {
          timeout: 40_000,
        })
        .toMatchObject({
          is_loaded: false,
          sync: [
            { phase: 'QUEUED', error: expect.stringMatching(/^The source of the chain .* does not answer/) },
          ],
        });
      expect(service.log()).toContain('127.0.0.1:1');
      await expect
        .poll(service.log, { timeout: 40_000 })
        .toContain('Ethereum: the node is not usable; it is tried again');
      expect((await service.ask('/readyz')).status).toBe(200);
      expect(service.log()).not.toContain('my-secret');
    } finally {
      await service.stop();
    }
    await expect(service.ask('/livez')).rejects.toThrow();
  });

  test('an explorer that its plan keeps from the chain: the node alone, which is said at the start', async () => {
    const service = await start([
      { chainId: 8453, rpc: ['http://127.0.0.1:1'], explorer: { kind: 'etherscan', apiKey: 'my-secret' } },
    ]);
    try {
      expect(service.log()).toContain(
        "Base: its explorer is not used, only its node: Etherscan's free plan does not cover it (with a paid one: chains[].explorer.plan)",
      );
      expect(service.log()).not.toContain('my-secret');
    } finally {
      await service.stop();
    }
  });

  test('of another chain: failed, with what to do', async () => {
    const anvil = await startAnvil({ chainId: 31_337 });
    const service = await start([{ chainId: 10, rpc: [anvil.rpcUrl], pollSeconds: 0.1 }]);
    try {
      await service.ask('/wallet/manage/', { method: 'POST', body: `{"address":"${address(2)}"}` });
      await expect
        .poll(
          async () => progress.parse(await (await service.ask('/wallet/manage/')).json()).results.at(-1),
          { timeout: 40_000 },
        )
        .toMatchObject({
          is_loaded: false,
          sync: [{ phase: 'FAILED', error: expect.stringContaining('it refuses, or serves another chain') }],
        });
      expect(service.log()).toContain('serves chain 31337, not 10');
      await expect
        .poll(service.log)
        .toContain('Optimism: the node is not usable; nothing can be loaded from it');
    } finally {
      await service.stop();
      await anvil.stop();
    }
  });
});

describe('roles', () => {
  test('an API and a worker as two services on one database, with metrics', async () => {
    const chains: NonNullable<ConfigFile['chains']> = [
      { chainId: 1, rpc: ['http://127.0.0.1:1'] },
      { chainId: 137 },
    ];
    const worker = await start(chains, { ROLE: 'worker', METRICS_PORT: '0' });
    const api = await start(chains, { ROLE: 'api' });
    try {
      expect(worker.url).toBeNull();
      expect(worker.log()).toContain('Polygon: not enabled: no way to discover transactions');
      const port = /"port":(\d+),"msg":"metrics/.exec(worker.log())?.[1];
      expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toContain(
        'wallet_data_chain_enabled{chain="polygon"} 0',
      );
      // What the worker has enabled is what the API registers for.
      await api.ask('/wallet/manage/', { method: 'POST', body: `{"address":"${address(3)}"}` });
      const list = await (await api.ask('/wallet/manage/')).json();
      expect(list.results.at(-1)).toMatchObject({
        address: address(3),
        sync: [{ blockchain: { slug: 'ethereum' } }],
      });
    } finally {
      await Promise.all([worker.stop(), api.stop()]);
    }
  });

  test('several may start at once on an empty database', async () => {
    const empty = await createDatabase('template0');
    try {
      const services = await Promise.all([1, 2, 3].map(() => start([], { DATABASE_URL: empty.url })));
      const statuses = await Promise.all(
        services.map(async (service) => (await service.ask('/wallet/manage/')).status),
      );
      await Promise.all(services.map((service) => service.stop()));
      expect(statuses).toEqual([200, 200, 200]);
    } finally {
      await empty.drop();
    }
  });

  test('a port in use is an error, and leaves nothing behind', async () => {
    const first = await start([]);
    try {
      const port = new URL(first.url ?? '').port;
      await expect(start([], { PORT: port })).rejects.toThrow(`Port ${port} of 127.0.0.1 is in use`);
    } finally {
      await first.stop();
    }
  });
});
