-- Made by scripts/migration-diff.ts.
-- CreateEnum
CREATE TYPE "correction_kind" AS ENUM ('TREATMENT', 'PRICE', 'BASIS', 'OPENING_LOT');

-- CreateTable
CREATE TABLE "correction" (
    "id" SERIAL NOT NULL,
    "client_id" INTEGER NOT NULL,
    "wallet_id" INTEGER NOT NULL,
    "kind" "correction_kind" NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "hash" TEXT,
    "item" TEXT,
    "token_address" TEXT,
    "quantity" DECIMAL(78,0),
    "treatment" "tax_treatment",
    "amount" DECIMAL,
    "currency" TEXT,
    "acquired_at" BIGINT,
    "note" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT NOT NULL,
    "undone_at" TIMESTAMPTZ(3),
    "undone_by" TEXT,

    CONSTRAINT "correction_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "correction_client_id_wallet_id_id_idx" ON "correction"("client_id", "wallet_id", "id");

-- CreateIndex
CREATE INDEX "correction_client_id_wallet_id_hash_idx" ON "correction"("client_id", "wallet_id", "hash");

-- AddForeignKey
ALTER TABLE "correction" ADD CONSTRAINT "correction_client_id_wallet_id_fkey" FOREIGN KEY ("client_id", "wallet_id") REFERENCES "registration"("client_id", "wallet_id") ON DELETE CASCADE ON UPDATE NO ACTION;
