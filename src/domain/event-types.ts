/** What clients are told of a wallet, in the order in which it was stored. */

/** Append only: cursors, filters and stored events name them. */
export const walletEventTypes = [
  /** A transfer was stored. */
  'transfer.added',
  /** A transfer is different, or may be. */
  'transfer.updated',
  /** A re-org took a transfer away. */
  'transfer.retracted',
  /** More transfers of a chain were stored or changed at once than are told one by one. */
  'history.changed',
  /** All transfers of a chain are gone: it is loaded anew. */
  'history.reset',
  /** The whole history on a chain is stored: from here on each change of it is told. */
  'wallet.loaded',
  /** The history on a chain cannot be loaded, or not further. */
  'wallet.failed',
  /** A balance differs from the chain's, or by another figure than before. */
  'balance.differs',
  /** It is the chain's again. */
  'balance.agrees',
  /** The client's own: its ledger has raised an issue. */
  'issue.opened',
  /** The client's own: its ledger does not say so any more. */
  'issue.closed',
  /** The client's own: its ledger of the wallet was booked, and figures may differ. */
  'ledger.booked',
  /** How far a history is that is being loaded; once a minute at most. */
  'wallet.progress',
  /** No re-org can take a transfer away any more, that was stored while one could. */
  'transfer.finalized',
] as const;
export type WalletEventType = (typeof walletEventTypes)[number];

/** Told to those who ask for them by name. They have numbers as all do. */
export const askedEventTypes: readonly WalletEventType[] = ['wallet.progress', 'transfer.finalized'];
