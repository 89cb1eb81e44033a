-- CreateTable
CREATE TABLE "fiat_rate" (
    "currency" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "per_euro" DECIMAL NOT NULL,
    "source" TEXT NOT NULL,

    CONSTRAINT "fiat_rate_pkey" PRIMARY KEY ("currency","day")
);

-- Prisma does not model checks and leaves them alone.
ALTER TABLE "fiat_rate" ADD CONSTRAINT "fiat_rate_positive" CHECK (per_euro > 0);
