/** Relay's store of one sign-in. Another one is of another person: what was read by the former is dropped. */
import { Environment, RecordSource, Store } from 'relay-runtime';
import { createNetwork } from './network.ts';

/** @param asked The `signInNumber` that it is for */
export const createEnvironment = (asked: number): Environment =>
  new Environment({
    network: createNetwork(asked),
    store: new Store(new RecordSource(), { gcReleaseBufferSize: 20, queryCacheExpirationTime: 60_000 }),
  });
