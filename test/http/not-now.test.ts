/** What PostgreSQL says when it cannot answer now (a full disk, no memory, read only…) is a 503 that says when to try again. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, type TestApi } from '../support/api.ts';
import { repeated } from '../support/records.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ graphql: 'real' });
  await api.database.pool.query(`
    CREATE SCHEMA fault;
    CREATE TABLE fault.now (code text);
    CREATE FUNCTION fault.raise() RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
      DECLARE wanted text := (SELECT code FROM fault.now LIMIT 1);
      BEGIN
        IF wanted IS NOT NULL THEN RAISE EXCEPTION USING ERRCODE = wanted, MESSAGE = 'a fault of PostgreSQL'; END IF;
        RETURN true;
      END $$;
    CREATE FUNCTION fault.raise_in_trigger() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM fault.raise(); RETURN NEW; END $$;
    CREATE TRIGGER fault BEFORE INSERT ON custom_label FOR EACH ROW EXECUTE FUNCTION fault.raise_in_trigger();
    ALTER TABLE registration RENAME TO registration_stored;
    CREATE VIEW registration AS SELECT * FROM registration_stored WHERE (SELECT fault.raise());
  `);
});
afterAll(() => api.close());

async function whileRaising(code: string, use: () => Promise<void>): Promise<void> {
  await api.database.pool.query('INSERT INTO fault.now VALUES ($1)', [code]);
  try {
    await use();
  } finally {
    await api.database.pool.query('DELETE FROM fault.now');
  }
}

const label = (name: string) =>
  api.ask('POST', '/wallet/label/', { payload: { address: repeated('a'), name } });

/** Appendix A of PostgreSQL's manual. */
const passing = [
  ...['53000', '53100', '53200', '53300', '53400'],
  ...['57000', '57014', '57P01', '57P02', '57P03', '57P05'],
  ...['08000', '08003', '08006', '08P01', '40001', '40003', '40P01'],
  ...['25006', '55P03', '55006', '58000', '58030'],
];

test.each(passing)('%s: 503 with Retry-After, over REST and GraphQL, for reads and writes', async (code) => {
  await whileRaising(code, async () => {
    const problem = {
      status: 503,
      headers: { 'retry-after': '5' },
      json: { code: 'UNAVAILABLE', detail: expect.not.stringContaining('PostgreSQL') },
    };
    expect(await api.ask('GET', '/wallet/manage/')).toMatchObject(problem);
    expect(await label('a name')).toMatchObject(problem);
    const read = await api.ask('POST', '/graphql', { payload: { query: '{ wallets { count } }' } });
    expect(read.json).toMatchObject({ errors: [{ extensions: { code: 'UNAVAILABLE' } }] });
    const query = `mutation { setCustomLabel(input: { address: "${repeated('b')}", name: "x" }) { clientMutationId } }`;
    const write = await api.ask('POST', '/graphql', { payload: { query } });
    expect(write.json).toMatchObject({ errors: [{ extensions: { code: 'UNAVAILABLE' } }] });
  });
});

test.each(['42P01', '22012', 'XX001', '57P04', '40002'])('%s passes by no waiting: 500', async (code) => {
  await whileRaising(code, async () => {
    expect(await api.ask('GET', '/wallet/manage/')).toMatchObject({
      status: 500,
      json: { code: 'INTERNAL' },
    });
  });
});
