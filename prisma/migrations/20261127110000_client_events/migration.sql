-- Made by scripts/migration-diff.ts. Changed by hand: COLLATE "C" on positions, as in the first migration.

-- DropIndex
DROP INDEX "webhook_lane_wallet_id_cursor_idx";

-- CreateTable
CREATE TABLE "client_event" (
    "wallet_id" INTEGER NOT NULL,
    "client_id" INTEGER NOT NULL,
    "told_to" BIGINT NOT NULL,
    "told_count" INTEGER NOT NULL,
    "behind" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "first_position" TEXT COLLATE "C",
    "last_position" TEXT COLLATE "C",
    "positions" TEXT[],
    "hashes" TEXT[],
    "fields" TEXT[],
    "data" JSONB,
    "at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "client_event_pkey" PRIMARY KEY ("wallet_id","client_id","told_to")
);

-- CreateTable
CREATE TABLE "client_log" (
    "wallet_id" INTEGER NOT NULL,
    "client_id" INTEGER NOT NULL,
    "told" BIGINT NOT NULL DEFAULT 0,
    "gone_to" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "client_log_pkey" PRIMARY KEY ("wallet_id","client_id")
);

-- CreateIndex
CREATE INDEX "client_event_wallet_id_client_id_behind_told_to_idx" ON "client_event"("wallet_id", "client_id", "behind", "told_to");

-- CreateIndex
CREATE INDEX "client_event_at_idx" ON "client_event"("at");

-- CreateIndex
CREATE INDEX "webhook_lane_wallet_id_client_id_cursor_idx" ON "webhook_lane"("wallet_id", "client_id", "cursor");
