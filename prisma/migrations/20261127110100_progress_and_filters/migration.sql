-- Made by scripts/migration-diff.ts.

-- AlterTable
ALTER TABLE "sync" ADD COLUMN     "progress_told_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "webhook_endpoint" ADD COLUMN     "min_value" DECIMAL,
ADD COLUMN     "tokens" TEXT[] DEFAULT ARRAY[]::TEXT[];
