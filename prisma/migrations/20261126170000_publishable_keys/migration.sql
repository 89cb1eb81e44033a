-- Keys for the code of pages: read only, for wallets and origins that the key names.
-- CreateEnum
CREATE TYPE "key_kind" AS ENUM ('secret', 'publishable');

-- AlterTable
ALTER TABLE "api_key" ADD COLUMN     "address_units" INTEGER,
ADD COLUMN     "kind" "key_kind" NOT NULL DEFAULT 'secret',
ADD COLUMN     "origins" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "wallets" TEXT[] DEFAULT ARRAY[]::TEXT[];
