-- Made by scripts/migration-diff.ts.

-- AlterTable
ALTER TABLE "ledger_balance" ADD COLUMN     "fees" DECIMAL[];

-- AlterTable
ALTER TABLE "ledger_total" ADD COLUMN     "fees" DECIMAL[];
