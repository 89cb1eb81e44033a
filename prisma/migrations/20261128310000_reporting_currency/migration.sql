-- AlterTable
ALTER TABLE "ledger_wallet" ADD COLUMN     "reporting_currency" TEXT;
