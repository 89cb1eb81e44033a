/**
 * What an account's totals were before a row's: those of the row before it in the window `page` (by token and position), else the last
 * before it in any run. The row is `total` of the wallet $1; its runs are $2.
 */
export const figuresBefore = `CASE WHEN lag(total.token) OVER page = total.token THEN lag(total.figures) OVER page ELSE (
         SELECT last.figures FROM unnest($2::bigint[]) run (id) CROSS JOIN LATERAL (
           SELECT figures FROM ledger_total earlier WHERE earlier.wallet_id = $1 AND earlier.run_id = run.id
             AND earlier.token = total.token AND earlier.transaction_position < total.transaction_position
           ORDER BY earlier.transaction_position DESC LIMIT 1
         ) last ORDER BY run.id DESC LIMIT 1) END::text`;
