-- Made by scripts/migration-diff.ts. Changed by hand: COLLATE "C" on positions, as in the first migration. Cursors of
-- before are refused, and their holders read the list anew.

-- AlterTable
ALTER TABLE "ledger_input" ADD COLUMN     "last_event" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "transfer_arrival" DROP COLUMN "last_position";

-- CreateTable
CREATE TABLE "wallet_event" (
    "wallet_id" INTEGER NOT NULL,
    "sequence" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "first_position" TEXT COLLATE "C",
    "last_position" TEXT COLLATE "C",
    "positions" TEXT[],
    "hashes" TEXT[],
    "fields" TEXT[],
    "at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "wallet_event_pkey" PRIMARY KEY ("wallet_id","sequence")
);
