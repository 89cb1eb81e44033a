-- In whose turn a row is loaded: of the clients that registered the wallet, the one with the fewest.
ALTER TABLE "sync" ADD COLUMN "client_id" INTEGER NOT NULL DEFAULT 0;

UPDATE "sync" SET "client_id" = chosen.client_id FROM (
  SELECT DISTINCT ON (registration.wallet_id) registration.wallet_id, registration.client_id
  FROM registration JOIN (SELECT client_id, count(*) AS wallets FROM registration GROUP BY client_id) counted USING (client_id)
  ORDER BY registration.wallet_id, counted.wallets, registration.client_id) chosen
WHERE chosen.wallet_id = "sync"."wallet_id";

-- What goes with a chain's cursor waits for no turn, so it is in the one index or the other.
CREATE INDEX "sync_turn_idx" ON "sync"("client_id", "next_run_at", "wallet_id", "chain_id") WHERE NOT follows;

DROP INDEX "sync_next_run_at_idx";

CREATE INDEX "sync_check_idx" ON "sync"("next_run_at") WHERE follows;
