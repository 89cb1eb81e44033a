/** A client's corrections in force as its ledger takes them: in every currency, by transfer, opening lots in their order. */
import { moneyDecimals, type OptionalMoney, parseScaled } from '../../domain/accounting/amounts/amounts.ts';
import type { LedgerMovement } from '../../domain/accounting/amounts/types.ts';
import { openingMovement, type TransferCorrection } from '../../domain/accounting/booking/lay-corrections.ts';
import { groupMovements } from '../../domain/accounting/booking/order.ts';
import { type Address, zeroAddress } from '../../domain/model.ts';
import { amountInCurrencies } from '../../domain/money/currencies.ts';
import { timeOfPosition } from '../../domain/position.ts';
import type { ActiveCorrection } from '../../store/ledger/active-corrections.ts';
import type { LedgerInputs } from '../../store/ledger/ledger-inputs.ts';
import { ledgerTokenOf, movementIdOf } from '../../store/ledger/ledger-rows.ts';
import type { MovementContexts } from './movement-context.ts';
import { ledgerPriceDecimals, type MovementContext } from './movements.ts';

export interface LedgerCorrections {
  /** By the movement's id. */
  ofTransfer(movementId: string): TransferCorrection | undefined;
  /** The opening lots that stand before a position (null: all) and were not given out yet, those of one second together. */
  openingsBefore(position: string | null): readonly (readonly LedgerMovement[])[];
}

/** The client's corrections in force, as of the inputs' moment. */
export async function loadCorrections(
  inputs: Pick<LedgerInputs, 'corrections'>,
  clientId: number,
  contexts: MovementContexts,
): Promise<LedgerCorrections> {
  const corrections = await inputs.corrections(clientId);
  if (corrections.length === 0) return { ofTransfer: () => undefined, openingsBefore: () => [] };
  const context = await contexts.of([], {
    timestamps: corrections.flatMap((correction) =>
      correction.amount === null ? [] : [momentOf(correction)],
    ),
    currencies: corrections.flatMap(({ currency }) => (currency === null ? [] : [currency])),
    tokens: corrections.flatMap(({ chainId, tokenAddress }) =>
      tokenAddress === null || tokenAddress === zeroAddress ? [] : [{ chainId, address: tokenAddress }],
    ),
  });
  return createCorrections(corrections, context);
}

/** When what a correction says was so: money is converted by the rate of that hour. */
function momentOf({ acquiredAt, transferPosition }: ActiveCorrection): number {
  return acquiredAt ?? (transferPosition === null ? 0 : timeOfPosition(transferPosition));
}

function createCorrections(
  corrections: readonly ActiveCorrection[],
  context: MovementContext,
): LedgerCorrections {
  const byMovement = new Map<string, TransferCorrection>();
  const openings: LedgerMovement[] = [];
  for (const correction of corrections) {
    const { walletId, transferPosition: position } = correction;
    if (position === null) openings.push(opening(correction, context));
    else {
      const id = movementIdOf({ walletId, position });
      const former = byMovement.get(id) ?? { treatment: null, prices: null, basis: null };
      byMovement.set(id, { ...former, ...fieldOf(correction, context) });
    }
  }
  const waiting = groupMovements(openings);
  return {
    ofTransfer: (movementId) => byMovement.get(movementId),
    openingsBefore(position) {
      const later = waiting.findIndex(
        ([first]) => position !== null && first !== undefined && first.position > position,
      );
      return waiting.splice(0, later < 0 ? waiting.length : later);
    },
  };
}

function fieldOf(correction: ActiveCorrection, context: MovementContext): Partial<TransferCorrection> {
  const { kind, treatment, acquiredAt } = correction;
  if (kind === 'TREATMENT') return { treatment };
  if (kind === 'PRICE') return { prices: moneyOf(correction, context, ledgerPriceDecimals) };
  const cost = moneyOf(correction, context, moneyDecimals);
  return cost === null ? {} : { basis: { cost, acquiredAt } };
}

function opening(correction: ActiveCorrection, context: MovementContext): LedgerMovement {
  const { id, walletId, chainId, quantity, acquiredAt } = correction;
  const tokenAddress: Address = correction.tokenAddress ?? zeroAddress;
  const wallet = context.addressOf.get(walletId);
  if (wallet === undefined) throw new Error(`wallet ${walletId} is not one of the ledger's`);
  return openingMovement({
    number: id,
    idOf: (position) => movementIdOf({ walletId, position }),
    wallet,
    token: ledgerTokenOf({ chainId, tokenAddress, tokenId: null }),
    decimals: context.decimalsOf(chainId, tokenAddress) ?? 0,
    quantity: quantity ?? 0n,
    acquiredAt: acquiredAt ?? 0,
    cost: moneyOf(correction, context, moneyDecimals),
  });
}

/** null: no amount was given. Within: null in a currency whose rate is unknown. */
function moneyOf(
  correction: ActiveCorrection,
  context: MovementContext,
  decimals: number,
): OptionalMoney | null {
  const { amount, currency } = correction;
  if (amount === null || currency === null) return null;
  const amounts = amountInCurrencies(amount, currency, {
    rates: context.ratesAt(momentOf(correction)),
    wanted: context.currencies,
  });
  return amounts.map((text) => (text === null ? null : parseScaled(text, decimals)));
}
