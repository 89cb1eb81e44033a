-- CreateTable
CREATE TABLE "unread_metadata" (
    "chain_id" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "token_id" DECIMAL(78,0) NOT NULL,
    "outcome" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "streak" INTEGER NOT NULL DEFAULT 0,
    "read_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "unread_metadata_pkey" PRIMARY KEY ("chain_id","address","kind","token_id")
);

-- CreateIndex
CREATE INDEX "unread_metadata_read_at_idx" ON "unread_metadata"("read_at");

-- Added by hand: tokens of which something is unknown were never asked again. They are now, spread over a day.
INSERT INTO "unread_metadata" ("chain_id", "address", "kind", "token_id", "outcome", "read_at")
SELECT "chain_id", "address", 'token', -1, 'refused', now() + random() * INTERVAL '1 day'
FROM "token" WHERE "name" IS NULL OR "symbol" IS NULL OR "decimals" IS NULL;
