/** relay-compiler accepts the schema and compiles what a frontend would write: connections, refetchable fragments, mutations. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { schemaText } from '../../src/graphql/schema.ts';

const compiler = join(import.meta.dirname, '..', '..', 'node_modules', '.bin', 'relay-compiler');

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
  const project = await mkdtemp(join(tmpdir(), 'relay-'));
  try {
    await mkdir(join(project, 'src'));
    await writeFile(join(project, 'schema.graphql'), schemaText());
    await writeFile(join(project, 'src', 'App.ts'), app);
    const scalars = {
      Address: 'string',
      Hash: 'string',
      DateTime: 'string',
      Decimal: 'string',
      BigInt: 'string',
      URL: 'string',
    };
    const config = {
      src: './src',
      schema: './schema.graphql',
      language: 'typescript',
      customScalarTypes: scalars,
    };
    await writeFile(join(project, 'relay.config.json'), JSON.stringify({ ...config, eagerEsModules: true }));
    await writeFile(join(project, 'package.json'), '{"name":"app","private":true}');
    const { stdout, stderr } = await promisify(execFile)(compiler, ['relay.config.json'], { cwd: project });
    expect(`${stdout}${stderr}`).toContain('Done');
    const artifacts = await readdir(join(project, 'src', '__generated__'));
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
  } finally {
    await rm(project, { recursive: true, force: true });
  }
});
