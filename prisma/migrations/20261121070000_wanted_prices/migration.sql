-- CreateTable
CREATE TABLE "wanted_price" (
    "chain_id" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "hour" INTEGER NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "wanted_price_pkey" PRIMARY KEY ("chain_id","address","hour")
);
