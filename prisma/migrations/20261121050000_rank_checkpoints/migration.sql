-- What makes pages by number and counts flat. COLLATE "C" on the keys, as in the first migration. The rows at the end are
-- those that the writer would have kept of what is stored already (src/store/rank-checkpoints.ts, counters.ts).

-- AlterTable
ALTER TABLE "counter" ADD COLUMN     "spam_transaction_count" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "counterparty_counter" (
    "wallet_id" INTEGER NOT NULL,
    "counterparty" TEXT COLLATE "C" NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "transfer_count" INTEGER NOT NULL,
    "spam_transfer_count" INTEGER NOT NULL,

    CONSTRAINT "counterparty_counter_pkey" PRIMARY KEY ("wallet_id","counterparty","chain_id")
);

-- CreateTable
CREATE TABLE "transfer_checkpoint" (
    "wallet_id" INTEGER NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "position" TEXT COLLATE "C" NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "spam_ordinal" INTEGER NOT NULL,

    CONSTRAINT "transfer_checkpoint_pkey" PRIMARY KEY ("wallet_id","chain_id","position")
);

-- CreateTable
CREATE TABLE "transaction_checkpoint" (
    "wallet_id" INTEGER NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "position" TEXT COLLATE "C" NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "spam_ordinal" INTEGER NOT NULL,

    CONSTRAINT "transaction_checkpoint_pkey" PRIMARY KEY ("wallet_id","chain_id","position")
);

-- CreateIndex
CREATE UNIQUE INDEX "transfer_checkpoint_wallet_id_chain_id_ordinal_key" ON "transfer_checkpoint"("wallet_id", "chain_id", "ordinal");

-- CreateIndex
CREATE UNIQUE INDEX "transaction_checkpoint_wallet_id_chain_id_ordinal_key" ON "transaction_checkpoint"("wallet_id", "chain_id", "ordinal");

-- CreateIndex
CREATE INDEX "transaction_wallet_id_chain_id_position_idx" ON "transaction"("wallet_id", "chain_id", "position");

-- CreateIndex
CREATE INDEX "transfer_wallet_id_chain_id_position_idx" ON "transfer"("wallet_id", "chain_id", "position");

-- Partial indexes, which schema.prisma does not show: the spam alone in order.
CREATE INDEX "transfer_spam_idx" ON "transfer"("wallet_id", "position") WHERE spam_reason IS NOT NULL;
CREATE INDEX "transaction_spam_idx" ON "transaction"("wallet_id", "position") WHERE is_spam;

UPDATE "counter" SET "spam_transaction_count" = counted.spam
FROM (SELECT wallet_id, chain_id, count(*) AS spam FROM "transaction" WHERE is_spam GROUP BY wallet_id, chain_id) counted
WHERE counter.wallet_id = counted.wallet_id AND counter.chain_id = counted.chain_id;

INSERT INTO "counterparty_counter"
SELECT wallet_id, counterparty, chain_id, count(*), count(spam_reason) FROM "transfer"
GROUP BY wallet_id, counterparty, chain_id;

INSERT INTO "transfer_checkpoint"
SELECT wallet_id, chain_id, position, ordinal, spam_ordinal
FROM (SELECT wallet_id, chain_id, position, row_number() OVER place AS ordinal, count(spam_reason) OVER place AS spam_ordinal
  FROM "transfer" WINDOW place AS (PARTITION BY wallet_id, chain_id ORDER BY position)) ranked
WHERE ordinal % 1000 = 0;

INSERT INTO "transaction_checkpoint"
SELECT wallet_id, chain_id, position, ordinal, spam_ordinal
FROM (SELECT wallet_id, chain_id, position, row_number() OVER place AS ordinal,
    count(*) FILTER (WHERE is_spam) OVER place AS spam_ordinal
  FROM "transaction" WINDOW place AS (PARTITION BY wallet_id, chain_id ORDER BY position)) ranked
WHERE ordinal % 1000 = 0;
