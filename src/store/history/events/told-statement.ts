/**
 * The statement that reads what clients are told of wallets: their logs, and each client's own, as one row of numbers.
 *
 * A place says how many rows a client was told of both. The rows of a wallet's log are numbered by `told_to`, a client's own by
 * their place; an own event stands behind the `behind` rows of the log that were told before it. So at a place P as many own rows
 * were told as the next own event says (its place less its `behind` less its rows, and what P has of it), and the rest are the log's.
 */
import { askedEventTypes, type WalletEventType } from '../../../domain/event-types.ts';
import type { OfWallet } from '../../cluster/wallet-statements.ts';
import { eventColumns, sharedColumns } from './stored-events.ts';

/** What of a client's own a reader may see: all; what of it a token of some wallets shows; what changes how transfers look to all. */
export const ownEventsShown = ['all', 'unlabelled', 'spam'] as const;
export type OwnEventsShown = (typeof ownEventsShown)[number];

/** In SQL, of a row of either log. */
const typeConditions: Readonly<Record<WalletEventType, string>> = {
  'transfer.added': "kind = 'transfer.added' AND first_position IS NULL",
  'transfer.updated': "kind = 'transfer.updated' AND first_position IS NULL",
  'transfer.retracted': "kind = 'transfer.retracted' AND cardinality(positions) > 0",
  'history.changed': 'first_position IS NOT NULL',
  'history.reset': "kind = 'transfer.retracted' AND coalesce(cardinality(positions), 0) = 0",
  'wallet.loaded': "kind = 'wallet.loaded'",
  'wallet.failed': "kind = 'wallet.failed'",
  'balance.differs': "kind = 'balance.differs'",
  'balance.agrees': "kind = 'balance.agrees'",
  'issue.opened': "kind = 'issue.opened'",
  'issue.closed': "kind = 'issue.closed'",
  'ledger.booked': "kind = 'ledger.booked'",
  'wallet.progress': "kind = 'wallet.progress'",
  'transfer.finalized': "kind = 'transfer.finalized'",
};

const ownConditions: Readonly<Record<OwnEventsShown, string>> = {
  all: 'true',
  unlabelled: "fields IS DISTINCT FROM ARRAY['LABEL']",
  spam: "fields = ARRAY['SPAM']",
};

const anyOf = (types: readonly WalletEventType[]): string =>
  types.map((type) => `(${typeConditions[type]})`).join(' OR ') || 'false';

const conditionOf = (types: readonly WalletEventType[] | undefined): string =>
  types === undefined ? `NOT (${anyOf(askedEventTypes)})` : anyOf(types);

/** The client's registrations of the wallets, and after which number of each. $4: client. */
export const registrationsBeside = `SELECT registration.id, wallet_id, $4::int AS client_id, told_before, place.after
  FROM unnest($2::int[], $3::bigint[]) place (wallet_id, after) JOIN registration USING (wallet_id)
  WHERE client_id = $4 AND NOT is_own_only`;
/** Where they lie on another node than the logs: the registration, and how much had been told before it, are given. */
export const registrationsApart = `SELECT place.id, place.wallet_id, $4::int AS client_id, place.told_before, place.after
  FROM unnest($2::int[], $3::bigint[], $5::int[], $6::bigint[]) place (wallet_id, after, id, told_before)`;

interface StatementParts {
  /** With the columns id, wallet_id, client_id, told_before, and `after`: a number, or null for the first that is kept. */
  registrations: string;
  /** undefined: all but those that are asked for by name. */
  types: readonly WalletEventType[] | undefined;
  own: OwnEventsShown;
  ofWallet: OfWallet;
}

/**
 * $1: how many at most, $2 and $3: the wallets, and after which number of each. Answers a row per event, or one of a wallet that has
 * none, in the order in which they are told.
 */
export function toldStatement({ registrations, types, own, ofWallet }: StatementParts): string {
  const wanted = conditionOf(types);
  const ownOf = (alias: string): string =>
    `FROM client_event ${alias} WHERE ${alias}.wallet_id = log.wallet_id AND ${alias}.client_id = log.client_id${ofWallet(alias)}`;
  /** The own rows before the `row`-th of the wallet's log. */
  const ownBefore = (row: string): string =>
    `coalesce((SELECT later.told_to - later.behind - later.told_count ${ownOf('later')} AND later.behind >= ${row}
       ORDER BY later.behind, later.told_to LIMIT 1), log.own_told)`;
  /** The rows of the wallet's log at a place. */
  const walletRowsAt = (place: string): string =>
    `${place} - coalesce((SELECT later.told_to - later.behind - later.told_count
       + greatest(${place} - later.told_to + later.told_count, 0) ${ownOf('later')} AND later.told_to > ${place}
       ORDER BY later.told_to LIMIT 1), log.own_told)`;
  const columns = (sequence: string): string =>
    [
      'log.wallet_id',
      `${sequence} AS sequence`,
      ...sharedColumns.map((column) => `found.${column}`),
      'found.at, found.told_count',
    ].join();
  return `WITH registered AS (${registrations}), ended AS (
      SELECT registered.*, last_told, own_told, gone_to FROM registered
      CROSS JOIN LATERAL (SELECT coalesce((SELECT input.last_told FROM ledger_input input
        WHERE input.wallet_id = registered.wallet_id${ofWallet('input')}), 0) AS last_told) wallet_end
      CROSS JOIN LATERAL (SELECT coalesce(max(own.told), 0) AS own_told, coalesce(max(own.gone_to), 0) AS gone_to FROM client_log own
        WHERE own.wallet_id = registered.wallet_id AND own.client_id = registered.client_id${ofWallet('own')}) own_end
    ), begun AS (
      SELECT log.*, ${walletRowsAt('log.told_before')} AS rows_before FROM ended log
    ), oldest AS (
      SELECT log.*, coalesce((SELECT kept.told_to - kept.told_count FROM wallet_event kept
        WHERE kept.wallet_id = log.wallet_id AND kept.told_count > 0 AND kept.told_to > log.rows_before${ofWallet('kept')}
        ORDER BY kept.told_to LIMIT 1), log.last_told) AS gone_rows FROM begun log
    ), kept AS (
      SELECT log.*, greatest(told_before, gone_to,
        CASE WHEN gone_rows > rows_before THEN gone_rows + ${ownBefore('log.gone_rows')} ELSE 0 END) AS kept_place FROM oldest log
    ), placed AS (
      SELECT kept.*, coalesce(told_before + after, kept_place) AS place FROM kept
    ), log AS (
      SELECT log.*, ${walletRowsAt('log.place')} AS read_rows FROM placed log
    ), found AS (
      SELECT ${columns('found.sequence')}, found.told_to + ${ownBefore('found.told_to')} AS place,
        least(found.told_count, found.told_to - log.read_rows) AS rest
      FROM log CROSS JOIN LATERAL (
        SELECT * FROM wallet_event WHERE wallet_event.wallet_id = log.wallet_id AND told_count > 0 AND told_to > log.read_rows
          AND (${wanted})${ofWallet('wallet_event')} ORDER BY told_to LIMIT $1) found
      UNION ALL
      SELECT ${columns('0')}, found.told_to, least(found.told_count, found.told_to - log.place)
      FROM log CROSS JOIN LATERAL (
        SELECT own.* ${ownOf('own')} AND own.told_to > log.place AND (${wanted}) AND ${ownConditions[own]}
        ORDER BY own.told_to LIMIT $1) found
    ), next AS (
      -- A clock that is set back changes nothing of a wallet's order.
      SELECT *, max(at) OVER (PARTITION BY wallet_id ORDER BY place) AS told_at FROM found
    ), page AS (
      SELECT *, sum(rest) OVER (ORDER BY told_at, wallet_id, place) - rest AS earlier FROM next)
    SELECT (extract(epoch FROM event.told_at) * 1000000)::bigint, log.wallet_id, log.id, told_before, last_told + own_told, kept_place,
      log.place, event.place, event.told_count, floor(extract(epoch FROM event.at))::bigint, ${eventColumns}
    FROM log LEFT JOIN page event ON event.wallet_id = log.wallet_id AND earlier < $1
    ORDER BY event.told_at, log.wallet_id, event.place`;
}
