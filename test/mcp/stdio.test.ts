/** `wallet-data mcp`: the same tools over standard input and output, for one client, until it leaves. */
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { trader } from '../rest/booked-world.ts';
import { childEnvironment, startCommand } from '../support/command.ts';
import { agentOf } from './mcp-client.ts';
import { stranger, useMcpWorld } from './mcp-world.ts';

// As the database has them, which the command goes by.
const world = useMcpWorld({ enabledChains: [1, 137].map((chainId) => ({ chainId, fromBlock: 0 })) });
let environment: Record<string, string>;
beforeAll(() => {
  environment = { DATABASE_URL: world.api.database.url, LOG_LEVEL: 'silent' };
});
const open = new Set<Client>();
afterAll(async () => {
  for (const client of open) await client.close();
});

async function start(...options: string[]) {
  const client = new Client({ name: 'test', version: '1' });
  open.add(client);
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(import.meta.dirname, '../../src/cli.ts'), 'mcp', ...options],
      env: childEnvironment(environment),
      stderr: 'inherit',
    }),
  );
  return agentOf(client);
}

test('it answers as the service does, and changes nothing', async () => {
  const agent = await start();
  expect((await agent.client.listTools()).tools).toHaveLength(9);
  const input = { year: 2023, detail: 'full' };
  const withoutTime = (text: string): string => text.replace(/^as_of: .*$/m, '');
  expect(withoutTime(await agent.call('gains', input))).toBe(
    withoutTime(await world.agent.call('gains', input)),
  );
  const query = `mutation { setCustomLabel(input: { address: "${trader}", name: "x" }) { clientMutationId } }`;
  expect(await agent.fail('graphql', { query })).toContain('not mutations');
  expect(await agent.fail('holdings', { bad: 1 })).toMatch(/^BAD_INPUT/);
});

test('it answers for the client that is named', async () => {
  const agent = await start('--client', 'other');
  const text = await agent.call('sync_status');
  expect([text.includes(stranger), text.includes(trader)]).toEqual([true, false]);
});

test('a client that is unknown ends it with what to do', async () => {
  const command = startCommand(['mcp', '--client', 'nobody'], { environment });
  expect(await command.exit).toBe(2);
  expect(command.stderr()).toContain("There is no client 'nobody'");
});

test('it ends by itself when nobody asks any more', async () => {
  const command = startCommand(['mcp'], { environment });
  // Its standard input is empty.
  expect([await command.exit, command.stdout()]).toEqual([0, '']);
});

test('what is no message is passed over', async () => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(import.meta.dirname, '../../src/cli.ts'), 'mcp'],
    env: childEnvironment(environment),
    stderr: 'ignore',
  });
  await transport.start();
  const answered = new Promise<unknown>((resolve) => {
    transport.onmessage = resolve;
  });
  await transport.send({ jsonrpc: '2.0', method: 'notifications/nothing' });
  await transport.send({
    ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'old', version: '1' } },
  });
  expect(await answered).toMatchObject({ id: 1, result: { serverInfo: { name: 'wallet-data' } } });
  await transport.close();
});
