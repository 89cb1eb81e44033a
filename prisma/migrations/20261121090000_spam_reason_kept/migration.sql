-- What a row was while it was spam, so that undoing what took it out of spam can give it back.
ALTER TABLE "transfer" ADD COLUMN     "cleared_spam_reason" "spam_reason";
ALTER TABLE "transaction" ADD COLUMN     "cleared_category" "transaction_category",
ADD COLUMN     "cleared_kind" "transaction_kind";

-- What the stored history of a wallet lacks, so that a better source loads it anew.
ALTER TABLE "sync" ADD COLUMN     "missing" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- Airdrops that a later act of the wallet may take out of spam, and those that were: a step looks for the ones of each token
-- that it moves, and must not read the token's whole history for it.
CREATE INDEX "transfer_airdrop_idx" ON "transfer" ("wallet_id", "chain_id", "token_address")
    WHERE "spam_reason" = 'airdrop' OR "cleared_spam_reason" IS NOT NULL;
