/**
 * What a transaction settles without moving it: lots that a protocol holds leave for what was paid for them, by whomever, and debts are
 * gone with what was taken for them. The accounts say how much there is: of what is beyond it nothing is known, and nothing is booked.
 */
import { divideHalfEven, moneyDecimals, type OptionalMoney, powerOfTen } from '../amounts/amounts.ts';
import type { LedgerMovement, LedgerSettlement } from '../amounts/types.ts';
import { type Account, type Accounts, debtTokenName } from './accounts.ts';
import { type Leg, type NettingContext, singleLeg } from './netting.ts';

/** A transaction with what it settles. */
export interface SettledGroup {
  /** Its movements: what stands for what was held is one end of a carry now. */
  readonly movements: readonly LedgerMovement[];
  /** What leaves the protocols' accounts. */
  readonly legs: readonly Leg[];
}

const noLegs: readonly Leg[] = [];

/** Finds what protocols hold of what the movements were paid for. Where deposits are sales, they hold nothing. */
export function settleHeld(group: readonly LedgerMovement[], context: NettingContext): SettledGroup {
  if (context.deposits === 'realize' || group.every(({ settles }) => settles === null)) {
    return { movements: group, legs: noLegs };
  }
  const legs: Leg[] = [];
  /** By contract: what is settled of it already. */
  const taken = new Map<string, bigint>();
  const movements = group.map((movement): LedgerMovement => {
    const { settles, side } = movement;
    if (settles === null || side !== 'inflow' || !isPaid(movement, settles, context.accounts))
      return movement;
    const account = heldAccount(movement, settles, context.accounts);
    if (account === null) return movement;
    const { contract } = settles;
    const name = `${account.index} ${contract}`;
    const left = heldAfter(account, contract, group) - (taken.get(name) ?? 0n);
    if (left <= 0n) return movement;
    taken.set(name, (taken.get(name) ?? 0n) + settles.quantity);
    const { statedBasis } = movement;
    const isCarried = settles.isReceipt && context.receiptTokens === 'carry';
    if (isCarried && statedBasis !== null) {
      // What it cost is the client's word: what was held is dropped for it, unsold.
      const dropped = { ...movement, treatment: 'NON_TAXABLE' as const, carry: null };
      legs.push(settledLeg(dropped, { account, settles }, context));
      const basis = { ...statedBasis, isGiven: true };
      return { ...movement, treatment: 'ACQUISITION', heldBy: null, statedBasis: basis };
    }
    const end = isCarried
      ? {
          treatment: 'BASIS_TRANSFER' as const,
          carry: { pair: `settled:${movement.id}`, kind: 'receipt' as const },
        }
      : { treatment: 'ACQUISITION' as const, carry: null };
    legs.push(settledLeg({ ...movement, ...end }, { account, settles }, context));
    return { ...movement, ...end, heldBy: null };
  });
  return { movements, legs };
}

/** Whether it came in for something else: what the contract has of the same token, it gives back. */
function isPaid(
  { wallet, token, treatment }: LedgerMovement,
  { contract }: LedgerSettlement,
  accounts: Accounts,
): boolean {
  if (treatment !== 'HELD') return treatment === 'ACQUISITION';
  return (accounts.find(wallet, token)?.escrows.get(contract) ?? 0n) === 0n;
}

/** The account of what the contract held: of the token that the settlement names, else the only one. */
function heldAccount(
  { wallet, token: own }: LedgerMovement,
  { contract, token }: LedgerSettlement,
  accounts: Accounts,
): Account | null {
  if (token !== null) return accounts.find(wallet, token);
  const [only, another] = accounts.list.filter(
    (account) =>
      account.wallet === wallet && account.token !== own && (account.escrows.get(contract) ?? 0n) > 0n,
  );
  return another === undefined ? (only ?? null) : null;
}

/** What the contract holds once it got, and gave back, what the transaction moves. */
function heldAfter(account: Account, contract: string, group: readonly LedgerMovement[]): bigint {
  let held = account.escrows.get(contract) ?? 0n;
  for (const { wallet, token, treatment, heldBy, side, quantity } of group) {
    if (treatment !== 'HELD' || heldBy !== contract || wallet !== account.wallet || token !== account.token)
      continue;
    held += side === 'outflow' ? quantity : -quantity;
  }
  return held;
}

/** What is sold, or dropped, of what is held, or goes on in what came in for it; it is named by that. */
function settledLeg(
  movement: LedgerMovement,
  { account, settles }: { account: Account; settles: LedgerSettlement },
  context: NettingContext,
): Leg {
  const { contract, quantity, prices, priceTier } = settles;
  const { token, decimals } = account;
  const isDropped = movement.treatment === 'NON_TAXABLE';
  const treatment = isDropped ? 'NON_TAXABLE' : movement.carry === null ? 'DISPOSAL' : 'BASIS_TRANSFER';
  const held: LedgerMovement = {
    ...movement,
    ...{ token, decimals, side: 'outflow', quantity, prices, priceTier, treatment, heldBy: contract },
    ...{ crossing: null, feeValue: null, statedBasis: null, lender: null, settles: null },
  };
  return { ...singleLeg(held, treatment, context), isSettled: true };
}

/** A debt that is gone without being paid back, because something was taken for it. */
export interface SettledDebt {
  readonly wallet: string;
  /** null: the wallet never had anything of the token. */
  readonly account: Account | null;
  readonly lender: string;
  /** The debt token's flow that says the same but for the interest of the last days (debtTokenName); null: no token stands for it. */
  readonly countedBy: string | null;
  readonly quantity: bigint;
  /** In each currency; null: the price is unknown. */
  readonly worth: OptionalMoney;
}

const noDebts: readonly SettledDebt[] = [];

/** The debts that the movements of a transaction settle. */
export function settledDebts(
  group: readonly LedgerMovement[],
  accounts: Accounts,
  {
    flows,
    priceDecimals,
    currencyCount,
  }: { flows: readonly TokenFlow[]; priceDecimals: number; currencyCount: number },
): readonly SettledDebt[] {
  // Nearly always there are none.
  if (group.every(({ settles }) => settles === null)) return noDebts;
  return group.flatMap(({ wallet, side, treatment, settles }): SettledDebt[] => {
    if (settles?.token == null || side !== 'outflow' || treatment !== 'DISPOSAL') return [];
    const { token, contract: lender, quantity, prices, decimals } = settles;
    const account = accounts.find(wallet, token);
    const divisor = powerOfTen((account?.decimals ?? decimals) + priceDecimals - moneyDecimals);
    const worth = Array.from({ length: currencyCount }, (_, currency) => {
      const price = prices?.[currency] ?? null;
      return price === null ? null : divideHalfEven(quantity * price, divisor);
    });
    const countedBy = countingFlow(flows, accounts, { wallet, account, lender });
    const known = countedBy === null ? undefined : accounts.debtTokens.get(countedBy);
    return [
      {
        ...{ wallet, account: known?.account ?? account, lender: known?.lender ?? lender },
        ...{ countedBy, quantity, worth },
      },
    ];
  });
}

/** How a debt token moved. */
interface TokenFlow {
  readonly wallet: string;
  readonly token: string;
  readonly change: bigint;
}

/** The flow of the token that counts the debt: the one that is known to, else the only one there is. */
function countingFlow(
  flows: readonly TokenFlow[],
  { debtTokens }: Accounts,
  { wallet, account, lender }: Pick<SettledDebt, 'wallet' | 'account' | 'lender'>,
): string | null {
  const names = flows.filter((flow) => flow.wallet === wallet && flow.change !== 0n).map(debtTokenName);
  const own = names.find((name) => {
    const known = debtTokens.get(name);
    return known !== undefined && known.lender === lender && known.account === account;
  });
  return own ?? (names.length === 1 ? (names[0] ?? null) : null);
}
