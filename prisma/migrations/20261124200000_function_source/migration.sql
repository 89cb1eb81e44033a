-- AlterTable
ALTER TABLE "transaction" ADD COLUMN     "function_source" TEXT;
