-- From which block on clients wait to be told that transfers are final. Few wallets have one at a time, and only these are in the index.
ALTER TABLE "sync" ADD COLUMN "pending_from" INTEGER;

CREATE INDEX "sync_pending_idx" ON "sync"("chain_id", "pending_from") WHERE pending_from IS NOT NULL;
