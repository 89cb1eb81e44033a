/** What `explain` says of a crossing over a bridge: where its other end is. */
import { expect, test } from 'vitest';
import { collector, useMcpWorld } from './mcp-world.ts';

const world = useMcpWorld();
const [left, arrived] = [`0x${'b'.repeat(64)}`, `0x${'e'.repeat(64)}`];

test('a transaction leads to the other end of its crossing', async () => {
  const { pool } = world.api.database;
  for (const [hash, kind] of [
    [left, 'BRIDGE_OUT'],
    [arrived, 'BRIDGE_IN'],
  ]) {
    const change = "UPDATE transaction SET kind = $2, bridge_message = 'across:1:7' WHERE hash = $1";
    expect((await pool.query(change, [hash, kind])).rowCount).toBe(1);
  }
  const text = await world.agent.call('explain', { id: left });
  expect(text).toContain('crossing across:1:7');
  const wallet = `${collector.slice(0, 6)}…${collector.slice(-4)}`;
  expect(text).toMatch(new RegExp(`^arrived as tx ${arrived} on ethereum, [\\dT:-]+Z, in ${wallet}$`, 'm'));
});
