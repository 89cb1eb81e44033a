-- Requests to explorers are counted by the day, and quiet wallets are looked at more rarely than others.
CREATE TABLE "explorer_usage" (
    "account" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "requests" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "explorer_usage_pkey" PRIMARY KEY ("account")
);

ALTER TABLE "sync" ADD COLUMN "last_movement_at" TIMESTAMPTZ(3);

ALTER TABLE "blockchain" ADD COLUMN "wallet_capacity" INTEGER;
