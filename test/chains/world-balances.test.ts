/**
 * The proof: for each watched wallet of the demo world, what the service makes of the node's history adds up to what
 * the node says the wallet owns, to the last unit. Computed against the node, not against our tables.
 */
import { decodeFunctionResult, encodeFunctionData, type Hex, parseAbi } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silentlyGrowing, tokenKeys, type World, walletNames } from '../../demo/economy/world-types.ts';
import type { Anvil } from '../../demo/node/anvil.ts';
import type { ChainSource } from '../../src/chains/definitions/chain-source.ts';
import { createRpcSource } from '../../src/chains/rpc/rpc-source.ts';
import { lowerAddress } from '../../src/domain/address.ts';
import { type Classified, classifyTransaction } from '../../src/domain/classify/classify-transaction.ts';
import { type ClassifyContext, createClassifyContext } from '../../src/domain/classify/evidence/context.ts';
import { type Address, transactionKinds, zeroAddress } from '../../src/domain/model.ts';
import { chainRules } from '../../src/domain/normalize/chain-rules.ts';
import { normalizeCredits } from '../../src/domain/normalize/normalize-credits.ts';
import { belongsToWallet, normalizeTransaction } from '../../src/domain/normalize/normalize-transaction.ts';
import { createBalanceProofs } from '../../src/ingest/loading/balance-proofs.ts';
import { readTokenMetadata } from '../../src/labels/metadata/contract-metadata.ts';
import { shareTestWorld } from '../support/world.ts';

const chainId = 31337;
const abi = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function ownerOf(uint256) view returns (address)',
  'function balanceOf1155(address,uint256) view returns (uint256)',
]);
const balanceOf1155Selector: Hex = '0x00fdd58e';

let anvil: Anvil;
let world: World;
let source: ChainSource;
let head: number;
const histories = new Map<string, Classified[]>();

beforeAll(async () => {
  ({ anvil, world } = await shareTestWorld());
  source = createRpcSource({ chainId, urls: [anvil.rpcUrl] });
  head = (await source.getHead()).number;
  for (const name of walletNames) histories.set(name, await history(lowerAddress(world.wallets[name])));
});

afterAll(async () => {
  await source?.close();
  await anvil?.stop();
});

function context(): ClassifyContext {
  const tokens = Object.values(world.tokens);
  const byAddress = new Map(tokens.map((token) => [lowerAddress(token.address), token]));
  return createClassifyContext({
    wrappedNative: lowerAddress(world.tokens.weth.address),
    nativeSymbol: 'ETH',
    trustedTokens: new Map(
      tokens.filter((token) => token.trusted).map((token) => [lowerAddress(token.address), token]),
    ),
    metadata: (address) => byAddress.get(address) ?? null,
  });
}

async function history(wallet: Address): Promise<Classified[]> {
  const rules = chainRules(chainId, { wrappedNative: lowerAddress(world.tokens.weth.address) });
  const known = context();
  const classified: Classified[] = [];
  for (let from = 0; from <= head; ) {
    const activity = await source.fetchActivity({ address: wallet, fromBlock: from, toBlock: head });
    expect(activity.missing).toEqual([]);
    const normalized = [
      ...normalizeCredits(activity.credits, wallet),
      ...activity.transactions.map((transaction) => normalizeTransaction(transaction, wallet, rules)),
    ];
    const own = normalized.filter(belongsToWallet);
    const proofs = await createBalanceProofs()(source, own, () => known);
    for (const item of own) {
      expect(item.warnings).toEqual([]);
      const balanceProof = (token: Address) => proofs(token, item);
      classified.push(classifyTransaction(item, { ...known, balanceProof }));
    }
    from = activity.reached.number + 1;
  }
  return classified;
}

/** Sums per token and id, without spam; fees taken off the native token. */
function sums(items: readonly Classified[]): Map<string, bigint> {
  const total = new Map<string, bigint>();
  const add = (key: string, amount: bigint): void => void total.set(key, (total.get(key) ?? 0n) + amount);
  for (const { normalized, movements } of items) {
    add(zeroAddress, -normalized.fee);
    for (const { movement, spamReason } of movements) {
      if (spamReason === 'forged') continue;
      const key =
        movement.tokenId === null
          ? movement.tokenAddress
          : `${movement.tokenAddress}:${movement.tokenId}:${movement.standard}`;
      add(key, movement.side === 'inflow' ? movement.amount : -movement.amount);
    }
  }
  return total;
}

async function call(to: Address, data: Hex): Promise<Hex | null> {
  const [answer] = await source.callContracts([{ to, data }], head);
  return answer ?? null;
}

async function balanceOnChain(wallet: Address, key: string): Promise<bigint> {
  const [token = '', tokenId, standard] = key.split(':');
  const to = lowerAddress(token);
  if (standard === 'erc721') {
    const data = encodeFunctionData({ abi, functionName: 'ownerOf', args: [BigInt(tokenId ?? 0)] });
    const owner = await call(to, data);
    return owner !== null && lowerAddress(`0x${owner.slice(26)}`) === wallet ? 1n : 0n;
  }
  if (standard === 'erc1155') {
    const data = encodeFunctionData({
      abi,
      functionName: 'balanceOf1155',
      args: [wallet, BigInt(tokenId ?? 0)],
    });
    return BigInt((await call(to, `${balanceOf1155Selector}${data.slice(10)}`)) ?? '0x0');
  }
  const answer = await call(to, encodeFunctionData({ abi, functionName: 'balanceOf', args: [wallet] }));
  return answer === null ? 0n : decodeFunctionResult({ abi, functionName: 'balanceOf', data: answer });
}

describe('sum of transfers − fees = the balance on the node, to the last unit', () => {
  test.each(walletNames)('%s: native token', async (name) => {
    const wallet = lowerAddress(world.wallets[name]);
    const total = sums(histories.get(name) ?? []).get(zeroAddress);
    expect(total).toBe(await source.getNativeBalance(wallet, head));
  });

  test.each(walletNames)('%s: every token and NFT', async (name) => {
    const wallet = lowerAddress(world.wallets[name]);
    const total = sums(histories.get(name) ?? []);
    total.delete(zeroAddress);
    for (const key of silentlyGrowing) total.delete(lowerAddress(world.tokens[key].address));
    expect(total.size).toBeGreaterThan(5);
    const onChain = new Map<string, bigint>();
    for (const key of total.keys()) onChain.set(key, await balanceOnChain(wallet, key));
    expect(total).toEqual(onChain);
  });

  test.each(walletNames)('%s: no token that the node knows of is missing', async (name) => {
    const wallet = lowerAddress(world.wallets[name]);
    const total = sums(histories.get(name) ?? []);
    for (const key of tokenKeys) {
      if (silentlyGrowing.includes(key)) continue;
      const token = world.tokens[key];
      const address = lowerAddress(token.address);
      expect([token.symbol, total.get(address) ?? 0n]).toEqual([
        token.symbol,
        await balanceOnChain(wallet, address),
      ]);
    }
  });
});

describe('kinds are found as often as the world says that they happened', () => {
  test.each(['alice', 'bob', 'carol'] as const)('%s', (name) => {
    const kinds = Map.groupBy(histories.get(name) ?? [], (item) => item.kind);
    const happened = world.tally[name];
    const found = Object.fromEntries(transactionKinds.map((kind) => [kind, kinds.get(kind)?.length ?? 0]));
    expect(found).toMatchObject({
      SWAP:
        happened.swapV2EtherForToken +
        happened.swapV2TokenForEther +
        happened.swapV2TokenForToken +
        happened.swapV3Single +
        happened.swapV3EtherForToken +
        happened.swapV3TokenForEther +
        happened.feeTokenBuy +
        happened.feeTokenSell,
      WRAP: happened.wrap,
      UNWRAP: happened.unwrap,
      APPROVE: happened.approve + happened.nftApprove,
      REVOKE: happened.revoke,
      CLAIM: happened.rewardClaim + happened.stakingClaim + happened.farmHarvest,
      BORROW: happened.borrow,
      REPAY: happened.repay,
      LIQUIDATION: happened.liquidation,
      MINT:
        happened.nftMintPaid + happened.nftMintFree + happened.multiTokenMint + happened.multiTokenMintBatch,
      // The NFT of a position stands for what is in the pool.
      DEPOSIT:
        happened.vaultDeposit +
        happened.liquidityV2Add +
        happened.liquidityV3Add +
        happened.stake +
        happened.farmDeposit +
        happened.lendingSupply,
      WITHDRAW:
        happened.vaultRedeem +
        happened.liquidityV2Remove +
        happened.liquidityV3Remove +
        happened.unstake +
        happened.farmWithdraw +
        happened.lendingWithdraw,
      NFT_BUY: happened.nftBuy,
      NFT_SELL: happened.nftSell,
      AIRDROP: happened.spamAirdrop + happened.lookAlikeReceive,
      FAILED: happened.revertedCall + happened.revertedTokenSend,
      DEPLOY:
        happened.contractCreation + happened.contractCreationWithValue + happened.selfdestructInCreation,
      SELF_TRANSFER: happened.nativeSelfTransfer + happened.tokenSelfTransfer,
      SEND:
        happened.nativeSend +
        happened.nativeOwnTransferOut +
        happened.tokenSend +
        happened.tokenOwnTransferOut +
        happened.nftSend +
        happened.nftOwnTransferOut +
        happened.multiTokenSend +
        happened.multiTokenSendBatch +
        happened.feeTokenSend,
    });
  });

  test('spam is told by its reason', () => {
    for (const name of walletNames) {
      const reasons = (histories.get(name) ?? []).flatMap((item) =>
        item.movements.flatMap(({ spamReason }) => (spamReason === null ? [] : [spamReason])),
      );
      const count = (reason: string): number => reasons.filter((other) => other === reason).length;
      const happened = world.tally[name];
      expect([name, count('forged'), count('zero-value'), count('airdrop')]).toEqual([
        name,
        happened.forgedTransfer,
        happened.zeroValuePoisoning,
        happened.spamAirdrop + happened.lookAlikeReceive,
      ]);
    }
  });
});

test('tokens describe themselves through the node as the world deployed them', async () => {
  const tokens = Object.values(world.tokens);
  const read = await readTokenMetadata(
    source,
    tokens.map((token) => lowerAddress(token.address)),
  );
  expect(read.map(({ metadata: { name, symbol, decimals } }) => ({ name, symbol, decimals }))).toEqual(
    tokens.map(({ name, symbol, decimals }) => ({ name, symbol, decimals })),
  );
});
