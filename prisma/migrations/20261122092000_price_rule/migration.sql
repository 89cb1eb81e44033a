-- Every row that is there now was made by a former rule, or may have been: the first default takes them all, without writing them.

-- AlterTable
ALTER TABLE "price" ADD COLUMN     "is_outdated" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "price" ALTER COLUMN "is_outdated" SET DEFAULT false;

-- What was priced by the former rule. Prisma does not model partial indexes and leaves them alone.
CREATE INDEX "price_outdated_idx" ON "price" ("chain_id", "address", "hour")
    WHERE "is_outdated" AND "price" IS NOT NULL;

-- Open until the transfers have the prices that were asked for again.
INSERT INTO "setting" ("name", "value")
    SELECT 'price_renewal', 'open' WHERE EXISTS (SELECT FROM "price" WHERE "price" IS NOT NULL)
    ON CONFLICT ("name") DO NOTHING;
