/** Alice's wallet with a few items, and Bob, who registered nothing. */
import { zeroAddress } from '../../src/domain/model.ts';
import type { Caller } from '../../src/use-cases/model/view-model.ts';
import { buildWorld, punks, registerWallet, store, usdc, type World } from '../support/builders.ts';
import { createGraphqlClient, type GraphqlClient } from '../support/graphql.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { address, hash, transactionRecord, transferRecord } from '../support/records.ts';

export const wallet = address(1);
export const stranger = address(0x5757);

export interface SampleWorld {
  world: World;
  graphql: GraphqlClient;
  alice: Caller;
  bob: Caller;
  close(): Promise<void>;
}

export async function buildSampleWorld(): Promise<SampleWorld> {
  const db = await createTestDatabase();
  const world = await buildWorld(db.database);
  const alice = await world.caller('alice');
  const bob = await world.caller('bob');
  const walletId = await registerWallet(db.database, alice, wallet);
  // Blocks 1 to 5: an inflow of 5 USDC units each; block 6 buys an NFT for 1 ETH.
  const blocks = [1, 2, 3, 4, 5].map((block) => ({ walletId, blockNumber: block, hash: hash(block) }));
  const mint = { walletId, blockNumber: 6, hash: hash(6) };
  await store(
    db.database,
    { walletId },
    {
      transactions: [
        ...blocks.map((at) => transactionRecord(at, { category: 'RECEIVE', kind: 'RECEIVE', fee: 0n })),
        transactionRecord(mint, { category: 'MINT', kind: 'MINT', functionName: 'mint' }),
      ],
      transfers: [
        ...blocks.map((at) =>
          transferRecord(at, { tokenAddress: usdc, counterparty: address(0xb0), fee: 0n }),
        ),
        transferRecord(mint, {
          side: 'outflow',
          standard: 'native',
          tokenAddress: zeroAddress,
          amount: -(10n ** 18n),
          category: 'MINT',
        }),
        transferRecord(
          { ...mint, index: 1 },
          { standard: 'erc721', tokenAddress: punks, tokenId: 7n, amount: 1n, category: 'MINT' },
        ),
      ],
    },
  );
  return {
    world,
    graphql: createGraphqlClient(world),
    alice,
    bob,
    close: async () => {
      await world.readModel.close();
      await db.drop();
    },
  };
}
