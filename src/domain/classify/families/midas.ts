import { type Address, zeroAddress } from '../../model.ts';
import { eventShape } from '../evidence/event-shape.ts';
import {
  type EventFlow,
  type EventRule,
  type Family,
  gives,
  isFirst,
  rule,
  type Seen,
  takes,
} from '../evidence/family.ts';
import type { NetFlow } from '../evidence/net-flow.ts';
import { tokenLogs } from '../evidence/token-logs.ts';

/** What moved of a token of which the event tells an amount in 18 decimals; null: another amount. */
function scaled(flows: readonly NetFlow[], token: Address | undefined, told: bigint): bigint | null {
  const flow = flows.find(({ tokenAddress }) => tokenAddress === token);
  const moved = flow === undefined ? 0n : flow.amount < 0n ? -flow.amount : flow.amount;
  const isScaled = moved > 0n && told % moved === 0n && /^10*$/.test((told / moved).toString());
  return isScaled ? moved : null;
}

/** A part of what is paid goes to whoever takes the fee. Who sells a token makes none for the wallet. */
function deposited({ values, emitter, evidence }: Seen): EventFlow[] {
  const { normalized, movements, outflows, inflows } = evidence;
  const { wallet, transaction, logs } = normalized;
  const given = scaled(outflows, values.address('asset'), values.number('amount') ?? 0n);
  if (given === null) return [];
  const [minted, recipient = wallet] = [values.number('minted'), values.address('recipient')];
  if (recipient !== wallet) {
    // What leaves is paid for something else where something comes, and to somebody else where the vault is not called.
    const isGift = transaction.to === emitter && inflows.length === 0;
    const isMade = tokenLogs(logs).some(
      ({ from, to, amount }) => from === zeroAddress && to === recipient && amount === minted,
    );
    return isGift && isMade ? [gives('deposit', given, { token: 'asset', isOfAnother: true })] : [];
  }
  const isMinted = movements.some(
    ({ side, amount, counterparty }) =>
      side === 'inflow' && amount === minted && counterparty === zeroAddress,
  );
  return isMinted
    ? [gives('deposit', given, { token: 'asset' }), takes('receipt', 'minted', { of: 'made' })]
    : [];
}

/** No vault's fee is more than this part of the shares: a token may burn a part of itself wherever it goes. */
const leastKept = 10n;

/** The shares are burned where they are, but for the fee. What a vault takes to sell it is sold. */
function redeemed({ values, evidence }: Seen): EventFlow[] {
  const { outflows, inflows, movements } = evidence;
  const [shares, fee] = [values.number('shares') ?? 0n, values.number('fee') ?? 0n];
  const gone = outflows.find((flow) => -flow.amount === shares);
  const got = inflows.find(({ tokenAddress }) => tokenAddress === values.address('asset'));
  if (gone === undefined || got === undefined || fee * leastKept > shares) return [];
  const isBurned = movements.some(
    ({ tokenAddress, amount, counterparty }) =>
      tokenAddress === gone.tokenAddress && counterparty === zeroAddress && amount === shares - fee,
  );
  return isBurned ? [takes('withdraw', got.amount, { token: 'asset' }), gives('receipt', 'shares')] : [];
}

/** The fee is gone at once; the rest waits. */
const requested = ({ values }: Seen): EventFlow[] => [
  gives('request', (values.number('shares') ?? 0n) - (values.number('fee') ?? 0n)),
];

/** Nobody is paid for more requests at once. */
const mostPayments = 16;

/**
 * The event names nobody: right after a payment the vault burns the shares that it was for. Of several at once the first speaks for all. Its
 * keeper calls it for nothing else: among other payments anybody could burn something.
 */
function approved(seen: Seen, event: string): EventFlow[] {
  if (!isFirst(seen, eventShape(event), 'id')) return [];
  const { emitter, evidence } = seen;
  const { logs, wallet, walletActed, transaction } = evidence.normalized;
  if (walletActed || transaction.to !== emitter || evidence.outflows.length > 0) return [];
  const all = tokenLogs(logs);
  const flows = all.flatMap(({ token, from, to, amount }, index) => {
    const paid = all[index - 1];
    if (from !== emitter || to !== zeroAddress || paid?.to !== wallet || paid.token === token) return [];
    return [takes('withdraw', paid.amount, { settles: { contract: emitter, token, amount } })];
  });
  return flows.slice(0, mostPayments);
}

const deposits = (name: string, recipient: string): EventRule => ({
  ...rule(
    `${name}(address* user, address* asset${recipient}, uint256 worth, uint256 amount, uint256 fee, uint256 minted, bytes32 referrer)`,
    deposited,
  ),
  emitter: 'anyone',
});
const redeems = (name: string, recipient: string): EventRule => ({
  ...rule(
    `${name}(address* user, address* asset${recipient}, uint256 shares, uint256 fee, uint256 amount)`,
    redeemed,
  ),
  emitter: 'anyone',
});
const elsewhere = ', address recipient';

/**
 * Midas' tokens of funds: what is exchanged at once, and redemptions that wait. Deposits that wait are sold, since no event tells what they are
 * minted for. Source: DepositVault and RedemptionVault.
 */
export const midas: Family = {
  name: 'Midas',
  events: [
    deposits('DepositInstant', ''),
    deposits('DepositInstantWithCustomRecipient', elsewhere),
    redeems('RedeemInstant', ''),
    redeems('RedeemInstantWithCustomRecipient', elsewhere),
    ...['RedeemRequest', 'RedeemRequestWithCustomRecipient'].map((name) =>
      rule(
        `${name}(uint256* id, address* user, address* asset${name === 'RedeemRequest' ? '' : elsewhere}, uint256 shares, uint256 fee)`,
        requested,
      ),
    ),
    ...['ApproveRequest', 'SafeApproveRequest'].map((name): EventRule => {
      const event = `${name}(uint256* id, uint256 rate)`;
      return rule(event, (seen) => approved(seen, event), []);
    }),
  ],
};
