-- AlterTable
ALTER TABLE "api_key" ADD COLUMN     "daily_quota" BIGINT,
ADD COLUMN     "monthly_quota" BIGINT;

-- CreateTable
CREATE TABLE "key_usage" (
    "key_id" TEXT NOT NULL,
    "full_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "day" DATE NOT NULL DEFAULT CURRENT_DATE,
    "day_units" BIGINT NOT NULL DEFAULT 0,
    "month" DATE NOT NULL DEFAULT CURRENT_DATE,
    "month_units" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "key_usage_pkey" PRIMARY KEY ("key_id")
);

-- AddForeignKey
ALTER TABLE "key_usage" ADD CONSTRAINT "key_usage_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_key"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
