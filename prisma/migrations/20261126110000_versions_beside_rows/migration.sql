-- Made by scripts/migration-diff.ts. Changed by hand: COLLATE "C" on positions, the index on gaps of prices, which Prisma does not know, and the
-- rows that move. What says that a wallet has something new lies beside its rows on a cluster: no key from there to a
-- registration, the wallet first in every key. The changes of hourly prices, which stood under wallet -1, lie beside the prices.
ALTER TABLE "ledger_wallet" DROP CONSTRAINT "ledger_wallet_client_id_wallet_id_fkey";
DROP INDEX "ledger_wallet_run_id_idx";
DROP INDEX "ledger_wallet_wallet_id_idx";
DROP INDEX "ledger_wallet_price_gap_idx";
ALTER TABLE "ledger_wallet" DROP CONSTRAINT "ledger_wallet_pkey",
ADD CONSTRAINT "ledger_wallet_pkey" PRIMARY KEY ("wallet_id", "client_id");
CREATE INDEX "ledger_wallet_price_gap_idx" ON "ledger_wallet"("wallet_id", "client_id") WHERE price_gap_from IS NOT NULL;

-- CreateTable
CREATE TABLE "price_version" (
    "id" INTEGER NOT NULL,
    "version" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "price_version_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "price_change" (
    "version" BIGINT NOT NULL,
    "from_position" TEXT COLLATE "C" NOT NULL,
    "until_position" TEXT COLLATE "C",

    CONSTRAINT "price_change_pkey" PRIMARY KEY ("version")
);

INSERT INTO "price_version" ("id", "version") SELECT 1, "version" FROM "ledger_input" WHERE "wallet_id" = -1;
INSERT INTO "price_change" ("version", "from_position", "until_position")
SELECT "version", "from_position", "until_position" FROM "ledger_change" WHERE "wallet_id" = -1;
DELETE FROM "ledger_change" WHERE "wallet_id" = -1;
DELETE FROM "ledger_input" WHERE "wallet_id" = -1;

-- AlterTable
ALTER TABLE "ledger_change" DROP COLUMN "until_position";
