/** Relay's store of this tab. Another key is another person: what was read with the former one is dropped. */
import { Environment, Network, RecordSource, Store } from 'relay-runtime';
import { fetchQuery, subscribe } from './network.ts';

export const createEnvironment = (): Environment =>
  new Environment({
    network: Network.create(fetchQuery, subscribe),
    store: new Store(new RecordSource(), { gcReleaseBufferSize: 20, queryCacheExpirationTime: 60_000 }),
  });
