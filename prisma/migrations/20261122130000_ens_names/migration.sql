-- CreateTable
CREATE TABLE "ens_name" (
    "address" TEXT NOT NULL,
    "name" TEXT,
    "looked_up_at" TIMESTAMPTZ(3),
    "look_up_at" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "ens_name_pkey" PRIMARY KEY ("address")
);

-- CreateIndex
CREATE INDEX "ens_name_look_up_at_idx" ON "ens_name"("look_up_at");
