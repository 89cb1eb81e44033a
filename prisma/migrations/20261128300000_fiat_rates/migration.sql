-- CreateTable
CREATE TABLE "fiat_rate" (
    "currency" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "per_euro" DECIMAL NOT NULL,
    "source" TEXT NOT NULL,

    CONSTRAINT "fiat_rate_pkey" PRIMARY KEY ("currency","day")
);
