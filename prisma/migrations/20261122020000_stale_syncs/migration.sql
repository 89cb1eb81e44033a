-- Made by scripts/migration-diff.ts. Changed by hand: what the stored rows say.

-- AlterTable
ALTER TABLE "sync" ADD COLUMN     "error_kind" TEXT,
ADD COLUMN     "head_reached_at" TIMESTAMPTZ(3),
ADD COLUMN     "stale_at" TIMESTAMPTZ(3);

-- A loaded wallet was at the head no later than its row was last written. The next step, which may be an hour away, says it better.
UPDATE "sync" SET "head_reached_at" = "updated_at", "stale_at" = greatest("updated_at", "next_run_at") + INTERVAL '1 minute'
WHERE "loaded_at" IS NOT NULL;
UPDATE "sync" SET "error_kind" = 'source-unavailable' WHERE "error" IS NOT NULL;
