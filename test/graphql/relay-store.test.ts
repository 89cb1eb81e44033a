/** What a frontend shows after a mutation: relay-runtime's own store holds lists, and takes in the answers by id. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type ConcreteRequest,
  commitMutation,
  createOperationDescriptor,
  Environment,
  fetchQuery,
  Network,
  Observable,
  RecordSource,
  Store,
} from 'relay-runtime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Address } from '../../src/domain/model.ts';
import { polygon, registerWallet, store } from '../support/builders.ts';
import { address, hash, transactionRecord, transferRecord } from '../support/records.ts';
import { withCompiledApp } from '../support/relay.ts';
import { buildSampleWorld, type SampleWorld, wallet } from './sample-world.ts';

const source = `
import { graphql } from 'relay-runtime';
export const lists = graphql\`
  query AppListsQuery($wallets: [Address!]!) {
    transfers(wallets: $wallets) { nodes { id counterparty { id name address } } }
    transactions(wallets: $wallets) { nodes { id counterparty { id name address } } }
    counterpartyTotals(wallets: $wallets) { nodes { counterparty { id name address } } }
  }
\`;
export const setLabel = graphql\`
  mutation AppSetMutation($input: SetCustomLabelInput!) {
    setCustomLabel(input: $input) { counterparty { id name } counterparties { id name } }
  }
\`;
export const deleteLabel = graphql\`
  mutation AppDeleteMutation($input: DeleteCustomLabelInput!) {
    deleteCustomLabel(input: $input) { counterparty { id name } counterparties { id name } }
  }
\`;
`;

const other = address(3);
/** With it there are transfers on Ethereum and on Polygon. */
const exchange = address(0xb0);
/** With it there is nothing but an approval. */
const router = address(0xb1);

let sample: SampleWorld;

beforeAll(async () => {
  sample = await buildSampleWorld();
  const { world, alice } = sample;
  const walletId = await registerWallet(world.database, alice, other);
  const onPolygon = { walletId, chainId: polygon, blockNumber: 1, hash: hash(11) };
  await store(
    world.database,
    { walletId, chainId: polygon },
    {
      transactions: [transactionRecord(onPolygon, { counterparty: exchange })],
      transfers: [transferRecord(onPolygon, { counterparty: exchange })],
    },
  );
  const approval = { walletId, blockNumber: 2, hash: hash(12) };
  await store(
    world.database,
    { walletId },
    {
      transactions: [
        transactionRecord(approval, {
          counterparty: router,
          category: 'CONTRACT_EXECUTION',
          kind: 'APPROVE',
        }),
      ],
    },
  );
});

afterAll(() => sample.close());

const shown = z.looseObject({
  ...Object.fromEntries(
    ['transfers', 'transactions', 'counterpartyTotals'].map((list) => [
      list,
      z.object({
        nodes: z.array(
          z.object({ counterparty: z.object({ name: z.string().nullable(), address: z.string() }) }),
        ),
      }),
    ]),
  ),
});

/** A frontend with its store: what it shows of an address, and how it runs a mutation. */
async function openApp(directory: string) {
  const artifact = async (name: string): Promise<ConcreteRequest> =>
    (await import(/* @vite-ignore */ pathToFileURL(join(directory, `${name}.graphql.js`)).href)).default;
  const environment = new Environment({
    network: Network.create((request, variables) =>
      Observable.from(
        sample.graphql.ask(sample.alice, request.text ?? '', variables).then(({ data, errors }) => {
          expect(errors).toEqual([]);
          return { data: z.record(z.string(), z.unknown()).parse(data) };
        }),
      ),
    ),
    store: new Store(new RecordSource()),
  });
  const query = await artifact('AppListsQuery');
  const variables = { wallets: [wallet, other] };
  const lists = createOperationDescriptor(query, variables);
  environment.retain(lists);
  await fetchQuery(environment, query, variables).toPromise();
  return {
    /** The distinct names under which the lists show the address, out of the store alone. */
    namesOf(wanted: Address): (string | null)[] {
      const { data } = environment.lookup(lists.fragment);
      const parties = Object.values(shown.parse(data)).flatMap(({ nodes }) =>
        nodes.map(({ counterparty }) => counterparty),
      );
      return [...new Set(parties.filter((party) => party.address === wanted).map(({ name }) => name))];
    },
    async run(mutationName: string, input: object): Promise<void> {
      const mutation = await artifact(mutationName);
      await new Promise<void>((resolve, reject) => {
        const onCompleted = () => resolve();
        commitMutation(environment, { mutation, variables: { input }, onCompleted, onError: reject });
      });
    },
  };
}

test("a label that is set or deleted shows in lists that the client's store holds", async () => {
  await withCompiledApp({ source, language: 'javascript' }, async (directory) => {
    const app = await openApp(directory);
    // Each chain has its own default label, and totals show the one of the lowest chain id.
    expect(app.namesOf(exchange).sort()).toEqual(['Binance 14', 'Binance on Polygon']);
    expect(app.namesOf(router)).toEqual([null]);

    await app.run('AppSetMutation', { address: exchange, name: 'My exchange' });
    await app.run('AppSetMutation', { address: router, name: 'My router' });
    expect(app.namesOf(exchange)).toEqual(['My exchange']);
    expect(app.namesOf(router)).toEqual(['My router']);

    await app.run('AppDeleteMutation', { address: exchange });
    await app.run('AppDeleteMutation', { address: router });
    expect(app.namesOf(exchange).sort()).toEqual(['Binance 14', 'Binance on Polygon']);
    expect(app.namesOf(router)).toEqual([null]);
  });
});

test('the counterparty itself is the one of the chain with most transfers, else of a transaction', async () => {
  const idOf = async (list: string, party: Address): Promise<string[]> => {
    const query = `{ ${list}(wallets: ["${wallet}", "${other}"], filter: { counterparties: ["${party}"] }) {
      nodes { blockchain { chainId } counterparty { id } } } }`;
    const data = await sample.graphql.data(sample.alice, query);
    const item = z.object({ counterparty: z.object({ id: z.string() }) });
    const answer = z.record(z.string(), z.object({ nodes: z.array(item) })).parse(data);
    return (answer[list]?.nodes ?? []).map(({ counterparty }) => counterparty.id);
  };
  const answered = async (party: Address): Promise<unknown> => {
    const mutation = `mutation { setCustomLabel(input: { address: "${party}", name: "x" }) { counterparty { id } } }`;
    return sample.graphql.data(sample.alice, mutation);
  };
  // Five transfers on Ethereum, of the sample world; one on Polygon, which is the newest.
  const ids = await idOf('transfers', exchange);
  expect(ids).toHaveLength(6);
  const onEthereum = ids.find((id) => ids.filter((one) => one === id).length === 5);
  expect(await answered(exchange)).toEqual({ setCustomLabel: { counterparty: { id: onEthereum } } });
  const [approved] = await idOf('transactions', router);
  expect(await answered(router)).toEqual({ setCustomLabel: { counterparty: { id: approved } } });
});
