import { here, ownHash, type Part, receivedAs, sentAs, value } from '../../evidence/bridge-message.ts';
import type { EventValues } from '../../evidence/event-shape.ts';
import { type Family, gives, type Seen, takes } from '../../evidence/family.ts';
import { arrives, leaves, sends } from './crossing.ts';

/** Circle's wallet of deposits, on every chain; others log the same. */
const gateway = '0x77777777dcc4d5a8b6e418fd04d8997ef11000ee';

function memoOf(values: EventValues): string {
  return Buffer.from((values.bytes('memo') ?? '0x').slice(2), 'hex').toString('latin1');
}

/** A swap; what else is deposited becomes a share of a pool, a bond, or a credit. Source: THORChain's memos. */
const isSwap = ({ values }: Seen): boolean => /^(=|s:|swap:)/i.test(memoOf(values));
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
const out = (event: string) => leaves(event, ['sender'], { orCalled: true });

/**
 * Chains, and one company, that keep what they take in vaults: THORChain and its forks, Chainflip, NEAR's Omni Bridge, Circle's Gateway. Source:
 * THORChain_Router, Chainflip's Vault, OmniBridge, GatewayWallet, GatewayMinter.
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
    // Circle's Gateway pays on any chain, in parts
    leaves('Deposited(address* token, address* depositor, address* sender, uint256 amount)', ['sender'], {
      flows: ({ emitter }) => (emitter === gateway ? [gives('bridge-out', 'amount')] : []),
      orCalled: true,
    }),
    arrives(
      'AttestationUsed(address* token, address* recipient, bytes32* hash, uint32 domain, bytes32 depositor, bytes32 signer, uint256 amount)',
      ['recipient'],
      { emitter: 'anyone' },
    ),
    arrives('WithdrawalCompleted(address* token, address* depositor, uint256 amount)', ['depositor'], {
      flows: ({ emitter }) => (emitter === gateway ? [takes('bridge-in', 'amount')] : []),
    }),
  ],
};
