-- Made by scripts/migration-diff.ts. Changed by hand: COLLATE "C" on the keys of the wallet-owned tables, as in the first
-- migration.

-- CreateTable
CREATE TABLE "ledger_run" (
    "id" BIGSERIAL NOT NULL,
    "client_id" INTEGER NOT NULL,
    "wallet_ids" INTEGER[],
    "settings" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "superseded_at" TIMESTAMPTZ(3),
    "movement_count" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "ledger_run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_wallet" (
    "client_id" INTEGER NOT NULL,
    "wallet_id" INTEGER NOT NULL,
    "run_id" BIGINT NOT NULL,
    "input_version" BIGINT NOT NULL,
    "price_version" BIGINT,
    "as_of" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ledger_wallet_pkey" PRIMARY KEY ("client_id","wallet_id")
);

-- CreateTable
CREATE TABLE "ledger_input" (
    "wallet_id" INTEGER NOT NULL,
    "version" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "ledger_input_pkey" PRIMARY KEY ("wallet_id")
);

-- CreateTable
CREATE TABLE "ledger_balance" (
    "wallet_id" INTEGER NOT NULL,
    "run_id" BIGINT NOT NULL,
    "token" TEXT COLLATE "C" NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "token_address" TEXT COLLATE "C" NOT NULL,
    "token_id" DECIMAL(78,0),
    "decimals" INTEGER NOT NULL,
    "balance" DECIMAL NOT NULL,
    "inventory" DECIMAL NOT NULL,
    "has_outflow" BOOLEAN NOT NULL,
    "income" DECIMAL[],
    "expenses" DECIMAL[],
    "realized" DECIMAL[],
    "cost_basis" DECIMAL[],
    "basis" SMALLINT[],

    CONSTRAINT "ledger_balance_pkey" PRIMARY KEY ("wallet_id","run_id","token")
);

-- CreateTable
CREATE TABLE "ledger_total" (
    "wallet_id" INTEGER NOT NULL,
    "run_id" BIGINT NOT NULL,
    "token" TEXT COLLATE "C" NOT NULL,
    "transaction_position" TEXT COLLATE "C" NOT NULL,
    "income" DECIMAL[],
    "expenses" DECIMAL[],
    "realized" DECIMAL[],

    CONSTRAINT "ledger_total_pkey" PRIMARY KEY ("wallet_id","run_id","token","transaction_position")
);

-- CreateTable
CREATE TABLE "ledger_lot" (
    "wallet_id" INTEGER NOT NULL,
    "run_id" BIGINT NOT NULL,
    "token" TEXT COLLATE "C" NOT NULL,
    "method" SMALLINT NOT NULL,
    "place" INTEGER NOT NULL,
    "acquired_wallet_id" INTEGER,
    "acquired_by" TEXT COLLATE "C",
    "acquired_at" BIGINT,
    "quantity" DECIMAL NOT NULL,
    "remaining" DECIMAL NOT NULL,
    "cost" DECIMAL[],
    "basis" SMALLINT[],

    CONSTRAINT "ledger_lot_pkey" PRIMARY KEY ("wallet_id","run_id","token","method","place")
);

-- CreateTable
CREATE TABLE "ledger_disposal" (
    "wallet_id" INTEGER NOT NULL,
    "run_id" BIGINT NOT NULL,
    "token" TEXT COLLATE "C" NOT NULL,
    "method" SMALLINT NOT NULL,
    "disposed_by" TEXT COLLATE "C" NOT NULL,
    "part" INTEGER NOT NULL,
    "disposed_at" BIGINT NOT NULL,
    "treatment" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "acquired_wallet_id" INTEGER,
    "acquired_by" TEXT COLLATE "C",
    "acquired_at" BIGINT,
    "quantity" DECIMAL NOT NULL,
    "proceeds" DECIMAL[],
    "cost" DECIMAL[],
    "gain" DECIMAL[],
    "basis" SMALLINT[],

    CONSTRAINT "ledger_disposal_pkey" PRIMARY KEY ("wallet_id","run_id","token","method","disposed_by","part")
);

-- CreateTable
CREATE TABLE "ledger_issue" (
    "wallet_id" INTEGER NOT NULL,
    "run_id" BIGINT NOT NULL,
    "place" INTEGER NOT NULL,
    "code" TEXT NOT NULL,
    "token" TEXT COLLATE "C" NOT NULL,
    "movement" TEXT COLLATE "C" NOT NULL,
    "timestamp" BIGINT NOT NULL,
    "quantity" DECIMAL NOT NULL,
    "currencies" SMALLINT[],

    CONSTRAINT "ledger_issue_pkey" PRIMARY KEY ("wallet_id","run_id","place")
);

-- CreateIndex
CREATE INDEX "ledger_run_client_id_idx" ON "ledger_run"("client_id");

-- CreateIndex
CREATE INDEX "ledger_wallet_run_id_idx" ON "ledger_wallet"("run_id");

-- AddForeignKey
ALTER TABLE "ledger_wallet" ADD CONSTRAINT "ledger_wallet_client_id_wallet_id_fkey" FOREIGN KEY ("client_id", "wallet_id") REFERENCES "registration"("client_id", "wallet_id") ON DELETE CASCADE ON UPDATE NO ACTION;
