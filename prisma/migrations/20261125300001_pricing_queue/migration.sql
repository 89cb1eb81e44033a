-- Which wallets are to be priced, and when, in place of a look through all of them.
CREATE TABLE "pricing_queue" (
    "wallet_id" INTEGER NOT NULL,
    "due_at" TIMESTAMPTZ(6) NOT NULL,
    "is_changed" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "pricing_queue_pkey" PRIMARY KEY ("wallet_id")
);

CREATE INDEX "pricing_queue_is_changed_due_at_idx" ON "pricing_queue"("is_changed", "due_at");

INSERT INTO "pricing_queue" ("wallet_id", "due_at") SELECT DISTINCT "wallet_id", now() FROM "sync";
