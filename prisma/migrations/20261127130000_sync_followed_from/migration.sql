-- A step's commit changes `synced_block`, which only what undoes blocks looks up, and only of wallets that follow: an index of it made each
-- commit write a new place in every index of the table (no HOT update).
ALTER TABLE "sync" ADD COLUMN "followed_from" INTEGER GENERATED ALWAYS AS (CASE WHEN follows THEN synced_block END) STORED;

DROP INDEX "sync_chain_id_synced_block_idx";

CREATE INDEX "sync_chain_id_followed_from_idx" ON "sync"("chain_id", "followed_from");
