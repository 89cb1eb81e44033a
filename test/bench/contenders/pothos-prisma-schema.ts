/**
 * The Prisma schema of the Pothos + plugin-prisma contender: the service's tables with the relations that a page follows. The
 * database has no such foreign keys; optional scalars are how Prisma lets an optional relation share its columns.
 */
export const pothosPrismaSchema = `
generator client {
  provider            = "prisma-client"
  output              = "./generated"
  importFileExtension = "ts"
  moduleFormat        = "esm"
}

generator pothos {
  provider = "prisma-pothos-types"
  output   = "./pothos-types.ts"
}

datasource db {
  provider = "postgresql"
}

model Wallet {
  id        Int        @id
  address   String     @unique
  transfers Transfer[]
  @@map("wallet")
}

model Blockchain {
  chainId   Int        @id @map("chain_id")
  name      String
  slug      String
  symbol    String
  imageUrl  String     @map("image_url")
  tokens    Token[]
  transfers Transfer[]
  @@map("blockchain")
}

model Asset {
  slug   String  @id
  name   String
  symbol String
  tokens Token[]
  @@map("asset")
}

model Token {
  chainId    Int        @map("chain_id")
  address    String
  assetSlug  String?    @map("asset_slug")
  name       String?
  symbol     String?
  decimals   Int?
  asset      Asset?     @relation(fields: [assetSlug], references: [slug])
  blockchain Blockchain @relation(fields: [chainId], references: [chainId])
  transfers  Transfer[]
  @@id([chainId, address])
  @@map("token")
}

model ContractLabel {
  chainId   Int        @map("chain_id")
  address   String
  name      String
  tags      String[]
  transfers Transfer[]
  @@id([chainId, address])
  @@map("contract_label")
}

model CustomLabel {
  address   String     @id
  name      String
  tags      String[]
  createdAt DateTime   @map("created_at")
  updatedAt DateTime   @map("updated_at")
  transfers Transfer[]
  @@map("custom_label")
}

model Transfer {
  walletId     Int            @map("wallet_id")
  position     String
  chainId      Int?           @map("chain_id")
  timestamp    BigInt
  hash         String
  side         Side
  tokenAddress String?        @map("token_address")
  tokenId      Decimal?       @map("token_id") @db.Decimal(78, 0)
  amount       Decimal        @db.Decimal(78, 0)
  counterparty String?
  fee          Decimal        @db.Decimal(78, 0)
  taxTreatment TaxTreatment?  @map("tax_treatment")
  spamReason   SpamReason?    @map("spam_reason")
  price        Decimal?       @db.Decimal
  value        Decimal?       @db.Decimal
  priceSource  String?        @map("price_source")
  wallet       Wallet         @relation(fields: [walletId], references: [id])
  blockchain   Blockchain?    @relation(fields: [chainId], references: [chainId])
  token        Token?         @relation(fields: [chainId, tokenAddress], references: [chainId, address])
  defaultLabel ContractLabel? @relation(fields: [chainId, counterparty], references: [chainId, address])
  customLabel  CustomLabel?   @relation(fields: [counterparty], references: [address])
  @@id([walletId, position])
  @@map("transfer")
}

enum Side {
  inflow
  outflow
  @@map("side")
}

enum TaxTreatment {
  ACQUISITION
  DISPOSAL
  INCOME
  BASIS_TRANSFER
  NON_TAXABLE
  EXPENSE
  @@map("tax_treatment")
}

enum SpamReason {
  forged
  zero_value @map("zero-value")
  airdrop
  @@map("spam_reason")
}
`;

export const pothosPrismaConfig = `export default { schema: 'schema.prisma', datasource: { url: 'postgresql://localhost/unused' } };\n`;
