-- Made by scripts/migration-diff.ts. Changed by hand: COLLATE "C" on positions, as in the first migration, and the values of
-- the rows that are there. Their runs have no engine version, so that each ledger is booked anew while the old one is read.

-- AlterTable
ALTER TABLE "ledger_run" ADD COLUMN     "engine_version" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "token_facts" TEXT,
ADD COLUMN     "until_position" TEXT COLLATE "C";

-- AlterTable
ALTER TABLE "ledger_wallet" ADD COLUMN     "price_gap_from" TEXT COLLATE "C",
ADD COLUMN     "run_ids" BIGINT[],
ADD COLUMN     "state_run_ids" BIGINT[];
UPDATE "ledger_wallet" SET "run_ids" = ARRAY["run_id"], "state_run_ids" = ARRAY["run_id"], "price_version" = coalesce("price_version", 0);
ALTER TABLE "ledger_wallet" ALTER COLUMN "price_version" SET NOT NULL;

-- CreateTable
CREATE TABLE "ledger_snapshot" (
    "run_id" BIGINT NOT NULL,
    "piece" INTEGER NOT NULL,
    "data" BYTEA NOT NULL,

    CONSTRAINT "ledger_snapshot_pkey" PRIMARY KEY ("run_id","piece")
);

-- CreateTable
CREATE TABLE "ledger_change" (
    "wallet_id" INTEGER NOT NULL,
    "version" BIGINT NOT NULL,
    "client_id" INTEGER,
    "from_position" TEXT COLLATE "C" NOT NULL,
    "until_position" TEXT COLLATE "C",

    CONSTRAINT "ledger_change_pkey" PRIMARY KEY ("wallet_id","version")
);

-- CreateIndex
CREATE INDEX "ledger_wallet_wallet_id_idx" ON "ledger_wallet"("wallet_id");

-- AddForeignKey
ALTER TABLE "ledger_snapshot" ADD CONSTRAINT "ledger_snapshot_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "ledger_run"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
