-- With which of a client's many wallets one may be linked: who else took part in a transaction, and who names a wallet.
CREATE INDEX "transaction_position_idx" ON "transaction" USING HASH ("position");
CREATE INDEX "counterparty_counter_counterparty_idx" ON "counterparty_counter" USING HASH ("counterparty");
