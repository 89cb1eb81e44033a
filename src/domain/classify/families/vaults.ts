import { type Side, zeroAddress } from '../../model.ts';
import { type EventFlow, type Family, gives, type Seen, takes } from '../evidence/family.ts';
import { isMade, isMadeMovement, type NetFlow } from '../evidence/net-flow.ts';
import { isOwnAccount } from '../evidence/own-accounts.ts';
import type { Evidence } from '../evidence/rule.ts';

/**
 * What a queue gives for what was requested before: the wallet gave nothing now. The event names no token of what waits; the ledger
 * knows what the vault holds, and that it holds nothing where somebody else paid.
 */
function claimed(
  got: 'shares' | 'assets',
  gone: 'assets' | 'shares',
  { values, emitter }: Seen,
): EventFlow[] {
  const settles = { contract: emitter, token: null, amount: values.number(gone) ?? 0n };
  const is = got === 'shares' ? 'receipt' : 'withdraw';
  return [takes(is, got, settles.amount > 0n ? { settles } : {})];
}

/** Whether so much left the wallet at once, though it may have got it in the same transaction: what one protocol gives back, another takes. */
const hasPassedOn = ({ values, evidence }: Seen, name: string): boolean =>
  evidence.movements.some(
    ({ side, amount }) => side === 'outflow' && amount > 0n && amount === values.number(name),
  );

/** Whether so many shares as the event says are of the vault's own token, or were made or destroyed: anybody may log two amounts. */
function isShare({ values, emitter, evidence }: Seen, side: 'inflow' | 'outflow'): boolean {
  const shares = values.number('shares') ?? 0n;
  return evidence.movements.some(
    (movement) =>
      movement.side === side &&
      movement.amount === shares &&
      (movement.tokenAddress === emitter || isMadeMovement(movement, evidence.normalized)),
  );
}

/**
 * Which of the two amounts of an older vault are its shares: what was made or burned of its own token. Some tell what was given or got first.
 * null: neither was, and whoever sells its own token may log two amounts.
 */
function toldOfShare(
  { values, emitter, evidence }: Seen,
  side: Side,
): { shares: string; assets: string } | null {
  const isMade = (name: string): boolean =>
    evidence.movements.some(
      (movement) =>
        movement.side === side &&
        movement.tokenAddress === emitter &&
        movement.amount === values.number(name) &&
        isMadeMovement(movement, evidence.normalized),
    );
  if (isMade('shares')) return { shares: 'shares', assets: 'amount' };
  return isMade('amount') ? { shares: 'amount', assets: 'shares' } : null;
}

/** What a wrapper took or gave for its own token: the amount of the event in the decimals of what is wrapped, at most its own 18. */
function wrapped({ values, emitter }: Seen, flows: Evidence['inflows']): bigint | null {
  const amount = values.number('amount') ?? 0n;
  for (const flow of flows) {
    const moved = flow.amount < 0n ? -flow.amount : flow.amount;
    const isOther = flow.tokenAddress !== emitter && moved > 0n && amount % moved === 0n;
    if (isOther && /^10*$/.test((amount / moved).toString())) return moved;
  }
  return null;
}

/** ERC-4626 and ERC-7540: shares of a vault, the vault being the share's contract. Source: the two standards. */
export const vaults: Family = {
  name: 'vault',
  events: [
    {
      event: 'Deposit(address* sender, address* owner, uint256 assets, uint256 shares)',
      wallet: [],
      // A router that deposits for the wallet is named in its place: then both amounts must be the wallet's.
      flows: (seen) => {
        const { values, evidence } = seen;
        const isNamed = [values.address('sender'), values.address('owner')].includes(
          evidence.normalized.wallet,
        );
        const gets = evidence.movements.some(
          ({ side, amount }) => side === 'inflow' && amount === values.number('shares'),
        );
        const gave = evidence.outflows.some((flow) => -flow.amount === values.number('assets'));
        if (!isNamed && !(gets && gave && isShare(seen, 'inflow'))) return [];
        // Aster's margin has this shape: the token stands where the owner does here, and there are no shares.
        const isToken = evidence.outflows.some(
          ({ tokenAddress }) => tokenAddress === values.address('owner'),
        );
        if (isToken) return [gives('deposit', 'assets', { token: 'owner' })];
        const isOfAnother = !gets && !isOwnAccount(values.address('owner'), evidence.normalized.wallet);
        if (isOfAnother) return [gives('deposit', 'assets', { isOfAnother })];
        if (gets && evidence.outflows.length === 0 && !hasPassedOn(seen, 'assets'))
          return claimed('shares', 'assets', seen);
        const token = isNamed ? { token: 'emitter' } : {};
        return [gives('deposit', 'assets'), takes('receipt', 'shares', token)];
      },
      emitter: 'anyone',
    },
    {
      event: 'Withdraw(address* sender, address* receiver, address* owner, uint256 assets, uint256 shares)',
      wallet: [],
      flows: (seen) => {
        const { values, evidence } = seen;
        const { wallet } = evidence.normalized;
        const isNamed = ['sender', 'receiver', 'owner'].some((name) => values.address(name) === wallet);
        const got = evidence.inflows.some((flow) => flow.amount === values.number('assets'));
        const gaveInAll = evidence.outflows.some((flow) => -flow.amount === values.number('shares'));
        if (!isNamed && !(got && gaveInAll && isShare(seen, 'outflow'))) return [];
        const gave = gaveInAll || hasPassedOn(seen, 'shares');
        // Who sells for what a vault pays out at once is paid by it.
        const isPaying = (flow: NetFlow): boolean =>
          flow.tokenAddress !== zeroAddress && !isMade(flow, evidence.normalized);
        if (!gave && evidence.outflows.some(isPaying)) return [];
        // Somebody else's shares, by whoever owns them: of its own, the wallet may have had the shares anywhere.
        const isOfAnother =
          !gave && !evidence.normalized.walletActed && !isOwnAccount(values.address('owner'), wallet);
        if (isOfAnother) return [takes('withdraw', 'assets', { isOfAnother })];
        if (got && !gave && evidence.outflows.length === 0) return claimed('assets', 'shares', seen);
        return [takes('withdraw', 'assets'), gives('receipt', 'shares')];
      },
      emitter: 'anyone',
    },
    {
      event:
        'DepositRequest(address* controller, address* owner, uint256* id, address sender, uint256 assets)',
      wallet: ['owner', 'sender'],
      flows: [gives('deposit', 'assets')],
    },
    {
      event:
        'RedeemRequest(address* controller, address* owner, uint256* id, address sender, uint256 shares)',
      wallet: ['owner', 'sender'],
      flows: [gives('request', 'shares')],
    },
    // Yearn 2, and WOOFi's vaults, before the standard: others log the same shape of what has no share.
    {
      event: 'Deposit(address* recipient, uint256 shares, uint256 amount)',
      wallet: ['recipient'],
      isOwnAct: true,
      flows: (seen) => {
        const told = toldOfShare(seen, 'inflow');
        return told === null
          ? []
          : [gives('deposit', told.assets), takes('receipt', told.shares, { token: 'emitter' })];
      },
    },
    {
      event: 'Withdraw(address* recipient, uint256 shares, uint256 amount)',
      wallet: ['recipient'],
      isOwnAct: true,
      flows: (seen) => {
        const told = toldOfShare(seen, 'outflow');
        return told === null
          ? []
          : [takes('withdraw', told.assets), gives('receipt', told.shares, { token: 'emitter' })];
      },
    },
    // Superfluid: the wrapper has decimals of its own, in which the event speaks.
    {
      event: 'TokenUpgraded(address* user, uint256 amount)',
      wallet: ['user'],
      isOwnAct: true,
      flows: (seen) => {
        const given = wrapped(seen, seen.evidence.outflows);
        return given === null
          ? []
          : [
              gives('deposit', given, { isWithEmitter: true }),
              takes('receipt', 'amount', { token: 'emitter' }),
            ];
      },
    },
    {
      event: 'TokenDowngraded(address* user, uint256 amount)',
      wallet: ['user'],
      isOwnAct: true,
      flows: (seen) => {
        const got = wrapped(seen, seen.evidence.inflows);
        return got === null
          ? []
          : [
              takes('withdraw', got, { isWithEmitter: true }),
              gives('receipt', 'amount', { token: 'emitter' }),
            ];
      },
    },
    // Shares that are handed back now and paid for later.
    {
      event: 'RequestWithdraw(address* user, uint256 assets, uint256 shares)',
      wallet: ['user'],
      flows: [gives('receipt', 'shares')],
    },
    {
      event: 'ReserveWithdraw(address* user, uint256 assets, uint256 shares)',
      wallet: ['user'],
      flows: [gives('receipt', 'shares')],
    },
  ],
};
