-- Made by scripts/migration-diff.ts.

-- AlterTable
ALTER TABLE "ledger_wallet" ADD COLUMN     "has_cleared" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "registration" ADD COLUMN     "is_own_only" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "ledger_cleared" (
    "wallet_id" INTEGER NOT NULL,
    "run_id" BIGINT NOT NULL,
    "position" TEXT NOT NULL,

    CONSTRAINT "ledger_cleared_pkey" PRIMARY KEY ("wallet_id","run_id","position")
);

-- CreateTable
CREATE TABLE "ledger_year" (
    "client_id" INTEGER NOT NULL,
    "wallet_id" INTEGER NOT NULL,
    "year" INTEGER NOT NULL,
    "realized" DECIMAL NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "former" DECIMAL,

    CONSTRAINT "ledger_year_pkey" PRIMARY KEY ("client_id","wallet_id","year")
);

-- AddForeignKey
ALTER TABLE "ledger_year" ADD CONSTRAINT "ledger_year_client_id_wallet_id_fkey" FOREIGN KEY ("client_id", "wallet_id") REFERENCES "registration"("client_id", "wallet_id") ON DELETE CASCADE ON UPDATE NO ACTION;
