/** The files of a calendar year, as the API has them. */
import type { Lens } from '../../app/lens/lens.ts';
import type { Report } from './report.ts';
import { endOf, startOf } from './year-times.ts';

export function yearFiles(year: number): readonly Report[] {
  const bounds = { from: startOf(year), to: startOf(year + 1) };
  const at = endOf(year);
  const inLens = ({ currency, costMethod }: Lens): Record<string, string> => ({
    ...{ currency, cost_method: costMethod, ...bounds },
  });
  return [
    {
      name: `Results of ${year}`,
      says: 'one line: what was realised, earned and spent',
      path: 'wallet/result.csv',
      parametersOf: inLens,
      names: { knownBy: ['from', 'to'], calledBy: [] },
    },
    ...(Date.parse(at) < Date.now()
      ? [
          {
            name: `Holdings at the end of ${year}`,
            says: 'one line per token or NFT that was held or owed then, with its worth at the time and its cost',
            path: 'wallet/holding.csv',
            parametersOf: ({ currency, costMethod }: Lens) => ({ currency, cost_method: costMethod, at }),
            names: {
              knownBy: ['wallet', 'chain_id', 'raw_token_address', 'raw_token_id'],
              calledBy: ['raw_token_symbol', 'raw_token_id', 'blockchain_name', 'wallet'],
            },
          },
        ]
      : []),
    {
      name: `Income and expenses of ${year}`,
      says: 'one line per token and transaction in which something was earned or spent, interest and lone network fees among them',
      path: 'wallet/income.csv',
      parametersOf: ({ currency }) => ({ currency, ...bounds }),
      names: {
        knownBy: ['wallet', 'chain_id', 'token_address', 'token_id', 'hash', 'timestamp'],
        calledBy: ['timestamp', 'symbol', 'token_id', 'wallet'],
      },
    },
    {
      name: `Disposals of ${year}`,
      says: 'one line per lot that went, with proceeds, cost and gain',
      path: 'wallet/disposal.csv',
      parametersOf: inLens,
      names: {
        knownBy: ['disposed_by', 'raw_token_address', 'raw_token_id', 'is_fee'],
        calledBy: ['disposed_at', 'quantity', 'raw_token_symbol', 'acquired_at'],
      },
    },
    {
      name: `Transfers of ${year}`,
      says: 'one line per movement, with its value in USD, and in the last column what it was booked as (network fees and interest are no movements)',
      path: 'wallet/transfer.csv',
      parametersOf: () => bounds,
      names: { knownBy: ['id'], calledBy: ['timestamp', 'amount', 'raw_token_symbol', 'wallet'] },
    },
  ];
}
