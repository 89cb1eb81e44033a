/** The GraphQL page that every GraphQL contender answers: all fields of the contract's Transfer but its transaction. */

export const pageSelection = `
  id hash timestamp amount side price value priceSource fee category taxTreatment isError isSpam
  wallet { address }
  blockchain { ...chain }
  token { id address decimals asset { id slug name symbol } blockchain { ...chain } }
  rawToken { address name symbol tokenId }
  counterparty {
    id address name
    customLabel { name tags createdAt updatedAt }
    defaultLabel { name tags }
  }`;

export const chainFragment = 'fragment chain on Blockchain { chainId name slug symbol imageUrl }';

/** A schema with just that, for contenders that are written against one. */
export const pageTypes = `
  enum Side { INFLOW OUTFLOW }
  type Blockchain { chainId: Int! name: String! slug: String! symbol: String! imageUrl: String! }
  type Asset { id: ID! slug: String! name: String! symbol: String! }
  type Token { id: ID! address: String! decimals: Int asset: Asset! blockchain: Blockchain! }
  type RawToken { address: String! name: String! symbol: String! tokenId: String }
  type CustomLabel { name: String! tags: [String!]! createdAt: String! updatedAt: String! }
  type DefaultLabel { name: String! tags: [String!]! }
  type Counterparty { id: ID! address: String! name: String customLabel: CustomLabel defaultLabel: DefaultLabel }
  type Wallet { address: String! }
  type Transfer {
    id: ID! hash: String! timestamp: String! amount: String! side: Side! price: String value: String priceSource: String
    fee: String! category: String taxTreatment: String isError: Boolean! isSpam: Boolean! wallet: Wallet!
    blockchain: Blockchain! token: Token rawToken: RawToken! counterparty: Counterparty!
  }
  type TransferConnection { nodes: [Transfer!]! }
  type Query { transfers(wallets: [String!]!): TransferConnection! }`;
