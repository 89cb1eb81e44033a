-- AlterTable
ALTER TABLE "sync" ADD COLUMN     "balance_warnings" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "reconcile_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "approval" (
    "wallet_id" INTEGER NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "token_address" TEXT NOT NULL,
    "block_number" INTEGER NOT NULL,
    "transaction_index" INTEGER NOT NULL,

    CONSTRAINT "approval_pkey" PRIMARY KEY ("wallet_id","chain_id","token_address")
);

-- CreateTable
CREATE TABLE "reconciliation" (
    "wallet_id" INTEGER NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "token_address" TEXT NOT NULL,
    "on_chain" DECIMAL NOT NULL,
    "difference" DECIMAL NOT NULL,
    "block_number" INTEGER NOT NULL,
    "checked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "reconciliation_pkey" PRIMARY KEY ("wallet_id","chain_id","token_address")
);

-- CreateIndex
CREATE INDEX "sync_reconcile_at_idx" ON "sync"("reconcile_at");

-- What is loaded already is compared, too.
UPDATE "sync" SET "reconcile_at" = now() WHERE "loaded_at" IS NOT NULL;
