/** PostGraphile on the service's own tables: what it takes for foreign keys is given by smart tags, and its cheapest preset is used. */
import { createServer } from 'node:http';
import { packagesOf, poolSize, serveContender } from './program.ts';

const tags = {
  version: 1,
  config: {
    class: {
      transfer: {
        tags: {
          foreignKey: [
            '(wallet_id) references wallet (id)',
            '(chain_id) references blockchain (chain_id)',
            '(chain_id, token_address) references token (chain_id, address)',
            '(chain_id, counterparty) references contract_label (chain_id, address)',
            '(counterparty) references custom_label (address)',
          ],
        },
      },
      // One client has labels in the benchmark's database.
      custom_label: { tags: { unique: 'address' } },
      // Prisma makes unique indexes, which PostGraphile does not take for constraints.
      wallet: { tags: { unique: 'address' } },
      token: { tags: { foreignKey: '(chain_id) references blockchain (chain_id)' } },
    },
  },
};

/** 'zero-value', a spam reason, is no name in GraphQL; PostGraphile would leave out every table that leads to it. */
const enumNames = {
  name: 'EnumNames',
  version: '1.0.0',
  inflection: {
    replace: {
      enumValue: (_previous: unknown, _options: unknown, value: string) => value.replaceAll('-', '_'),
    },
  },
};

await serveContender(async ({ databaseUrl, peerDirectory }) => {
  const load = packagesOf(peerDirectory);
  const { PostGraphileAmberPreset } = load('postgraphile/presets/amber');
  const { makePgService } = load('postgraphile/adaptors/pg');
  const { postgraphile } = load('postgraphile');
  const { grafserv } = load('postgraphile/grafserv/node');
  const { jsonPgSmartTags } = load('postgraphile/utils');
  const pg = load('pg');
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: poolSize,
    options: '-c random_page_cost=1.1 -c jit=off',
  });
  const instance = postgraphile({
    extends: [PostGraphileAmberPreset],
    plugins: [jsonPgSmartTags(tags), enumNames],
    pgServices: [makePgService({ pool, schemas: ['public'] })],
    grafserv: { watch: false, graphiql: false },
    grafast: { explain: false },
  });
  const server = createServer();
  const serv = instance.createServ(grafserv);
  await serv.addTo(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const at = server.address();
  if (at === null || typeof at === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${at.port}` };
});
