-- AlterTable
ALTER TABLE "correction" ADD COLUMN     "idempotency_key" TEXT;

-- A request that is asked for again finds what it made. Prisma does not model partial indexes and leaves them alone.
CREATE INDEX "correction_idempotency_idx" ON "correction"("client_id", "wallet_id", "idempotency_key") WHERE idempotency_key IS NOT NULL;
