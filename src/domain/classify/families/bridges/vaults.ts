import { here, ownHash, type Part, receivedAs, sentAs, value } from '../../evidence/bridge-message.ts';
import type { EventValues } from '../../evidence/event-shape.ts';
import { type Family, gives, type Seen, takes } from '../../evidence/family.ts';
import { arrives, leaves, sends } from './crossing.ts';

function memoOf(values: EventValues): string {
  return Buffer.from((values.bytes('memo') ?? '0x').slice(2), 'hex').toString('latin1');
}

/**
 * A swap for somebody on a chain of this kind: what is swapped to another, Bitcoin above all, is spent, since its other end is never seen. What else is
 * deposited becomes a share of a pool, a bond, or a credit. Source: THORChain's memos.
 */
const isSwap = ({ values }: Seen): boolean => /^(?:=|s|swap):[^:]+:0x[\da-f]{40}/i.test(memoOf(values));
/** What was swapped, or could not be. */
const outbound = /^(?:OUT|REFUND):([\dA-F]{64})$/i;
const source: Part = ({ values }) => {
  const [, hash] = outbound.exec(memoOf(values)) ?? [];
  return hash === undefined ? undefined : BigInt(`0x${hash}`);
};

/** How NEAR's Omni Bridge numbers chains. */
const omniChains: ReadonlyMap<number, number> = new Map([
  [1, 0],
  [42_161, 3],
  [8453, 4],
  [56, 5],
  [137, 8],
]);

const swapped = 'uint32 chain, bytes to, uint32 asset';
const called = 'bytes message, uint256 gas, bytes parameters';
/** How Chainflip numbers Ethereum and Arbitrum. */
const seen: readonly (bigint | undefined)[] = [1n, 4n];
const out = (event: string) =>
  leaves(event, ['sender'], {
    orCalled: true,
    flows: ({ values }) => (seen.includes(values.number('chain')) ? [gives('bridge-out', 'amount')] : []),
  });

/**
 * Chains that keep what they take in vaults: THORChain and its forks, Chainflip, NEAR's Omni Bridge. Source: THORChain_Router, Chainflip's Vault,
 * OmniBridge.
 */
export const vaultBridges: Family = {
  name: 'bridge of vaults',
  events: [
    sends('Deposit(address* to, address* asset, uint256 amount, string memo)', 'amount', {
      flows: (seen) => (isSwap(seen) ? [gives('bridge-out', 'amount')] : []),
      ...sentAs('thorchain', ownHash),
    }),
    arrives('TransferOut(address* vault, address* to, address asset, uint256 amount, string memo)', ['to'], {
      flows: ({ values }) => (outbound.test(memoOf(values)) ? [takes('bridge-in', 'amount')] : []),
      ...receivedAs('thorchain', source),
    }),
    // What Chainflip pays comes from the vaults that normalize/bridges.ts lists.
    out(`SwapNative(${swapped}, uint256 amount, address* sender, bytes parameters)`),
    out(`SwapToken(${swapped}, address token, uint256 amount, address* sender, bytes parameters)`),
    out(`XCallNative(${swapped}, uint256 amount, address* sender, ${called})`),
    out(`XCallToken(${swapped}, address token, uint256 amount, address* sender, ${called})`),
    leaves(
      'InitTransfer(address* sender, address* token, uint64* nonce, uint128 amount, uint128 fee, uint128 nativeFee, string recipient, string message)',
      ['sender'],
      { orCalled: true, ...sentAs('omni', here(omniChains), value('nonce')) },
    ),
    arrives(
      'FinTransfer(uint8* origin, uint64* nonce, address token, uint128 amount, address recipient, string feeRecipient)',
      ['recipient'],
      receivedAs('omni', value('origin'), value('nonce')),
    ),
  ],
};
