-- AlterTable
ALTER TABLE "ledger_balance" ADD COLUMN     "held_amounts" DECIMAL[],
ADD COLUMN     "held_by" TEXT[],
ADD COLUMN     "held_costs" DECIMAL[],
ADD COLUMN     "lenders" TEXT[],
ADD COLUMN     "owed_amounts" DECIMAL[];

-- AlterTable
ALTER TABLE "transfer" ADD COLUMN     "held_by" TEXT;
