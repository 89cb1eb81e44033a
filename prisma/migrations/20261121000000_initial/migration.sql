-- Made by scripts/migration-diff.ts. Changed by hand: COLLATE "C" on the keys of the wallet-owned tables, so that they
-- sort by bytes whatever the database's locale is (positions must: domain/position.ts), and faster.

-- CreateEnum
CREATE TYPE "side" AS ENUM ('inflow', 'outflow');

-- CreateEnum
CREATE TYPE "token_standard" AS ENUM ('native', 'erc20', 'erc721', 'erc1155');

-- CreateEnum
CREATE TYPE "transaction_category" AS ENUM ('SEND', 'RECEIVE', 'MINT', 'SWAP', 'CONTRACT_EXECUTION');

-- CreateEnum
CREATE TYPE "transaction_kind" AS ENUM ('SEND', 'RECEIVE', 'SELF_TRANSFER', 'SWAP', 'MINT', 'BURN', 'APPROVE', 'REVOKE', 'WRAP', 'UNWRAP', 'BRIDGE_OUT', 'BRIDGE_IN', 'DEPOSIT', 'WITHDRAW', 'CLAIM', 'AIRDROP', 'NFT_BUY', 'NFT_SELL', 'DEPLOY', 'FAILED', 'CONTRACT_EXECUTION');

-- CreateEnum
CREATE TYPE "tax_treatment" AS ENUM ('ACQUISITION', 'DISPOSAL', 'INCOME', 'BASIS_TRANSFER', 'NON_TAXABLE', 'EXPENSE');

-- CreateEnum
CREATE TYPE "spam_reason" AS ENUM ('forged', 'zero-value', 'airdrop');

-- CreateEnum
CREATE TYPE "sync_phase" AS ENUM ('QUEUED', 'BACKFILL', 'ENRICH', 'FOLLOWING', 'FAILED');

-- CreateTable
CREATE TABLE "client" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "settings" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "client_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" TEXT NOT NULL,
    "client_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "scopes" TEXT[],
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "registration" (
    "id" SERIAL NOT NULL,
    "client_id" INTEGER NOT NULL,
    "wallet_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "registration_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "custom_label" (
    "client_id" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "tags" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "custom_label_pkey" PRIMARY KEY ("client_id","address")
);

-- CreateTable
CREATE TABLE "setting" (
    "name" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    CONSTRAINT "setting_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "wallet" (
    "id" SERIAL NOT NULL,
    "address" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "orphaned_at" TIMESTAMPTZ(3),

    CONSTRAINT "wallet_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sync" (
    "wallet_id" INTEGER NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "phase" "sync_phase" NOT NULL DEFAULT 'QUEUED',
    "from_block" INTEGER NOT NULL,
    "synced_block" INTEGER,
    "synced_hash" TEXT,
    "safe_block" INTEGER,
    "safe_hash" TEXT,
    "head_block" INTEGER,
    "loaded_at" TIMESTAMPTZ(3),
    "warnings" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "error" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_run_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease_owner" TEXT,
    "lease_until" TIMESTAMPTZ(3),
    "fence" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sync_pkey" PRIMARY KEY ("wallet_id","chain_id")
);

-- CreateTable
CREATE TABLE "blockchain" (
    "chain_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "symbol" TEXT NOT NULL,
    "image_url" TEXT NOT NULL,
    "native_decimals" INTEGER NOT NULL DEFAULT 18,
    "enabled" BOOLEAN NOT NULL DEFAULT false,
    "disabled_reason" TEXT,

    CONSTRAINT "blockchain_pkey" PRIMARY KEY ("chain_id")
);

-- CreateTable
CREATE TABLE "asset" (
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "symbol" TEXT NOT NULL,

    CONSTRAINT "asset_pkey" PRIMARY KEY ("slug")
);

-- CreateTable
CREATE TABLE "token" (
    "chain_id" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "asset_slug" TEXT,
    "name" TEXT,
    "symbol" TEXT,
    "decimals" INTEGER,
    "is_trusted" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "token_pkey" PRIMARY KEY ("chain_id","address")
);

-- CreateTable
CREATE TABLE "nft_collection" (
    "chain_id" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "symbol" TEXT NOT NULL DEFAULT '',
    "description" TEXT NOT NULL DEFAULT '',
    "image_url" TEXT NOT NULL DEFAULT '',
    "opensea_status" TEXT NOT NULL DEFAULT 'not_requested',
    "is_spam" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "nft_collection_pkey" PRIMARY KEY ("chain_id","address")
);

-- CreateTable
CREATE TABLE "nft" (
    "chain_id" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "token_id" DECIMAL(78,0) NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "image" TEXT,
    "preview" TEXT,
    "thumbnail" TEXT,
    "original" TEXT,
    "animation_image" TEXT,
    "animation_original" TEXT,
    "external_url" TEXT,

    CONSTRAINT "nft_pkey" PRIMARY KEY ("chain_id","address","token_id")
);

-- CreateTable
CREATE TABLE "contract_label" (
    "chain_id" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "tags" TEXT[],

    CONSTRAINT "contract_label_pkey" PRIMARY KEY ("chain_id","address")
);

-- CreateTable
CREATE TABLE "transaction" (
    "wallet_id" INTEGER NOT NULL,
    "position" TEXT COLLATE "C" NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "block_number" INTEGER NOT NULL,
    "timestamp" BIGINT NOT NULL,
    "hash" TEXT COLLATE "C" NOT NULL,
    "from_address" TEXT NOT NULL,
    "to_address" TEXT,
    "fee" DECIMAL(78,0) NOT NULL,
    "category" "transaction_category" NOT NULL,
    "kind" "transaction_kind" NOT NULL,
    "selector" TEXT,
    "function_name" TEXT,
    "is_error" BOOLEAN NOT NULL,
    "is_spam" BOOLEAN NOT NULL,
    "counterparty" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "transaction_pkey" PRIMARY KEY ("wallet_id","position")
);

-- CreateTable
CREATE TABLE "transfer" (
    "wallet_id" INTEGER NOT NULL,
    "position" TEXT COLLATE "C" NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "block_number" INTEGER NOT NULL,
    "timestamp" BIGINT NOT NULL,
    "hash" TEXT COLLATE "C" NOT NULL,
    "side" "side" NOT NULL,
    "standard" "token_standard" NOT NULL,
    "token_address" TEXT COLLATE "C" NOT NULL,
    "token_id" DECIMAL(78,0),
    "amount" DECIMAL(78,0) NOT NULL,
    "counterparty" TEXT COLLATE "C" NOT NULL,
    "fee" DECIMAL(78,0) NOT NULL,
    "category" "transaction_category" NOT NULL,
    "tax_treatment" "tax_treatment",
    "spam_reason" "spam_reason",
    "price" DECIMAL,
    "value" DECIMAL,
    "price_source" TEXT,

    CONSTRAINT "transfer_pkey" PRIMARY KEY ("wallet_id","position")
);

-- CreateTable
CREATE TABLE "counter" (
    "wallet_id" INTEGER NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "transaction_count" INTEGER NOT NULL DEFAULT 0,
    "transfer_count" INTEGER NOT NULL DEFAULT 0,
    "spam_transfer_count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "counter_pkey" PRIMARY KEY ("wallet_id","chain_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "client_name_key" ON "client"("name");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_hash_key" ON "api_key"("hash");

-- CreateIndex
CREATE INDEX "api_key_client_id_idx" ON "api_key"("client_id");

-- CreateIndex
CREATE INDEX "registration_wallet_id_idx" ON "registration"("wallet_id");

-- CreateIndex
CREATE UNIQUE INDEX "registration_client_id_wallet_id_key" ON "registration"("client_id", "wallet_id");

-- CreateIndex
CREATE UNIQUE INDEX "wallet_address_key" ON "wallet"("address");

-- CreateIndex
CREATE INDEX "sync_next_run_at_idx" ON "sync"("next_run_at");

-- CreateIndex
CREATE UNIQUE INDEX "blockchain_slug_key" ON "blockchain"("slug");

-- CreateIndex
CREATE INDEX "token_asset_slug_idx" ON "token"("asset_slug");

-- CreateIndex
CREATE INDEX "transaction_wallet_id_counterparty_position_idx" ON "transaction"("wallet_id", "counterparty", "position");

-- CreateIndex
CREATE UNIQUE INDEX "transaction_wallet_id_chain_id_hash_key" ON "transaction"("wallet_id", "chain_id", "hash");

-- CreateIndex
CREATE INDEX "transfer_wallet_id_counterparty_position_idx" ON "transfer"("wallet_id", "counterparty", "position");

-- CreateIndex
CREATE INDEX "transfer_wallet_id_token_address_position_idx" ON "transfer"("wallet_id", "token_address", "position");

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "client"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "registration" ADD CONSTRAINT "registration_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "client"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "registration" ADD CONSTRAINT "registration_wallet_id_fkey" FOREIGN KEY ("wallet_id") REFERENCES "wallet"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "custom_label" ADD CONSTRAINT "custom_label_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "client"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sync" ADD CONSTRAINT "sync_wallet_id_fkey" FOREIGN KEY ("wallet_id") REFERENCES "wallet"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "token" ADD CONSTRAINT "token_asset_slug_fkey" FOREIGN KEY ("asset_slug") REFERENCES "asset"("slug") ON DELETE NO ACTION ON UPDATE NO ACTION;
