/** The tables that hold a wallet's history on a chain: what is forgotten together, and analysed together. */
export const historyTables = [
  'transfer',
  'transaction',
  'counter',
  'counterparty_counter',
  'transfer_checkpoint',
  'transaction_checkpoint',
] as const;

/** Everything that is stored of a wallet per chain but its cursor. */
export const chainTables = [...historyTables, 'approval', 'reconciliation'] as const;

/** The tables that hold the rows of a ledger's run. */
export const runTables = [
  'ledger_balance',
  'ledger_total',
  'ledger_lot',
  'ledger_disposal',
  'ledger_issue',
  'ledger_cleared',
] as const;
