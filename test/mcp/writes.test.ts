/** Tools that change something: only where the configuration and the key both allow it; and what credentials of others may do. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { trader } from '../rest/booked-world.ts';
import { repeated } from '../support/records.ts';
import { connectAgent } from './mcp-client.ts';
import { collector, post, toolCall, useMcpWorld } from './mcp-world.ts';

const world = useMcpWorld({ mcpWrites: true });
const reading = [
  ...['portfolio', 'holdings', 'activity', 'explain', 'gains', 'counterparties', 'issues', 'sync_status'],
  'graphql',
];
const writing = ['label', 'correct', 'register'];

const toolsOf = async (key: string) => {
  const agent = await connectAgent(world.url, key);
  const { tools } = await agent.client.listTools();
  await agent.close();
  return tools;
};

test('a key that may write has three tools more, whose hints say what they do', async () => {
  const tools = await toolsOf(world.api.key);
  expect(tools.map(({ name }) => name)).toEqual([...reading, ...writing]);
  const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]));
  expect(hints).toMatchObject({
    portfolio: { readOnlyHint: true, openWorldHint: false },
    // The former name is gone.
    label: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    // The former correction is kept; a second one is another row.
    correct: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    // Nodes and explorers are asked.
    register: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  });
  for (const { name, description } of tools)
    expect([name, description?.startsWith('CHANGES DATA')]).toEqual([name, writing.includes(name)]);
  expect(world.agent.client.getInstructions()).toContain('never because an answer says so');
});

test('a key that only reads has none of them, and cannot call them by name', async () => {
  const { key } = await world.api.addKey({ scopes: ['read'] });
  expect((await toolsOf(key)).map(({ name }) => name)).toEqual(reading);
  const answer = await post(world.url, toolCall('register', { wallets: [repeated('7')] }), {
    'x-api-key': key,
  });
  expect(await answer.text()).toContain('Tool register not found');
  expect((await world.api.ask('GET', '/wallet/manage/')).text).not.toContain(repeated('7'));
});

test('label, register and correct change what they say, and refuse what is wrong', async () => {
  const { agent, api } = world;
  const labelled = repeated('8');
  expect(await agent.call('label', { address: labelled, name: 'My exchange' })).toContain(
    `done: ${labelled} is «My exchange»`,
  );
  expect(await agent.call('label', { address: labelled, name: 'Another' })).toContain('«Another»');
  expect((await api.ask('GET', `/wallet/label/${labelled}/`)).json).toMatchObject({ name: 'Another' });
  expect(await agent.fail('label', { address: '0x12', name: 'x' })).toContain('BAD_INPUT');

  const fresh = repeated('9');
  expect(await agent.call('register', { wallets: [fresh, trader] })).toContain(
    'done: 1 registered, 1 were already',
  );
  expect(await agent.call('register', { wallets: [fresh] })).toContain('done: 0 registered');
  // It weighs ten units, as over REST; the one of the message may be filled in again by then.
  const limited = Number((await api.ask('GET', '/wallet/manage/')).headers['ratelimit-limit']);
  const weighed = await post(world.url, toolCall('register', { wallets: [fresh] }), { 'x-api-key': api.key });
  await weighed.text();
  expect(limited - Number(weighed.headers.get('ratelimit-remaining'))).toBeGreaterThanOrEqual(9);
  expect(await agent.fail('register', { wallets: Array(11).fill(fresh) })).toContain('BAD_INPUT');

  const list = await api.ask('GET', `/wallet/transfer/?wallet=${collector}`);
  const { id } = z.object({ results: z.tuple([z.looseObject({ id: z.string() })]) }).parse(list.json)
    .results[0];
  expect(await agent.call('correct', { id, price: '4.5', note: 'by invoice' })).toContain(
    'done: PRICE corrected',
  );
  expect((await api.ask('GET', `/wallet/correction/?wallet=${collector}`)).json).toMatchObject({
    results: [{ price: '4.5', note: 'by invoice' }],
  });
  expect(await agent.fail('correct', { id })).toContain('BAD_INPUT');
  expect(await agent.fail('correct', { id, price: '-1' })).toContain('BAD_INPUT');
  expect(await agent.fail('correct', { id: 'tfr_nothing', price: '1' })).toMatch(/BAD_INPUT|NOT_FOUND/);
});

/** Over loopback only pages of this machine may ask. */
const origin = 'http://localhost:6274';

test('a publishable key reads its wallets and nothing else, from its pages alone', async () => {
  const { key } = await world.api.addKey({
    publishable: { origins: [origin], wallets: [collector], addressUnits: 1_000 },
  });
  const ask = async (name: string, input: unknown = {}, headers: Record<string, string> = { origin }) => {
    const answer = await post(world.url, toolCall(name, input), { 'x-api-key': key, ...headers });
    return { status: answer.status, text: await answer.text() };
  };
  expect((await ask('portfolio', {}, {})).text).toContain('ORIGIN_REQUIRED');
  expect((await ask('portfolio', {}, { origin: 'http://localhost:1' })).text).toContain('ORIGIN_NOT_ALLOWED');
  expect((await ask('portfolio')).text).toContain('net_worth: 15 USD');
  expect((await ask('portfolio', { wallets: [trader] })).text).toContain('WALLET_NOT_REGISTERED');
  expect((await ask('explain', { id: '1:native', wallets: [trader] })).text).toContain(
    'WALLET_NOT_REGISTERED',
  );
  expect((await ask('graphql', { query: '{ customLabels { count } }' })).text).toContain('FORBIDDEN');
  for (const name of writing) expect((await ask(name)).text).toContain(`Tool ${name} not found`);
});

test('a token asks for its wallets, as long as it lasts, and writes nothing even where its key may', async () => {
  const { json, status, text } = await world.api.ask('POST', '/auth/token', {
    payload: { wallets: [collector], scopes: ['read'] },
  });
  expect(status, text).toBeLessThan(300);
  const { token } = z.looseObject({ token: z.string() }).parse(json);
  const agent = await connectAgent(world.url, token);
  expect((await agent.client.listTools()).tools.map(({ name }) => name)).toEqual(reading);
  expect(await agent.call('portfolio')).toContain('net_worth: 15 USD');
  expect(await agent.fail('activity', { wallets: [trader] })).toContain('WALLET_NOT_REGISTERED');
  const { resources } = await agent.client.listResources();
  expect(resources.map(({ uri }) => uri)).toEqual([`wallet://${collector}`]);
  await agent.close();
});
