-- AlterEnum
ALTER TYPE "transaction_kind" ADD VALUE 'YIELD' BEFORE 'BORROW';

-- AlterTable
ALTER TABLE "reconciliation" ADD COLUMN     "accrued_to" INTEGER;
