-- AlterTable
ALTER TABLE "ledger_balance" ADD COLUMN     "transit_amounts" DECIMAL[],
ADD COLUMN     "transit_due" BIGINT[],
ADD COLUMN     "transit_of" TEXT[];
