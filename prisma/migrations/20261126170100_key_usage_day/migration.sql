-- What each credential used, by UTC day and operation.
-- CreateTable
CREATE TABLE "key_usage_day" (
    "key_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "operation" TEXT NOT NULL,
    "client_id" INTEGER NOT NULL,
    "requests" BIGINT NOT NULL,
    "units" BIGINT NOT NULL,

    CONSTRAINT "key_usage_day_pkey" PRIMARY KEY ("key_id","day","operation")
);

-- CreateIndex
CREATE INDEX "key_usage_day_client_id_day_idx" ON "key_usage_day"("client_id", "day");

-- CreateIndex
CREATE INDEX "key_usage_day_day_idx" ON "key_usage_day"("day");
