-- CreateTable
CREATE TABLE "token_market" (
    "chain_id" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "has_market" BOOLEAN NOT NULL DEFAULT false,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "look_at" TIMESTAMPTZ(3),

    CONSTRAINT "token_market_pkey" PRIMARY KEY ("chain_id","address")
);

-- CreateIndex
CREATE INDEX "token_market_look_at_idx" ON "token_market"("look_at");
