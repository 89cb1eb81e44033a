import type { Address, Hex } from 'viem';
import type { AccountName } from '../node/accounts.ts';
import type { CurrencyCoin, PricedAsset } from './market.ts';

/** The wallets that the demo and the tests watch: three people, and a Safe that belongs to alice and bob. */
export const walletNames = ['alice', 'bob', 'carol', 'safe'] as const;
export type WalletName = (typeof walletNames)[number];

/** Everything that can happen to a watched wallet. One transaction may be several of them, for several wallets. */
export const activityKinds = [
  'nativeSend',
  'nativeReceive',
  'nativeSelfTransfer',
  'nativeOwnTransferOut',
  'nativeOwnTransferIn',
  'tokenSend',
  'tokenReceive',
  'tokenSelfTransfer',
  'tokenOwnTransferOut',
  'tokenOwnTransferIn',
  'approve',
  'revoke',
  'swapV2EtherForToken',
  'swapV2TokenForEther',
  'swapV2TokenForToken',
  'swapV3Single',
  'swapV3EtherForToken',
  'swapV3TokenForEther',
  'wrap',
  'unwrap',
  'liquidityV2Add',
  'liquidityV2Remove',
  'liquidityV3Add',
  'liquidityV3Remove',
  'nftMintPaid',
  'nftMintFree',
  'nftSend',
  'nftReceive',
  'nftOwnTransferOut',
  'nftOwnTransferIn',
  'nftApprove',
  'nftList',
  'nftBuy',
  'nftSell',
  'multiTokenMint',
  'multiTokenMintBatch',
  'multiTokenSend',
  'multiTokenSendBatch',
  'multiTokenReceive',
  'safeExecution',
  'safePayEther',
  'safePayToken',
  'spamAirdrop',
  'forgedTransfer',
  'zeroValuePoisoning',
  'lookAlikeReceive',
  'revertedCall',
  'revertedTokenSend',
  'contractCreation',
  'contractCreationWithValue',
  'selfdestructPayout',
  'selfdestructInCreation',
  'feeTokenBuy',
  'feeTokenSell',
  'feeTokenSend',
  'feeTokenReceive',
  'rewardClaim',
  'vaultDeposit',
  'vaultRedeem',
  'stake',
  'stakingClaim',
  'unstake',
  'farmDeposit',
  'farmHarvest',
  'farmWithdraw',
  'lendingSupply',
  'lendingWithdraw',
  'borrow',
  'repay',
  'liquidation',
  'internalPayout',
  'internalPayoutWithRevert',
] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** How often each kind happened to each wallet: the ground truth for tests. */
export type Tally = Record<WalletName, Record<ActivityKind, number>>;

export const tokenKeys = [
  'weth',
  'usdc',
  'dai',
  'link',
  'uni',
  'wbtc',
  'meme',
  'tax',
  'reward',
  'legacy',
  'rebasing',
  'vaultShare',
  'lendingReceipt',
  'lendingDebt',
  'lookAlike',
  'spam',
  'forging',
] as const;
export type TokenKey = (typeof tokenKeys)[number];

/** Tokens whose balances grow without a log: no history adds up to them. */
export const silentlyGrowing: readonly TokenKey[] = ['rebasing', 'lendingDebt'];

/** The addresses of `silentlyGrowing`, lower case, as rows have them. */
export const silentlyGrowingAddresses = ({ tokens }: Pick<World, 'tokens'>): string[] =>
  silentlyGrowing.map((key) => tokens[key].address.toLowerCase());

export type WorldToken = {
  readonly address: Address;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
  /** The asset whose market price it follows, if it has one. */
  readonly asset: PricedAsset | null;
  /** The price feed in USD, if it has one. */
  readonly feed: Address | null;
  /** What an owner of a real service would list as trusted; spam and odd tokens are not. */
  readonly trusted: boolean;
};

export type WorldPool = {
  readonly address: Address;
  readonly version: 2 | 3;
  /** In hundredths of a basis point: 3000 is 0.3 %. */
  readonly fee: number;
  readonly tokens: readonly [TokenKey, TokenKey];
};

const contractNames = [
  'v2Factory',
  'v2Router',
  'v3Factory',
  'v3Router',
  'positionManager',
  'collectible',
  'freeCollectible',
  'multiToken',
  'marketplace',
  'payout',
  'reverter',
  'feedKeeper',
  'rewardDistributor',
  'staking',
  'farm',
  'lendingPool',
  'tradingBot',
  'safeSingleton',
  'safeFactory',
  'safeHandler',
] as const;
export type ContractName = (typeof contractNames)[number];

export type WorldLabel = {
  readonly address: Address;
  readonly name: string;
  readonly tags: readonly string[];
};

/** What there is to act on: enough for `createActions`. */
export type Deployment = {
  readonly rpcUrl: string;
  readonly chainId: number;
  readonly wallets: Readonly<Record<WalletName, Address>>;
  /** Every account that the simulation can sign for, watched or not. */
  readonly accounts: Readonly<Record<AccountName, Address>>;
  readonly contracts: Readonly<Record<ContractName, Address>>;
  readonly tokens: Readonly<Record<TokenKey, WorldToken>>;
  readonly pools: readonly WorldPool[];
  readonly feeds: {
    readonly nativeUsd: Address;
    readonly byToken: Readonly<Record<Address, Address>>;
    /** Of coins that have no contract here. */
    readonly coins: Readonly<Record<CurrencyCoin, Address>>;
  };
  readonly uniswap: {
    readonly v2Factory: Address;
    readonly v3Factory: Address;
    readonly weth: Address;
    readonly stablecoins: readonly Address[];
  };
  readonly labels: readonly WorldLabel[];
  /** What a wallet sends to create a contract of its own. */
  readonly creationCode: { readonly piggybank: Hex; readonly passThrough: Hex };
};

/** A simulated chain and what was done on it. Plain data: it may be sent to another process as JSON. */
export type World = Deployment & {
  readonly seed: number;
  readonly startTime: number;
  readonly endTime: number;
  /** The first block after genesis, and the last one of the two years. */
  readonly startBlock: number;
  readonly endBlock: number;
  readonly transactionCount: number;
  readonly tally: Tally;
};
