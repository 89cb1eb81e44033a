/** Saves a list of transactions as the CSV of exactly its filter. */
import { type ReactNode, useState } from 'react';
import type { TransactionFilter } from '../__generated__/activityQuery.graphql.ts';
import { downloadFile } from '../app/download.ts';
import { useChains } from './chains.ts';
import { parametersOf } from './pill-filter.ts';
import type { Chain } from './pills.ts';

interface SaveCsvProps {
  wallets: readonly string[];
  filterOf: (chains: readonly Chain[]) => TransactionFilter;
}

export function SaveCsv({ wallets, filterOf }: SaveCsvProps): ReactNode {
  const chains = useChains();
  const [problem, setProblem] = useState<string | null>(null);
  const save = async (): Promise<void> => {
    setProblem(null);
    const parameters = { wallet: wallets.join(','), ...parametersOf(filterOf(chains)) };
    await downloadFile('wallet/transaction.csv', parameters, 'activity.csv').catch((error: unknown) =>
      setProblem(error instanceof Error ? error.message : 'It could not be saved.'),
    );
  };
  return (
    <>
      <button type="button" onClick={() => void save()}>
        Save as CSV
      </button>
      {problem === null ? null : (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
