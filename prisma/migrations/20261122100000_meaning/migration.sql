-- AlterEnum
ALTER TYPE "transaction_kind" ADD VALUE 'BORROW' BEFORE 'NFT_BUY';
ALTER TYPE "transaction_kind" ADD VALUE 'REPAY' BEFORE 'NFT_BUY';
ALTER TYPE "transaction_kind" ADD VALUE 'LIQUIDATION' BEFORE 'NFT_BUY';
ALTER TYPE "transaction_kind" ADD VALUE 'MIGRATE' BEFORE 'NFT_BUY';

-- AlterEnum
ALTER TYPE "tax_treatment" ADD VALUE 'HELD';
ALTER TYPE "tax_treatment" ADD VALUE 'LIABILITY';
ALTER TYPE "tax_treatment" ADD VALUE 'CARRY';

-- AlterTable
ALTER TABLE "transaction" ADD COLUMN     "kind_reason" TEXT;
