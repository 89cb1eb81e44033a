-- Made by scripts/migration-diff.ts. Changed by hand: COLLATE "C" on positions, as in the first migration.

-- CreateTable
CREATE TABLE "transfer_arrival" (
    "wallet_id" INTEGER NOT NULL,
    "version" BIGINT NOT NULL,
    "previous_version" BIGINT NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "first_position" TEXT COLLATE "C" NOT NULL,
    "last_position" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "transfer_arrival_pkey" PRIMARY KEY ("wallet_id","version")
);
