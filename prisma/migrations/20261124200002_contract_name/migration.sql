-- CreateTable
CREATE TABLE "contract_name" (
    "chain_id" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "name" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "look_at" TIMESTAMPTZ(3),

    CONSTRAINT "contract_name_pkey" PRIMARY KEY ("chain_id","address")
);

-- CreateIndex
CREATE INDEX "contract_name_look_at_idx" ON "contract_name"("look_at");
