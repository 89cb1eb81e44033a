-- Made by scripts/migration-diff.ts.

-- CreateTable
CREATE TABLE "job_lease" (
    "job" TEXT NOT NULL,
    "lease_owner" TEXT,
    "lease_until" TIMESTAMPTZ(6) NOT NULL,
    "fence" BIGINT NOT NULL,

    CONSTRAINT "job_lease_pkey" PRIMARY KEY ("job")
);
