-- How many fungible transfers that are no spam have a price, and how many lack one, in place of counting all transfers.
ALTER TABLE "counter" ADD COLUMN "priced_count" INTEGER NOT NULL DEFAULT 0;

ALTER TABLE "counter" ADD COLUMN "unpriced_count" INTEGER NOT NULL DEFAULT 0;

UPDATE "counter" SET "priced_count" = counted.priced, "unpriced_count" = counted.unpriced FROM (
  SELECT wallet_id, chain_id, count(*) FILTER (WHERE price IS NOT NULL) AS priced, count(*) FILTER (WHERE price IS NULL) AS unpriced
  FROM transfer WHERE spam_reason IS NULL AND standard IN ('native', 'erc20') GROUP BY wallet_id, chain_id) counted
WHERE counted.wallet_id = "counter".wallet_id AND counted.chain_id = "counter".chain_id;
