/** What processes tell each other through PostgreSQL: that something changed, and which. */

export type Channel =
  | 'wallet_changed'
  | 'labels_changed'
  | 'keys_changed'
  | 'lookups_changed'
  | 'transfers_priced'
  | 'prices_wanted'
  | 'webhooks_changed'
  | 'client_told';

/** The channel's name in PostgreSQL. */
export const channelName = (channel: Channel): string => `wallet_data_${channel}`;

interface Queryable {
  query(text: string, values: unknown[]): Promise<unknown>;
}

/** Tells every process; inside a transaction, when it commits. */
export async function notify(client: Queryable, channel: Channel, payload: string): Promise<void> {
  await client.query('SELECT pg_notify($1, $2)', [channelName(channel), payload]);
}

/** The same for many payloads in one round trip. */
export async function notifyAll(
  client: Queryable,
  channel: Channel,
  payloads: readonly (string | number)[],
): Promise<void> {
  if (payloads.length === 0) return;
  await client.query('SELECT pg_notify($1, payload) FROM unnest($2::text[]) payload', [
    channelName(channel),
    payloads.map(String),
  ]);
}
