-- Endpoints of clients, how far the events of each wallet are sent to each, and what became of attempts.
-- CreateTable
CREATE TABLE "webhook_endpoint" (
    "id" SERIAL NOT NULL,
    "client_id" INTEGER NOT NULL,
    "url" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "types" TEXT[],
    "chain_ids" INTEGER[],
    "all_wallets" BOOLEAN NOT NULL,
    "secret" BYTEA NOT NULL,
    "former_secret" BYTEA,
    "former_until" TIMESTAMPTZ(3),
    "disabled_reason" TEXT,
    "disabled_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 0,
    "test_id" TEXT,
    "tested_at" TIMESTAMPTZ(3),
    "test_lease_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_endpoint_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_lane" (
    "endpoint_id" INTEGER NOT NULL,
    "wallet_id" INTEGER NOT NULL,
    "client_id" INTEGER NOT NULL,
    "cursor" BIGINT NOT NULL,
    "told_before" BIGINT NOT NULL,
    "previous" BIGINT NOT NULL,
    "pending_sequence" BIGINT,
    "pending_id" TEXT,
    "pending_type" TEXT,
    "pending_body" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "retry_at" TIMESTAMPTZ(3),
    "paused_at" TIMESTAMPTZ(3),
    "delivered" BIGINT NOT NULL DEFAULT 0,
    "delivered_at" TIMESTAMPTZ(3),
    "last_status" INTEGER,
    "last_error" TEXT,
    "moves" INTEGER NOT NULL DEFAULT 0,
    "lease_owner" TEXT,
    "lease_until" TIMESTAMPTZ(3),
    "leased_at" TIMESTAMPTZ(3),
    "fence" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_lane_pkey" PRIMARY KEY ("endpoint_id","wallet_id")
);

-- CreateTable
CREATE TABLE "webhook_attempt" (
    "id" BIGSERIAL NOT NULL,
    "endpoint_id" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "wallet" TEXT,
    "event_id" TEXT NOT NULL,
    "event_type" TEXT NOT NULL,
    "sequence" BIGINT,
    "outcome" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "status" INTEGER,
    "error" TEXT,
    "answer" TEXT,

    CONSTRAINT "webhook_attempt_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "webhook_endpoint_client_id_id_idx" ON "webhook_endpoint"("client_id", "id");

-- CreateIndex
CREATE INDEX "webhook_endpoint_test_id_idx" ON "webhook_endpoint"("test_id");

-- CreateIndex
CREATE INDEX "webhook_lane_wallet_id_cursor_idx" ON "webhook_lane"("wallet_id", "cursor");

-- CreateIndex
CREATE INDEX "webhook_lane_retry_at_idx" ON "webhook_lane"("retry_at");

-- CreateIndex
CREATE INDEX "webhook_lane_lease_until_idx" ON "webhook_lane"("lease_until");

-- CreateIndex
CREATE INDEX "webhook_lane_paused_at_idx" ON "webhook_lane"("paused_at");

-- CreateIndex
CREATE INDEX "webhook_attempt_endpoint_id_id_idx" ON "webhook_attempt"("endpoint_id", "id");

-- CreateIndex
CREATE INDEX "webhook_attempt_at_idx" ON "webhook_attempt"("at");

-- AddForeignKey
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "client"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "webhook_lane" ADD CONSTRAINT "webhook_lane_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoint"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "webhook_lane" ADD CONSTRAINT "webhook_lane_client_id_wallet_id_fkey" FOREIGN KEY ("client_id", "wallet_id") REFERENCES "registration"("client_id", "wallet_id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "webhook_attempt" ADD CONSTRAINT "webhook_attempt_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoint"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
