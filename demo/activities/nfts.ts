import { type Address, maxUint256 } from 'viem';
import { collectibleAbi, multiTokenAbi } from '../contracts/abis.ts';
import type { WalletName } from '../economy/world-types.ts';
import {
  type Activity,
  amountWorth,
  type Context,
  everyone,
  otherWallet,
  outsider,
  people,
  step,
  walletOf,
} from './context.ts';

type OwnedNft = { readonly collection: Address; readonly tokenId: bigint };

/** What somebody owns of the two collections, as the chain says. */
async function ownedNfts({ chain, deployment }: Context, owner: Address): Promise<OwnedNft[]> {
  const { collectible, freeCollectible } = deployment.contracts;
  const owned = await Promise.all(
    [collectible, freeCollectible].map(async (collection) => {
      const supply = Number(await chain.read(collection, collectibleAbi, 'totalSupply', []));
      const tokenIds = Array.from({ length: supply }, (_, index) => BigInt(index + 1));
      const owners = await Promise.all(
        tokenIds.map((tokenId) => chain.read(collection, collectibleAbi, 'ownerOf', [tokenId])),
      );
      return tokenIds
        .filter((_, index) => owners[index] === owner)
        .map((tokenId) => ({ collection, tokenId }));
    }),
  );
  return owned.flat();
}

async function pickNft(context: Context, owner: Address): Promise<OwnedNft | undefined> {
  const owned = await ownedNfts(context, owner);
  return owned.length === 0 ? undefined : context.random.pick(owned);
}

/** Ids of the ERC-1155 collection; the last is the largest there can be. */
const itemIds = [1n, 2n, 3n, 77n, maxUint256];
const commonItem = 1n;
const rareItem = 2n;

const itemBalance = ({ chain, deployment }: Context, owner: Address, id: bigint) =>
  chain.read(deployment.contracts.multiToken, multiTokenAbi, 'balanceOf', [owner, id]);

async function sell(context: Context, wallet: WalletName) {
  const { marketplace } = context.deployment.contracts;
  const seller = walletOf(context, wallet);
  const nft = await pickNft(context, seller);
  if (nft === undefined) return undefined;
  const price = amountWorth(context, 'ether', 80, 400);
  const approved = await context.chain.read(nft.collection, collectibleAbi, 'isApprovedForAll', [
    seller,
    marketplace,
  ]);
  const approval = step(context.calls.approveNfts(nft.collection, seller, marketplace), [
    wallet,
    'nftApprove',
  ]);
  return [
    ...(approved ? [] : [approval]),
    step(context.calls.listNft(nft.collection, seller, nft.tokenId, price), [wallet, 'nftList']),
    step(context.calls.buyNft(nft.collection, outsider(context), nft.tokenId, price), [wallet, 'nftSell']),
  ];
}

/** An outsider mints a piece and offers it; the wallet buys it. */
async function buy(context: Context, wallet: WalletName) {
  const { freeCollectible, marketplace } = context.deployment.contracts;
  const seller = outsider(context);
  const price = amountWorth(context, 'ether', 80, 400);
  const tokenId = 1n + (await context.chain.read(freeCollectible, collectibleAbi, 'totalSupply', []));
  return [
    step(context.calls.mintNftFree(seller, 1)),
    step(context.calls.approveNfts(freeCollectible, seller, marketplace)),
    step(context.calls.listNft(freeCollectible, seller, tokenId, price)),
    step(context.calls.buyNft(freeCollectible, walletOf(context, wallet), tokenId, price), [
      wallet,
      'nftBuy',
    ]),
  ];
}

const mintFree: Activity = {
  name: 'mint an NFT for nothing',
  weight: 1.5,
  wallets: people,
  alone: true,
  plan: async (context, wallet) => [
    step(context.calls.mintNftFree(walletOf(context, wallet), context.random.integer(1, 2)), [
      wallet,
      'nftMintFree',
    ]),
  ],
};

const collectionActivities: readonly Activity[] = [
  {
    name: 'mint an NFT for its price',
    weight: 2,
    wallets: people,
    alone: true,
    plan: async (context, wallet) => [
      step(context.calls.mintNft(walletOf(context, wallet), context.random.integer(1, 3)), [
        wallet,
        'nftMintPaid',
      ]),
    ],
  },
  mintFree,
  {
    name: 'send an NFT',
    preparation: mintFree,
    weight: 1,
    wallets: people,
    alone: true,
    plan: async (context, wallet) => {
      const owner = walletOf(context, wallet);
      const nft = await pickNft(context, owner);
      if (nft === undefined) return undefined;
      const call = context.calls.sendNft(nft.collection, owner, outsider(context), nft.tokenId);
      return [step(call, [wallet, 'nftSend'])];
    },
  },
  {
    name: 'receive an NFT',
    weight: 1,
    wallets: everyone,
    alone: true,
    plan: async (context, wallet) => {
      const { freeCollectible } = context.deployment.contracts;
      const sender = outsider(context);
      const tokenId = 1n + (await context.chain.read(freeCollectible, collectibleAbi, 'totalSupply', []));
      return [
        step(context.calls.mintNftFree(sender, 1)),
        step(context.calls.sendNft(freeCollectible, sender, walletOf(context, wallet), tokenId), [
          wallet,
          'nftReceive',
        ]),
      ];
    },
  },
  {
    name: 'send an NFT to another watched wallet',
    preparation: mintFree,
    weight: 1,
    wallets: people,
    alone: true,
    plan: async (context, wallet) => {
      const owner = walletOf(context, wallet);
      const nft = await pickNft(context, owner);
      if (nft === undefined) return undefined;
      const other = otherWallet(context, wallet);
      const call = context.calls.sendNft(nft.collection, owner, walletOf(context, other), nft.tokenId);
      return [step(call, [wallet, 'nftOwnTransferOut'], [other, 'nftOwnTransferIn'])];
    },
  },
  { name: 'sell an NFT', preparation: mintFree, weight: 1.5, wallets: people, alone: true, plan: sell },
  { name: 'buy an NFT', weight: 1.5, wallets: people, alone: true, plan: buy },
];

const receiveMintedItem: Activity = {
  name: 'be minted an ERC-1155 item',
  weight: 1,
  wallets: everyone,
  plan: async (context, wallet) => {
    const amount = BigInt(context.random.integer(4, 40));
    const call = context.calls.mintMultiToken(walletOf(context, wallet), commonItem, amount);
    return [step(call, [wallet, 'multiTokenMint'])];
  },
};

const receiveMintedBatch: Activity = {
  name: 'be minted a batch of ERC-1155 items',
  weight: 1,
  wallets: everyone,
  plan: async (context, wallet) => {
    // One id stands twice in the batch, and one is as large as ids get.
    const ids = [rareItem, context.random.pick(itemIds), maxUint256, rareItem];
    const amounts = ids.map(() => BigInt(context.random.integer(2, 9)));
    const call = context.calls.mintMultiTokenBatch(walletOf(context, wallet), ids, amounts);
    return [step(call, [wallet, 'multiTokenMintBatch'])];
  },
};

const multiTokenActivities: readonly Activity[] = [
  receiveMintedItem,
  receiveMintedBatch,
  {
    name: 'send an ERC-1155 item',
    preparation: receiveMintedItem,
    weight: 1,
    wallets: people,
    plan: async (context, wallet) => {
      const owner = walletOf(context, wallet);
      const held = await itemBalance(context, owner, commonItem);
      if (held === 0n) return undefined;
      const other = context.random.next() < 0.3 ? otherWallet(context, wallet) : undefined;
      const to = other === undefined ? outsider(context) : walletOf(context, other);
      const call = context.calls.sendMultiToken(owner, to, commonItem, 1n + held / 4n);
      if (other === undefined) return [step(call, [wallet, 'multiTokenSend'])];
      return [step(call, [wallet, 'multiTokenSend'], [other, 'multiTokenReceive'])];
    },
  },
  {
    name: 'send a batch of ERC-1155 items',
    preparation: receiveMintedBatch,
    weight: 1,
    wallets: people,
    plan: async (context, wallet) => {
      const owner = walletOf(context, wallet);
      const [rare, largest] = await Promise.all([
        itemBalance(context, owner, rareItem),
        itemBalance(context, owner, maxUint256),
      ]);
      if (rare < 2n || largest < 1n) return undefined;
      const ids = [rareItem, maxUint256, rareItem];
      const call = context.calls.sendMultiTokenBatch(owner, outsider(context), ids, [1n, 1n, 1n]);
      return [step(call, [wallet, 'multiTokenSendBatch'])];
    },
  },
  {
    name: 'receive an ERC-1155 item',
    weight: 1,
    wallets: everyone,
    plan: async (context, wallet) => {
      const sender = outsider(context);
      const id = context.random.pick(itemIds);
      return [
        step(context.calls.mintMultiToken(sender, id, 3n)),
        step(context.calls.sendMultiToken(sender, walletOf(context, wallet), id, 2n), [
          wallet,
          'multiTokenReceive',
        ]),
      ];
    },
  },
];

/** NFTs of both standards. */
export const nftActivities: readonly Activity[] = [...collectionActivities, ...multiTokenActivities];
