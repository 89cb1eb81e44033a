-- One row per chain stands for all wallets that follow it. A wallet that is idle is not written.
ALTER TABLE "sync" ADD COLUMN "follows" BOOLEAN NOT NULL DEFAULT false;

CREATE INDEX "sync_chain_id_synced_block_idx" ON "sync"("chain_id", "synced_block");

CREATE TABLE "chain_cursor" (
    "chain_id" INTEGER NOT NULL,
    "block_number" INTEGER NOT NULL,
    "block_hash" TEXT NOT NULL,
    "safe_block" INTEGER,
    "safe_hash" TEXT,
    "head_block" INTEGER NOT NULL,
    "head_reached_at" TIMESTAMPTZ(3) NOT NULL,
    "stale_at" TIMESTAMPTZ(3) NOT NULL,
    "error" TEXT,
    "error_kind" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "followers" INTEGER NOT NULL DEFAULT 0,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "chain_cursor_pkey" PRIMARY KEY ("chain_id")
);
