-- Members have quotas as keys do, and are no keys.
-- DropForeignKey
ALTER TABLE "key_usage" DROP CONSTRAINT "key_usage_key_id_fkey";
