-- Made by scripts/migration-diff.ts.

-- AlterTable
ALTER TABLE "ledger_balance" ADD COLUMN     "missing_count" INTEGER[],
ADD COLUMN     "unpriced_count" INTEGER[];

-- AlterTable
ALTER TABLE "ledger_total" ADD COLUMN     "missing_count" INTEGER[],
ADD COLUMN     "unpriced_count" INTEGER[];
