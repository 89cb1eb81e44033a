/** The attack table: each is refused with a sentence, before a resolver or a statement runs. Prints what each took. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { isSpread } from '../../src/store/cluster/wallet-statements.ts';
import type { Caller } from '../../src/use-cases/model/view-model.ts';
import { attacks } from '../support/attacks.ts';
import { buildWorld, registerWallet, statementsOf, type World } from '../support/builders.ts';
import { createGraphqlClient, type GraphqlClient } from '../support/graphql.ts';
import { address } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';

const db = useTestDatabase();
let world: World;
let graphql: GraphqlClient;
let alice: Caller;
const took: string[] = [];

beforeAll(async () => {
  world = await buildWorld(db.database);
  graphql = createGraphqlClient(world);
  alice = await world.caller('alice');
  await registerWallet(db.database, alice, address(1));
});

afterAll(async () => {
  console.log(`CPU time until refused:\n${took.join('\n')}`);
  await world.readModel.close();
});

const refused = z.object({
  // Nothing, or the one list that may be null.
  data: z.union([z.null(), z.record(z.string(), z.null())]).optional(),
  errors: z.array(z.object({ message: z.string(), extensions: z.looseObject({}).optional() })).min(1),
});

describe('attacks', () => {
  test.each(attacks)('$name', async ({ name, url = '/graphql', init, refusal, looksUp = false }) => {
    let text = '';
    const before = process.cpuUsage();
    const statements = await statementsOf(async () => {
      const response = await graphql.fetch(alice, { url, ...init });
      text = await response.text();
      expect(response.status).toBeLessThan(500);
      // A refusal is all that there is: a form is refused without a body of GraphQL.
      if (text === '') expect(response.status).toBeGreaterThanOrEqual(400);
    });
    const { user, system } = process.cpuUsage(before);
    took.push(`${((user + system) / 1000).toFixed(1).padStart(8)} ms  ${name}`);
    // The read model's listening connection may be opened meanwhile.
    const asked = statements.filter((statement) => !statement.startsWith('LISTEN'));
    // Whose the wallets are; on a cluster, what their ledgers say lies elsewhere, and is asked for by itself.
    if (looksUp) expect(asked.length).toBeLessThanOrEqual(isSpread(db.database.pool) ? 2 : 1);
    else expect(asked).toEqual([]);
    if (text === '') return;
    const { errors } = refused.parse(JSON.parse(text));
    expect(errors.map(({ message }) => message).join('\n')).toMatch(refusal);
    // None of them is a fault of ours, and the answer is no amplifier.
    for (const { extensions } of errors) expect(extensions?.code).not.toBe('INTERNAL');
    expect(text.length).toBeLessThan(100_000);
    expect(graphql.masked).toEqual([]);
  });
});
