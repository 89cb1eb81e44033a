/**
 * The proof of the main job, over the API: for every demo wallet and token, the sum of signed transfer amounts minus fees is
 * what the node says the wallet owned at the synced block, to the last unit. The sums are made here from the pages that
 * a client reads; the other side comes from eth_getBalance and balanceOf.
 */
import { ContractFunctionExecutionError, createPublicClient, http, parseAbi } from 'viem';
import { parseUnits } from 'viem/utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silentlyGrowingAddresses } from '../../demo/economy/world-types.ts';
import { zeroAddress } from '../../src/domain/model.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { shareTestWorld, type TestWorld } from '../support/world.ts';

const erc20 = parseAbi(['function balanceOf(address) view returns (uint256)']);
const erc721 = parseAbi(['function ownerOf(uint256) view returns (address)']);
const erc1155 = parseAbi(['function balanceOf(address,uint256) view returns (uint256)']);

let testWorld: TestWorld;
let service: TestService;

beforeAll(async () => {
  testWorld = await shareTestWorld();
  service = await startTestService([testWorld.chain]);
  await service.api.load(testWorld.addresses);
});

afterAll(async () => {
  await service?.stop();
  await testWorld?.anvil.stop();
});

interface Transfer {
  amount: string;
  isSpam: boolean;
  token: { decimals: number | null } | null;
  nft: { id: string } | null;
  rawToken: { address: `0x${string}`; tokenId: string | null };
}

/** Every item of a list, page by page, as a client walks it. */
async function walk<Item>(field: string, wallet: string, selection: string): Promise<Item[]> {
  const items: Item[] = [];
  let after: string | null = null;
  do {
    const data: Record<
      string,
      { nodes: Item[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } }
    > = await service.api.query(
      `query ($wallets: [Address!]!, $after: String) {
           ${field}(wallets: $wallets, first: 200, after: $after) {
             pageInfo { hasNextPage endCursor } nodes { ${selection} }
           }
         }`,
      { wallets: [wallet], after },
    );
    const page = data[field];
    if (page === undefined) throw new Error(`no ${field}`);
    items.push(...page.nodes);
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  } while (after !== null);
  return items;
}

const transferSelection = 'amount isSpam token { decimals } nft { id } rawToken { address tokenId }';

/** Base units; an unrecognised token is shown without decimals, so in base units already. */
const baseUnits = (transfer: Transfer): bigint => parseUnits(transfer.amount, transfer.token?.decimals ?? 0);

async function syncedBlock(wallet: string): Promise<bigint> {
  const data = await service.api.query<{ wallet: { sync: { syncedBlock: number }[] } }>(
    'query ($address: Address!) { wallet(address: $address) { sync { syncedBlock } } }',
    { address: wallet },
  );
  return BigInt(data.wallet.sync[0]?.syncedBlock ?? -1);
}

describe.each(['alice', 'bob', 'carol', 'safe'] as const)('%s', (name) => {
  const chain = () => createPublicClient({ transport: http(testWorld.anvil.rpcUrl) });
  const wallet = () => testWorld.world.wallets[name].toLowerCase() as `0x${string}`;

  /** null: burned, so that the contract refuses to name an owner. */
  async function ownerOf(address: `0x${string}`, id: bigint, blockNumber: bigint): Promise<string | null> {
    try {
      const owner = await chain().readContract({
        address,
        abi: erc721,
        functionName: 'ownerOf',
        args: [id],
        blockNumber,
      });
      return owner.toLowerCase();
    } catch (error) {
      if (error instanceof ContractFunctionExecutionError) return null;
      throw error;
    }
  }

  test('native: transfers minus fees = eth_getBalance', async () => {
    const transfers = await walk<Transfer>('transfers', wallet(), transferSelection);
    const transactions = await walk<{ fee: string }>('transactions', wallet(), 'fee');
    const moved = transfers
      .filter((transfer) => transfer.rawToken.address === zeroAddress)
      .reduce((sum, transfer) => sum + baseUnits(transfer), 0n);
    const fees = transactions.reduce((sum, transaction) => sum + parseUnits(transaction.fee, 18), 0n);
    const balance = await chain().getBalance({ address: wallet(), blockNumber: await syncedBlock(wallet()) });
    expect(moved - fees).toBe(balance);
  });

  test('every ERC-20: transfers = balanceOf, but what only a forged log or a rebase explains', async () => {
    const transfers = await walk<Transfer>('transfers', wallet(), transferSelection);
    const sums = new Map<`0x${string}`, bigint>();
    for (const transfer of transfers) {
      const { address, tokenId } = transfer.rawToken;
      if (address === zeroAddress || tokenId !== null || transfer.isSpam) continue;
      sums.set(address, (sums.get(address) ?? 0n) + baseUnits(transfer));
    }
    expect(sums.size).toBeGreaterThan(3);
    const growing = silentlyGrowingAddresses(testWorld.world);
    for (const [address, sum] of sums) {
      if (growing.includes(address)) continue;
      const balance = await chain().readContract({
        address,
        abi: erc20,
        functionName: 'balanceOf',
        args: [wallet()],
        blockNumber: await syncedBlock(wallet()),
      });
      expect([address, sum]).toEqual([address, balance]);
    }
  });

  test('every NFT: the wallet holds what its transfers add up to', async () => {
    const transfers = await walk<Transfer>('transfers', wallet(), transferSelection);
    const sums = new Map<string, bigint>();
    for (const transfer of transfers) {
      const { address, tokenId } = transfer.rawToken;
      if (tokenId === null) continue;
      const key = `${address}:${tokenId}`;
      sums.set(key, (sums.get(key) ?? 0n) + BigInt(transfer.amount));
    }
    expect(sums.size).toBeGreaterThan(name === 'safe' ? -1 : 2);
    const blockNumber = await syncedBlock(wallet());
    for (const [key, sum] of sums) {
      const [address, id] = key.split(':') as [`0x${string}`, string];
      const isMulti = address === testWorld.world.contracts.multiToken.toLowerCase();
      const held = isMulti
        ? await chain().readContract({
            address,
            abi: erc1155,
            functionName: 'balanceOf',
            args: [wallet(), BigInt(id)],
            blockNumber,
          })
        : (await ownerOf(address, BigInt(id), blockNumber)) === wallet()
          ? 1n
          : 0n;
      expect([key, sum]).toEqual([key, held]);
    }
  });

  test('REST says the same balances as the sums', async () => {
    const { body } = await service.api.get(`/wallet/balance/?wallet=${wallet()}`);
    const native = body.results.find(
      (row: { token: { address: string } | null }) => row.token?.address === zeroAddress,
    );
    const balance = await chain().getBalance({ address: wallet(), blockNumber: await syncedBlock(wallet()) });
    // A JSON number carries 15 to 17 digits: compared at 12 decimal places of ether.
    expect(native?.balance ?? 0).toBeCloseTo(Number(balance / 1_000_000n) / 1e12, 9);
  });
});

test('what happened to a wallet is in its history as often as it happened', async () => {
  const { tally, wallets } = testWorld.world;
  const kinds = await walk<{ kind: string; isError: boolean }>('transactions', wallets.alice, 'kind isError');
  const count = (kind: string): number => kinds.filter((transaction) => transaction.kind === kind).length;
  expect(count('FAILED')).toBe(tally.alice.revertedCall + tally.alice.revertedTokenSend);
  expect(count('WRAP')).toBe(tally.alice.wrap);
  expect(count('UNWRAP')).toBe(tally.alice.unwrap);
  expect(count('CLAIM')).toBe(tally.alice.rewardClaim + tally.alice.stakingClaim + tally.alice.farmHarvest);
  expect(count('APPROVE') + count('REVOKE')).toBeGreaterThanOrEqual(tally.alice.approve + tally.alice.revoke);
});
