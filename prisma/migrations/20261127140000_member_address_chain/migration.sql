-- Anybody may be able to put a contract of their own at the same address of another chain. An account that was linked by a contract's word
-- before is to be linked again.
ALTER TABLE "member" ADD COLUMN "address_chain_id" INTEGER;
