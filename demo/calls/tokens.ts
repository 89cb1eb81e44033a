import { type Address, encodeFunctionData, maxUint256 } from 'viem';
import { forgingTokenAbi, rebasingTokenAbi, spamTokenAbi, tokenAbi, wethAbi } from '../contracts/abis.ts';
import type { Deployment } from '../economy/world-types.ts';
import type { Call } from '../node/mining.ts';

/** Moves of the native token and of ERC-20 tokens. Amounts are base units. */
export function createTokenCalls({ tokens, accounts }: Deployment) {
  const { deployer } = accounts;
  return {
    sendEther: (from: Address, to: Address, wei: bigint): Call => ({ from, to, value: wei, gas: 60_000n }),

    sendToken: (token: Address, from: Address, to: Address, amount: bigint): Call => ({
      from,
      to: token,
      data: encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [to, amount] }),
      gas: 150_000n,
    }),

    /** A transfer of more than the wallet has: the transaction fails, and only its fee is paid. */
    sendTokenInVain: (token: Address, from: Address, to: Address): Call => ({
      from,
      to: token,
      data: encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [to, maxUint256 / 2n] }),
      gas: 150_000n,
      fails: true,
    }),

    /** The owner of our tokens mints. */
    mintToken: (token: Address, to: Address, amount: bigint): Call => ({
      from: deployer,
      to: token,
      data: encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args: [to, amount] }),
      gas: 150_000n,
    }),

    approve: (token: Address, from: Address, spender: Address, amount: bigint = maxUint256): Call => ({
      from,
      to: token,
      data: encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args: [spender, amount] }),
      gas: 80_000n,
    }),

    revoke: (token: Address, from: Address, spender: Address): Call => ({
      from,
      to: token,
      data: encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args: [spender, 0n] }),
      gas: 80_000n,
    }),

    /** Multiplies every balance of the rebasing token; `index` is in thousandths. No log says so. */
    rebase: (index: bigint): Call => ({
      from: deployer,
      to: tokens.rebasing.address,
      data: encodeFunctionData({ abi: rebasingTokenAbi, functionName: 'rebase', args: [index] }),
      gas: 80_000n,
    }),
  };
}

/** Ether to WETH and back. */
export function createWrapCalls({ tokens }: Deployment) {
  const weth = tokens.weth.address;
  return {
    wrap: (from: Address, wei: bigint): Call => ({
      from,
      to: weth,
      data: encodeFunctionData({ abi: wethAbi, functionName: 'deposit' }),
      value: wei,
      gas: 80_000n,
    }),

    unwrap: (from: Address, wei: bigint): Call => ({
      from,
      to: weth,
      data: encodeFunctionData({ abi: wethAbi, functionName: 'withdraw', args: [wei] }),
      gas: 80_000n,
    }),
  };
}

/** What spammers do. */
export function createSpamCalls({ tokens, accounts }: Deployment) {
  const { spammer } = accounts;
  return {
    /** One transaction that sends a token with a URL for a name to many. */
    airdropSpam: (recipients: readonly Address[], amount: bigint): Call => ({
      from: spammer,
      to: tokens.spam.address,
      data: encodeFunctionData({ abi: spamTokenAbi, functionName: 'airdrop', args: [recipients, amount] }),
      gas: 100_000n + 40_000n * BigInt(recipients.length),
    }),

    /** A log that names the victim as sender, in a token that the victim never touched. */
    forgeTransfer: (victim: Address, to: Address, amount: bigint): Call => ({
      from: spammer,
      to: tokens.forging.address,
      data: encodeFunctionData({ abi: forgingTokenAbi, functionName: 'forge', args: [victim, to, amount] }),
      gas: 80_000n,
    }),

    /** A transfer of nothing from the victim to an address that looks like one it knows, in an honest token. */
    poison: (token: Address, victim: Address, to: Address): Call => ({
      from: spammer,
      to: token,
      data: encodeFunctionData({ abi: tokenAbi, functionName: 'transferFrom', args: [victim, to, 0n] }),
      gas: 80_000n,
    }),

    sendLookAlike: (to: Address, amount: bigint): Call => ({
      from: spammer,
      to: tokens.lookAlike.address,
      data: encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [to, amount] }),
      gas: 100_000n,
    }),
  };
}
