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
] as const;
export type WalletEventType = (typeof walletEventTypes)[number];
