/** Pools without connections of their own: each connection is taken from another pool, chosen when it is wanted. */
import pg from 'pg';

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void;

export class ChosenPool extends pg.Pool {
  readonly #connect: () => Promise<pg.PoolClient>;

  constructor(connect: () => Promise<pg.PoolClient>) {
    super({ max: 1 });
    this.#connect = connect;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    const connecting = this.#connect();
    if (callback === undefined) return connecting;
    connecting.then(
      (client) => callback(undefined, client, (failure) => client.release(failure)),
      (error: Error) => callback(error, undefined, () => {}),
    );
  }
}

/** A connection of the pool; `onRelease` is called when it is given back, before anybody goes on with what was read. */
export async function connectTelling(pool: pg.Pool, onRelease: () => void): Promise<pg.PoolClient> {
  const client = await pool.connect();
  const release = client.release.bind(client);
  client.release = (failure) => {
    onRelease();
    release(failure);
  };
  return client;
}
