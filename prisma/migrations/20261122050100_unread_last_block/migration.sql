-- AlterTable
ALTER TABLE "unread_metadata" ADD COLUMN     "last_block" INTEGER;
