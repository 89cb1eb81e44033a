/** A balance that differs from the chain: what that means depends on the direction, and on whether the token stands for a debt. */
import type { Address } from '../../domain/model.ts';
import type { ReconciliationRow } from '../../store/sync/reconciliation-rows.ts';
import type { Draft, Names, Sentences } from './issue-draft.ts';

/** `debtPrice`: of a token that stands for a debt, when it last moved; undefined: it stands for none. */
export function reconciliationIssue(
  wallet: Address,
  row: ReconciliationRow,
  debtPrice: string | null | undefined,
): Draft {
  const { chainId, tokenAddress, difference, checkedAt } = row;
  const isDebt = debtPrice !== undefined;
  return {
    code: 'NOT_RECONCILED',
    ...{ wallet, chainId, token: { chainId, tokenAddress, tokenId: null } },
    ...{ transferId: null, timestamp: checkedAt },
    ...{ quantity: difference < 0n ? -difference : difference, price: debtPrice ?? null },
    needsAction: !isDebt || difference < 0n,
    say: (names) => (isDebt ? debtSentences : balanceSentences)(row, names),
  };
}

function debtSentences({ chainId, difference, blockNumber }: ReconciliationRow, names: Names): Sentences {
  const at = `at block ${blockNumber} of ${names.chain(chainId)}`;
  if (difference > 0n) {
    return {
      what:
        `A debt has grown by ${names.amount(difference)} (${at}) since its token last moved: interest that has accrued. What is owed, and ` +
        'the net worth, are without it until the token moves again.',
      advice: 'Nothing is missing, and nothing is to be done.',
    };
  }
  return {
    what: `A debt is ${names.amount(-difference)} less on the chain (${at}) than the transfers of its token add up to. What paid it back, or forgave it, is not in the history.`,
    advice: `If so, ${reload}`,
  };
}

function balanceSentences({ chainId, difference, blockNumber }: ReconciliationRow, names: Names): Sentences {
  const at = `At block ${blockNumber} of ${names.chain(chainId)}, the chain has`;
  if (difference > 0n) {
    return {
      what: `${at} ${names.amount(difference)} more than the transfers add up to. Tokens that grow by themselves do so without transfers; else something came in that is not in the history.`,
      advice: `What was held before the known history can be added (addOpeningLot, or POST /wallet/correction/). For any other token, ${reload}`,
    };
  }
  return {
    what: `${at} ${names.amount(-difference)} less than the transfers and opening lots add up to. Tokens that shrink by themselves do so without transfers; else something left that is not in the history, or an opening lot is too large.`,
    advice: `Undo an opening lot that is too large (undoCorrection, or DELETE /wallet/correction/{id}/). For any other token, ${reload}`,
  };
}

const reload = 'the wallet can be reloaded (reloadWallets, or wallet-data wallets reload).';
