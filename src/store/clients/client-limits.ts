/**
 * How much one client may store. What is added is counted after it was written, under a lock on the client's row. So no request
 * sees a count that another is about to change, and a transaction that is over the limit leaves nothing.
 */
import type pg from 'pg';
import { queryCount, queryRows } from '../connection/sql.ts';

export interface ClientLimits {
  wallets: number;
  labels: number;
  /** Undone ones count, since they are kept. */
  corrections: number;
  /** Endpoints. */
  webhooks: number;
}

/** Where nothing else is configured: far beyond what people have, and within what one ledger and one memory hold. */
export const defaultClientLimits: ClientLimits = {
  ...{ wallets: 10_000, labels: 10_000, corrections: 100_000 },
  webhooks: 20,
};

const tables = {
  ...{ wallets: 'registration', labels: 'custom_label', corrections: 'correction' },
  webhooks: 'webhook_endpoint',
} as const;

/** The names among a client's settings, where every value is a text. */
export const limitSettings = {
  wallets: 'walletLimit',
  labels: 'labelLimit',
  corrections: 'correctionLimit',
  webhooks: 'webhookLimit',
} as const satisfies Record<keyof ClientLimits, string>;

/** Thrown in a transaction that would exceed a limit. */
export class ClientLimitError extends Error {
  override readonly name = 'ClientLimitError';
  readonly what: keyof ClientLimits;
  readonly limit: number;

  constructor(what: keyof ClientLimits, limit: number) {
    super(`at most ${limit} ${what} per client`);
    this.what = what;
    this.limit = limit;
  }
}

/**
 * To be called first in a transaction that adds something: others of the same client wait. Answers the check to be called after
 * something was added, which throws ClientLimitError.
 */
export async function guardClientLimit(
  client: pg.PoolClient,
  request: { clientId: number; what: keyof ClientLimits; limit: number },
): Promise<() => Promise<void>> {
  const { clientId, what } = request;
  const [own = null] = await queryRows(
    client,
    'SELECT settings ->> $2 FROM client WHERE id = $1 FOR NO KEY UPDATE',
    [clientId, limitSettings[what]],
    (row) => row.textOrNull(),
  );
  const limit = own !== null && /^\d{1,12}$/.test(own) ? Number(own) : request.limit;
  return async () => {
    const text = `SELECT count(*) FROM ${tables[what]} WHERE client_id = $1`;
    if ((await queryCount(client, text, [clientId])) > limit) throw new ClientLimitError(what, limit);
  };
}
