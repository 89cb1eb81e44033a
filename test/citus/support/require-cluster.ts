/** Before the tests on a cluster: says which, or ends with what to do. */

export default function setup(): void {
  const coordinator = process.env.DATABASE_URL;
  if (coordinator === undefined || coordinator === '') {
    console.error(
      'npm run test:citus needs a cluster: set DATABASE_URL to a database on its coordinator in which the worker nodes are registered ' +
        '(citus_add_node), as a role that may create databases on every node. Databases are made beside it and removed again.',
    );
    process.exit(1);
  }
  process.env.CITUS_URL = coordinator;
  // Tests of the configuration look at what is set.
  delete process.env.DATABASE_URL;
}
