-- The ledgers that lack prices, for when new ones come.
CREATE INDEX "ledger_wallet_price_gap_idx" ON "ledger_wallet"("client_id", "wallet_id") WHERE price_gap_from IS NOT NULL;
