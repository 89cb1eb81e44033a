-- AlterTable
ALTER TABLE "transfer" ADD COLUMN     "settles_amount" DECIMAL(78,0),
ADD COLUMN     "settles_contract" TEXT,
ADD COLUMN     "settles_price" DECIMAL,
ADD COLUMN     "settles_price_source" TEXT,
ADD COLUMN     "settles_token" TEXT;

-- What of it has no price yet. Prisma does not model partial indexes and leaves them alone.
CREATE INDEX "transfer_unpriced_settlement_idx" ON "transfer" ("wallet_id", "position")
    WHERE "settles_token" IS NOT NULL AND "settles_price" IS NULL AND "spam_reason" IS NULL;
