-- Whether a chain's wallets are being loaded is asked each second, and nearly all of them are loaded
CREATE INDEX "sync_unloaded_idx" ON "sync"("chain_id") WHERE loaded_at IS NULL;
