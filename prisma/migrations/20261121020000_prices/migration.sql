-- CreateTable
CREATE TABLE "price" (
    "chain_id" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "hour" INTEGER NOT NULL,
    "price" DECIMAL,
    "observed_at" BIGINT,
    "source" TEXT,
    "confidence" DOUBLE PRECISION,
    "provenance" JSONB NOT NULL DEFAULT '{}',
    "retry_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "price_pkey" PRIMARY KEY ("chain_id","address","hour")
);

-- CreateTable
CREATE TABLE "current_price" (
    "chain_id" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "price" DECIMAL NOT NULL,
    "observed_at" BIGINT NOT NULL,
    "source" TEXT NOT NULL,
    "confidence" DOUBLE PRECISION NOT NULL,
    "provenance" JSONB NOT NULL DEFAULT '{}',
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "current_price_pkey" PRIMARY KEY ("chain_id","address")
);

-- What has no price yet. Prisma does not model partial indexes and leaves them alone.
CREATE INDEX "transfer_unpriced_idx" ON "transfer" ("wallet_id", "position")
    WHERE "price" IS NULL AND "spam_reason" IS NULL;
