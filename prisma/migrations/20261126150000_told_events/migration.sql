-- Made by scripts/migration-diff.ts. Added by hand: the index by what was told, and the chains that are loaded already. Clients are
-- told nothing of what was logged before, they read the list.

-- AlterTable
ALTER TABLE "ledger_input" ADD COLUMN     "last_told" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "told_chains" INTEGER[] DEFAULT ARRAY[]::INTEGER[];

-- AlterTable
ALTER TABLE "registration" ADD COLUMN     "told_before" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "wallet_event" ADD COLUMN     "data" JSONB,
ADD COLUMN     "told_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "told_to" BIGINT NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "wallet_event_at_idx" ON "wallet_event"("at");

-- What clients are told. Prisma does not model partial indexes and leaves them alone.
CREATE UNIQUE INDEX "wallet_event_told_idx" ON "wallet_event"("wallet_id", "told_to") WHERE told_count > 0;

INSERT INTO "ledger_input" ("wallet_id", "told_chains")
SELECT "wallet_id", array_agg("chain_id") FROM "sync" WHERE "loaded_at" IS NOT NULL GROUP BY "wallet_id"
ON CONFLICT ("wallet_id") DO UPDATE SET "told_chains" = excluded."told_chains";
