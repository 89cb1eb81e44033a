/** relay-compiler accepts the schema and compiles what a frontend would write: connections, refetchable fragments, mutations. */
import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { withCompiledApp } from '../support/relay.ts';

const app = `
import { graphql } from 'relay-runtime';

export const page = graphql\`
  query AppPageQuery($wallets: [Address!]!, $address: Address!) {
    ...AppTransfers_query @arguments(wallets: $wallets)
    wallet(address: $address) { id ...AppWallet_wallet }
  }
\`;
export const transfers = graphql\`
  fragment AppTransfers_query on Query
  @argumentDefinitions(wallets: { type: "[Address!]!" }, count: { type: "Int", defaultValue: 50 }, cursor: { type: "String" })
  @refetchable(queryName: "AppTransfersPaginationQuery") {
    transfers(wallets: $wallets, first: $count, after: $cursor) @connection(key: "AppTransfers_transfers") {
      count
      edges { node { id amount side timestamp token { id asset { symbol } } counterparty { id name } ...AppTransfer_transfer } }
    }
  }
\`;
export const transfer = graphql\`
  fragment AppTransfer_transfer on Transfer @refetchable(queryName: "AppTransferRefetchQuery") {
    transaction { id category kind transfers { id amount } }
  }
\`;
export const wallet = graphql\`
  fragment AppWallet_wallet on Wallet
  @argumentDefinitions(count: { type: "Int", defaultValue: 20 }, cursor: { type: "String" })
  @refetchable(queryName: "AppWalletRefetchQuery") {
    address
    isLoaded
    transactions(last: $count, before: $cursor) @connection(key: "AppWallet_transactions") { edges { node { id hash } } }
  }
\`;
export const register = graphql\`
  mutation AppRegisterMutation($input: RegisterWalletsInput!) {
    registerWallets(input: $input) { wallets { id address isLoaded } clientMutationId }
  }
\`;
export const label = graphql\`
  mutation AppLabelMutation($input: SetCustomLabelInput!) {
    setCustomLabel(input: $input) { counterparty { id name customLabel { id name tags } } }
  }
\`;
export const progress = graphql\`
  subscription AppProgressSubscription($addresses: [Address!]!) {
    walletSync(addresses: $addresses) { id isLoaded sync { phase percent } }
  }
\`;
export const added = graphql\`
  subscription AppAddedSubscription($wallets: [Address!]!, $after: String) {
    transferAdded(wallets: $wallets, after: $after) { cursor transfer { ...AppTransfer_transfer } }
  }
\`;
`;

test('relay-compiler compiles a frontend against the schema', async () => {
  await withCompiledApp({ source: app, language: 'typescript' }, async (directory) => {
    const artifacts = await readdir(directory);
    expect(artifacts.sort()).toEqual(
      [
        'AppLabelMutation.graphql.ts',
        'AppPageQuery.graphql.ts',
        'AppAddedSubscription.graphql.ts',
        'AppProgressSubscription.graphql.ts',
        'AppRegisterMutation.graphql.ts',
        'AppTransferRefetchQuery.graphql.ts',
        'AppTransfer_transfer.graphql.ts',
        'AppTransfersPaginationQuery.graphql.ts',
        'AppTransfers_query.graphql.ts',
        'AppWalletRefetchQuery.graphql.ts',
        'AppWallet_wallet.graphql.ts',
      ].sort(),
    );
  });
});
