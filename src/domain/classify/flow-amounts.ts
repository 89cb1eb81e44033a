/** What an event says that a flow is, of which token and how much, beside what moved. */
import { type Address, type Movement, zeroAddress } from '../model.ts';
import type { EventFlow, Seen } from './evidence/family.ts';
import type { NetFlow } from './evidence/net-flow.ts';

/** The token that a flow is of; undefined: it says none. */
export function tokenOf({ token }: EventFlow, { values, emitter }: Seen): string | undefined {
  if (token === 'emitter') return emitter;
  return token?.startsWith('0x') ? token : token && values.address(token);
}

/** The token of which so much moved in all; coins and the token that wraps them are one where only both make up the sum. */
export function tokensOf(
  nets: readonly NetFlow[],
  { amount, flow, wrapped }: { amount: bigint; flow: EventFlow; wrapped: Address | null },
): readonly Address[] {
  const sizeOf = (net: NetFlow): bigint => (net.amount < 0n ? -net.amount : net.amount);
  const only = nets.find((net) => fits(sizeOf(net), amount, flow));
  if (only !== undefined) return [only.tokenAddress];
  const both = nets.filter(({ tokenAddress }) => tokenAddress === zeroAddress || tokenAddress === wrapped);
  const sum = both.reduce((total: bigint, net) => total + sizeOf(net), 0n);
  return both.length === 2 && fits(sum, amount, flow) ? both.map(({ tokenAddress }) => tokenAddress) : [];
}

/** The amounts that a flow may have. */
export function amountsOf(amount: string | readonly string[] | bigint, { values }: Seen): readonly bigint[] {
  if (typeof amount === 'bigint') return [amount];
  return typeof amount === 'string' ? values.numbers(amount) : amount.flatMap((name) => values.numbers(name));
}

/** Rebasing tokens round by a unit or two; of a handful of units that would be another amount. */
const rounding = 2n;
const handful = 1000n;

/** Whether so much moved as is named, less what a token rounds, and with a fee at most. */
export function fits(
  moved: bigint,
  named: bigint,
  { feeBasisPoints = 0 }: Pick<EventFlow, 'feeBasisPoints'>,
): boolean {
  const slack = named < handful ? 0n : rounding;
  const most = named + (named * BigInt(feeBasisPoints)) / 10_000n + slack;
  return moved <= most && moved >= named - slack;
}

/** Whether a movement is of the token that the flow names, if it does. */
export function isOfToken(
  { tokenAddress }: Movement,
  { token }: EventFlow,
  named: string | undefined,
): boolean {
  // A gateway wraps native coins on the way, whatever the wrapper.
  return (
    token === undefined || tokenAddress === named || (tokenAddress === zeroAddress && token !== 'emitter')
  );
}
