/** What files for other programs are made from. */
import type { Database } from '../../store/connection/database.ts';
import type { Ownership } from '../access/ownership.ts';
import type { Lookups } from '../lookups/lookups.ts';
import type { ReadModel } from '../model/interface.ts';

export type History = Pick<
  ReadModel,
  'listTransactions' | 'transfersOf' | 'bookingsOfTransfers' | 'pricesOfTransactions'
>;

export interface ProgramFileDependencies {
  database: Database;
  ownership: Ownership;
  lookups: Lookups;
  history: History;
}
