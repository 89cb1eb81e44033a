/** What GraphiQL opens with: how it asks, and examples. The page itself is http/pages/graphiql-page.ts. */
import type { GraphiQLOptions } from 'graphql-yoga';

const welcome = `# Put your API key into the field at the top, then press the play button.
# These are the wallets that are registered with your key, and how far they are loaded.
query Wallets {
  wallets {
    count
    nodes {
      address
      isLoaded
      sync {
        blockchain { name }
        phase
        percent
      }
    }
  }
}
`;

const transfers = `# The newest inflows and outflows. Variables are below.
query Transfers($wallets: [Address!]!) {
  transfers(wallets: $wallets, first: 20) {
    count
    pageInfo { hasNextPage endCursor }
    nodes {
      timestamp
      side
      amount
      token { asset { symbol } }
      rawToken { symbol }
      nft { name }
      counterparty { address name }
      transaction { hash category kind function }
    }
  }
}
`;

const balances = `# What the wallets hold.
query Balances($wallets: [Address!]!) {
  tokenBalances(wallets: $wallets) {
    nodes {
      wallet { address }
      token { asset { symbol name } blockchain { name } }
      balance
      price
      value
      basisStatus
    }
  }
}
`;

const register = `# Registers a wallet: its history is loaded from then on.
mutation Register($addresses: [Address!]!) {
  registerWallets(input: { addresses: $addresses }) {
    wallets { address isLoaded }
  }
}

# Follows the loading, until it is done.
subscription Progress($addresses: [Address!]!) {
  walletSync(addresses: $addresses) {
    address
    isLoaded
    sync { blockchain { name } phase percent syncedBlock headBlock }
  }
}

# Shows new transfers as they come; after a break, pass the last cursor as "after".
subscription NewTransfers($addresses: [Address!]!) {
  transferAdded(wallets: $addresses) {
    cursor
    transfer { id timestamp side amount rawToken { symbol } counterparty { address name } }
  }
}
`;

const exampleAddress = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045';
const variables = (name: string): string => JSON.stringify({ [name]: [exampleAddress] }, null, 2);

export const graphiqlOptions: GraphiQLOptions = {
  title: 'Wallet data',
  // The key has a field of its own (http/pages/key-bar.ts), and is kept nowhere else.
  shouldPersistHeaders: false,
  isHeadersEditorEnabled: true,
  defaultEditorToolsVisibility: 'variables',
  inputValueDeprecation: true,
  subscriptionsProtocol: 'SSE',
  credentials: 'same-origin',
  defaultQuery: welcome,
  defaultTabs: [
    { query: welcome },
    { query: transfers, variables: variables('wallets') },
    { query: balances, variables: variables('wallets') },
    { query: register, variables: variables('addresses') },
  ],
};
