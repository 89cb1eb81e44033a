-- What a ledger says by the dozen is packed: lots, disposals and totals are new tables. Ledgers are made of transfers, and are
-- booked anew by the rules of this version. Until then there are none.
DELETE FROM "ledger_wallet";
DELETE FROM "ledger_run";
TRUNCATE "ledger_balance";
TRUNCATE "ledger_issue";
TRUNCATE "ledger_cleared";
DROP TABLE "ledger_total";
DROP TABLE "ledger_lot";
DROP TABLE "ledger_disposal";

-- CreateTable
CREATE TABLE "ledger_total" (
    "wallet_id" INTEGER NOT NULL,
    "run_id" BIGINT NOT NULL,
    "token" TEXT COLLATE "C" NOT NULL,
    "transaction_position" TEXT COLLATE "C" NOT NULL,
    "figures" BYTEA NOT NULL,

    CONSTRAINT "ledger_total_pkey" PRIMARY KEY ("wallet_id","run_id","token","transaction_position")
);

-- CreateTable
CREATE TABLE "ledger_lot" (
    "wallet_id" INTEGER NOT NULL,
    "run_id" BIGINT NOT NULL,
    "token" TEXT COLLATE "C" NOT NULL,
    "method" SMALLINT NOT NULL,
    "slice" INTEGER NOT NULL,
    "lots" BYTEA NOT NULL,

    CONSTRAINT "ledger_lot_pkey" PRIMARY KEY ("wallet_id","run_id","token","method","slice")
);

-- CreateTable
CREATE TABLE "ledger_disposal" (
    "wallet_id" INTEGER NOT NULL,
    "run_id" BIGINT NOT NULL,
    "token" TEXT COLLATE "C" NOT NULL,
    "disposed_by" TEXT COLLATE "C" NOT NULL,
    "slice" INTEGER NOT NULL,
    "disposed_at" BIGINT NOT NULL,
    "treatment" TEXT NOT NULL,
    "gain" DECIMAL NOT NULL,
    "proceeds" BYTEA NOT NULL,
    "parts" BYTEA[],

    CONSTRAINT "ledger_disposal_pkey" PRIMARY KEY ("wallet_id","run_id","token","disposed_by","slice")
);
