-- AlterTable
ALTER TABLE "transaction" ADD COLUMN     "bridge_message" TEXT;

-- The other end of a crossing, and the crossings of a wallet. Prisma does not model partial indexes and leaves them alone.
CREATE INDEX "transaction_bridge_message_idx" ON "transaction"("bridge_message", "wallet_id") WHERE bridge_message IS NOT NULL;
CREATE INDEX "transaction_crossing_idx" ON "transaction"("wallet_id", "position") WHERE bridge_message IS NOT NULL;
