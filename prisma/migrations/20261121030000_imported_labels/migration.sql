-- AlterTable
ALTER TABLE "contract_label" ADD COLUMN     "is_imported" BOOLEAN NOT NULL DEFAULT false;
