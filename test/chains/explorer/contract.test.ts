/** The shared contract on the node and on each explorer dialect, and that all of them tell the same of the same wallet. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { World } from '../../../demo/economy/world-types.ts';
import type { Anvil } from '../../../demo/node/anvil.ts';
import { explorerKinds } from '../../../src/chains/definitions/chain-list.ts';
import type { ChainSource } from '../../../src/chains/definitions/chain-source.ts';
import { createExplorerSource } from '../../../src/chains/explorer/explorer-source.ts';
import { createRpcSource } from '../../../src/chains/rpc/rpc-source.ts';
import { createRpcTransactionReader } from '../../../src/chains/rpc/transaction-reader.ts';
import { lowerAddress } from '../../../src/domain/address.ts';
import type { ChainTransaction } from '../../../src/domain/model.ts';
import { type ChainIndex, createChainIndex } from '../../support/explorer-fake/chain-index.ts';
import {
  type FakeExplorer,
  type FakeOptions,
  startFakeExplorer,
} from '../../support/explorer-fake/fake-explorer.ts';
import { shareTestWorld } from '../../support/world.ts';
import { chainSourceContract, loadHistory, watched } from '../contract-suite.ts';

let anvil: Anvil;
let world: World;
let index: ChainIndex;
const fakes: FakeExplorer[] = [];

beforeAll(async () => {
  ({ anvil, world } = await shareTestWorld({ seed: 3, transactions: 900 }));
  index = createChainIndex(anvil.rpcUrl);
  await index.update();
});

afterAll(async () => {
  for (const fake of fakes) await fake.close();
  await anvil.stop();
});

const rpcSource = (): ChainSource => createRpcSource({ chainId: world.chainId, urls: [anvil.rpcUrl] });

/** An explorer source on a fake of its kind; `rowCap` makes it page. */
async function explorerSource(
  kind: FakeOptions['kind'],
  receipts: 'node' | 'explorer',
  rowCap?: number,
): Promise<ChainSource> {
  const fake = await startFakeExplorer({
    kind,
    index,
    chainId: world.chainId,
    ...(rowCap === undefined ? {} : { rowCap }),
  });
  fakes.push(fake);
  const node =
    receipts === 'explorer'
      ? {}
      : {
          rpc: rpcSource(),
          reader: createRpcTransactionReader({ chainId: world.chainId, urls: [anvil.rpcUrl] }),
        };
  const limits = { callsPerSecond: 100_000, ...(rowCap === undefined ? {} : { rowsPerPage: rowCap }) };
  return createExplorerSource({ chainId: world.chainId, kind, url: fake.url, limits, ...node });
}

const variants = explorerKinds.flatMap((kind) =>
  (['node', 'explorer'] as const).map((receipts) => ({ kind, receipts })),
);

const historyByNode = chainSourceContract('rpc', async () => ({ source: rpcSource(), world, index }));

const explorers = variants.map(({ kind, receipts }) => ({
  ...{ kind, receipts },
  historyOf: chainSourceContract(`${kind}, receipts from the ${receipts}`, async () => ({
    source: await explorerSource(kind, receipts),
    world,
    index,
  })),
}));

/** A node does not know what functions are called. */
const withoutNames = (transactions: readonly ChainTransaction[]) =>
  transactions.map(({ functionName: _name, ...transaction }) => transaction);

describe('the same wallet through a node and through an explorer', () => {
  test.each(explorers)('$kind, receipts from the $receipts: identical records', async ({ historyOf }) => {
    for (const wallet of watched) {
      const address = lowerAddress(world.wallets[wallet]);
      const [byNode, byExplorer] = [await historyByNode(address), await historyOf(address)];
      expect(byNode.transactions.length).toBeGreaterThan(50);
      expect(withoutNames(byExplorer.transactions)).toEqual(byNode.transactions);
      expect(byExplorer.credits).toEqual(byNode.credits);
    }
  });

  test.each(variants)(
    '$kind, receipts from the $receipts, 7 rows a page: identical records',
    async (variant) => {
      const explorer = await explorerSource(variant.kind, variant.receipts, 7);
      const address = lowerAddress(world.wallets.bob);
      const [byNode, byExplorer] = [await historyByNode(address), await loadHistory(explorer, address)];
      expect(byExplorer.steps).toBeGreaterThan(5);
      expect(withoutNames(byExplorer.transactions)).toEqual(byNode.transactions);
    },
  );
});
