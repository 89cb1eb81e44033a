/**
 * A Citus cluster to run tests on: a database is made on all its nodes, distributed, and copied for each test file as on one server. A
 * copy has all that Citus knows of tables and nodes, since that stands in the database itself.
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { distributeDatabase } from '../../src/store/schema/distribute.ts';
import { migrateDatabase } from '../../src/store/schema/migrate.ts';

/** Of one test database: few are quick to copy, and still lie on both workers. */
const shardCount = 4;

/** Runs one statement on a node; answers its rows. */
async function ask(url: URL, sql: string): Promise<unknown[][]> {
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
    return rows;
  } finally {
    await client.end();
  }
}

const inDatabase = (server: URL, name: string): URL => {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url;
};

/**
 * Makes the template on the cluster.
 * @param coordinator URL of a database on the coordinator that has the worker nodes registered
 */
export async function prepareCluster(
  coordinator: string,
): Promise<{ templateUrls: string[]; tearDown: () => Promise<void> }> {
  const home = new URL(coordinator);
  const nodes = await nodesOf(home);
  const name = `template_${randomBytes(6).toString('hex')}`;
  const tearDown = async (): Promise<void> => {
    for (const node of nodes) await ask(node, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  };
  try {
    for (const node of nodes) {
      await ask(node, `CREATE DATABASE ${name}`);
      await ask(inDatabase(node, name), 'CREATE EXTENSION citus');
    }
    const [first, ...workers] = nodes;
    if (first === undefined) throw new Error('a cluster without nodes');
    const template = inDatabase(first, name);
    await ask(template, `SELECT citus_set_coordinator_host('${first.hostname}', ${first.port})`);
    for (const { hostname, port } of workers)
      await ask(template, `SELECT citus_add_node('${hostname}', ${port})`);
    await ask(template, `ALTER DATABASE ${name} SET citus.shard_count = ${shardCount}`);
    await migrateDatabase(template.href);
    await distributeDatabase(template.href);
    // Nobody is connected to what is copied, Citus's own processes neither.
    for (const node of nodes) {
      await ask(node, `ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`);
      await ask(
        node,
        `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${name}'`,
      );
    }
    return { templateUrls: nodes.map((node) => inDatabase(node, name).href), tearDown };
  } catch (error) {
    await tearDown();
    throw error;
  }
}

/** The servers of the cluster, the coordinator's first, by URLs of a database that everybody may be in. */
async function nodesOf(home: URL): Promise<URL[]> {
  const rows = await ask(
    home,
    'SELECT nodename::text, nodeport::text FROM pg_dist_node WHERE groupid <> 0 AND isactive ORDER BY nodeid',
  );
  const workers = rows.map(([host, port]) => {
    const url = inDatabase(home, 'postgres');
    url.hostname = String(host);
    url.port = String(port);
    return url;
  });
  if (workers.length === 0)
    throw new Error('the coordinator has no worker nodes: add them by citus_add_node');
  return [inDatabase(home, 'postgres'), ...workers];
}
