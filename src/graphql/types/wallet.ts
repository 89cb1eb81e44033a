import { maximumWalletsPerRead } from '../../use-cases/model/view-model.ts';
import type { WalletView } from '../../use-cases/model/wallet-view.ts';
import { plainParameters, restPaths } from '../../use-cases/pages/page-links.ts';
import { builder } from '../builder/builder.ts';
import {
  anchoredArguments,
  connectionArguments,
  connectionCost,
  connectionType,
  forwardArguments,
  readPage,
} from '../builder/connections.ts';
import type { Loaders } from '../builder/context.ts';
import { SyncPhase } from '../builder/enums.ts';
import { Blockchain, ChainSync, Wallet } from '../builder/refs.ts';
import type { WalletReference } from '../builder/wallet-reference.ts';
import { IssueConnection } from './figures/issue.ts';
import { balanceListArguments, readBalances, TokenBalanceConnection } from './figures/token-balance.ts';
import { readTransactions, TransactionConnection, transactionListArguments } from './transaction.ts';
import { readTransfers, TransferConnection, transferListArguments } from './transfer.ts';

Wallet.implement({
  description: 'A wallet or contract that you registered.',
  interfaces: [builder.nodeInterfaceRef()],
  fields: (t) => ({
    id: t.exposeID('id'),
    registrationId: t.int({
      description: "The REST registration record's id.",
      resolve: (wallet, _args, { loaders }) => loaded(wallet, loaders, (view) => view.registrationId),
    }),
    address: t.expose('address', { type: 'Address' }),
    ensName: t.string({
      nullable: true,
      description: 'Its primary name in ENS, as of counterparties.',
      resolve: (wallet, _args, { loaders }) => loaded(wallet, loaders, (view) => view.ensName),
    }),
    isLoaded: t.boolean({
      description: 'Whether the whole history on every enabled chain is loaded.',
      resolve: (wallet, _args, { loaders }) => loaded(wallet, loaders, (view) => view.isLoaded),
    }),
    staleSince: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Newer movements than of this time may be missing: the earliest of the chains that have fallen behind. Null while all are in step.',
      resolve: (wallet, _args, { loaders }) => loaded(wallet, loaders, (view) => view.staleSince),
    }),
    sync: t.field({
      type: [ChainSync],
      description: 'How far it is loaded, per chain.',
      complexity: { field: 1, multiplier: 5 },
      resolve: (wallet, _args, { loaders }) => loaded(wallet, loaders, (view) => [...view.sync]),
    }),
    isBooking: t.boolean({
      description:
        'Whether the ledger is still to be booked with what has come, was corrected, or in another reporting currency: its figures are then those of before.',
      resolve: async ({ address }, _args, { loaders }) => (await loaders.booking.load(address)).isBooking,
    }),
    isBooked: t.boolean({
      description:
        'Whether the ledger has booked it at least once: until then nothing is known of costs, gains and income, which are told as 0.',
      resolve: async ({ address }, _args, { loaders }) => (await loaders.booking.load(address)).isBooked,
    }),
    transfers: t.field({
      type: TransferConnection,
      args: { ...transferListArguments, ...anchoredArguments },
      complexity: connectionCost,
      resolve: ({ address }, args, context) => readTransfers(context, [address], args),
    }),
    transactions: t.field({
      type: TransactionConnection,
      args: { ...transactionListArguments, ...anchoredArguments },
      complexity: connectionCost,
      resolve: ({ address }, args, context) => readTransactions(context, [address], args),
    }),
    tokenBalances: t.field({
      type: TokenBalanceConnection,
      args: { ...balanceListArguments, ...connectionArguments },
      complexity: connectionCost,
      resolve: ({ address }, args, context) => readBalances(context, [address], args),
    }),
    issues: t.field({
      type: IssueConnection,
      description: "What is missing or doubtful in this wallet's figures.",
      args: forwardArguments,
      complexity: connectionCost,
      resolve: ({ address }, args, { readModel, caller }) =>
        readPage(args, (page) => readModel.listIssues(caller, [address], page), null),
    }),
  }),
});

/** Most ask no more of a transfer's wallet than its address: the rest is loaded when it is asked for. */
function loaded<Value>(
  wallet: WalletReference | WalletView,
  loaders: Loaders,
  read: (view: WalletView) => Value,
): Value | Promise<Value> {
  return 'sync' in wallet ? read(wallet) : loaders.wallet.load(wallet.address).then(read);
}

ChainSync.implement({
  fields: (t) => ({
    blockchain: t.expose('blockchain', { type: Blockchain }),
    phase: t.expose('phase', { type: SyncPhase }),
    percent: t.exposeFloat('percent', { description: '0 to 100.' }),
    syncedBlock: t.exposeInt('syncedBlock', { nullable: true }),
    headBlock: t.exposeInt('headBlock', { nullable: true }),
    warnings: t.stringList({ resolve: ({ warnings }) => [...warnings] }),
    error: t.exposeString('error', { nullable: true }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    staleSince: t.expose('staleSince', {
      type: 'DateTime',
      nullable: true,
      description:
        'When the history last reached the head of the chain, once it has fallen behind; null while it is in step.',
    }),
    seenWithinSeconds: t.exposeInt('seenWithinSeconds', {
      nullable: true,
      description:
        'How late a new transaction may be seen, in seconds, as of the last look at the wallet; null until the history first reached the head.',
    }),
    walletCapacity: t.exposeInt('walletCapacity', {
      nullable: true,
      description:
        "How many wallets the requests per day of the chain's explorer bear to be looked at once an hour; null: nothing limits them.",
    }),
  }),
});

const WalletConnection = connectionType('Wallet', Wallet, { links: true });

builder.queryFields((t) => ({
  wallet: t.field({
    type: Wallet,
    nullable: true,
    description: 'A wallet that you registered, else null.',
    args: { address: t.arg({ type: 'Address', required: true }) },
    resolve: (_root, { address }, { readModel, caller }) => readModel.getWallet(caller, address),
  }),
  wallets: t.field({
    type: WalletConnection,
    nullable: true,
    description: 'The wallets that you registered, oldest registration first.',
    args: connectionArguments,
    complexity: connectionCost,
    resolve: (_root, args, { readModel, caller, baseUrl }) =>
      readPage(args, (page) => readModel.listWallets(caller, page), {
        baseUrl,
        path: restPaths.wallets,
        parameters: plainParameters,
      }),
  }),
}));

const RegisterWalletsInput = builder.inputType('RegisterWalletsInput', {
  fields: (t) => ({
    addresses: t.field({ type: ['Address'], required: true, description: '1 to 10 addresses.' }),
    clientMutationId: t.string(),
  }),
});

interface RegisterWalletsResult {
  wallets: (typeof Wallet.$inferType)[];
  clientMutationId: string | null;
}

const RegisterWalletsPayload = builder.objectRef<RegisterWalletsResult>('RegisterWalletsPayload').implement({
  fields: (t) => ({
    wallets: t.expose('wallets', { type: [Wallet], complexity: { field: 1, multiplier: 10 } }),
    clientMutationId: t.exposeString('clientMutationId', { nullable: true }),
  }),
});

builder.mutationField('registerWallets', (t) =>
  t.field({
    type: RegisterWalletsPayload,
    // Ten units, as over REST: it has whole histories loaded.
    complexity: 45_000,
    description:
      'Registers wallets; their history is loaded from then on. Registering again changes nothing.',
    args: { input: t.arg({ type: RegisterWalletsInput, required: true }) },
    resolve: async (_root, { input }, { readModel, caller }) => {
      const { wallets } = await readModel.registerWallets(caller, input.addresses);
      return { wallets, clientMutationId: input.clientMutationId ?? null };
    },
  }),
);

const ReloadWalletsInput = builder.inputType('ReloadWalletsInput', {
  fields: (t) => ({
    addresses: t.field({
      type: ['Address'],
      required: true,
      description: '1 to 10 addresses of wallets that you registered.',
    }),
    clientMutationId: t.string(),
  }),
});

const ReloadWalletsPayload = builder.objectRef<RegisterWalletsResult>('ReloadWalletsPayload').implement({
  fields: (t) => ({
    wallets: t.expose('wallets', {
      type: [Wallet],
      description: 'Those that were given, in their order, as they wait for their turn.',
      complexity: { field: 1, multiplier: 10 },
    }),
    clientMutationId: t.exposeString('clientMutationId', { nullable: true }),
  }),
});

builder.mutationField('reloadWallets', (t) =>
  t.field({
    type: ReloadWalletsPayload,
    // As much as registering them.
    complexity: 45_000,
    description:
      'Drops the stored histories of wallets and loads them anew, for every client that has them: needs the scope `admin`. Corrections and labels stay.',
    args: { input: t.arg({ type: ReloadWalletsInput, required: true }) },
    resolve: async (_root, { input }, { readModel, caller }) => {
      const wallets = await readModel.reloadWallets(caller, input.addresses);
      return { wallets, clientMutationId: input.clientMutationId ?? null };
    },
  }),
);

const UnregisterWalletsInput = builder.inputType('UnregisterWalletsInput', {
  fields: (t) => ({
    addresses: t.field({
      type: ['Address'],
      required: true,
      description: `1 to ${maximumWalletsPerRead} addresses.`,
    }),
    stillMine: t.boolean({
      defaultValue: true,
      description:
        'They go on to count as your own, so that moves to and from them are no sales; false: they are forgotten.',
    }),
    clientMutationId: t.string(),
  }),
});

interface UnregisterWalletsResult {
  unregisteredWalletIds: string[];
  clientMutationId: string | null;
}

const UnregisterWalletsPayload = builder
  .objectRef<UnregisterWalletsResult>('UnregisterWalletsPayload')
  .implement({
    fields: (t) => ({
      unregisteredWalletIds: t.idList({
        description: 'The ids of the wallets, to be taken out of lists.',
        resolve: ({ unregisteredWalletIds }) => unregisteredWalletIds,
      }),
      clientMutationId: t.exposeString('clientMutationId', { nullable: true }),
    }),
  });

builder.mutationField('unregisterWallets', (t) =>
  t.field({
    type: UnregisterWalletsPayload,
    description:
      'Unregisters wallets: they are no longer yours to read. WALLET_NOT_REGISTERED, and nothing changes, when one is not registered.',
    args: { input: t.arg({ type: UnregisterWalletsInput, required: true }) },
    resolve: async (_root, { input }, { readModel, caller }) => {
      const wallets = await readModel.findWallets(caller, input.addresses);
      const options = { stillMine: input.stillMine ?? true };
      await readModel.unregisterWallets(
        caller,
        wallets.map(({ address }) => address),
        options,
      );
      return {
        unregisteredWalletIds: wallets.map(({ id }) => id),
        clientMutationId: input.clientMutationId ?? null,
      };
    },
  }),
);

builder.subscriptionField('walletSync', (t) =>
  t.field({
    type: Wallet,
    description:
      'Each wallet as it stands, then every change, until all are loaded and in step with their chains, or have failed.',
    args: { addresses: t.arg({ type: ['Address'], required: true }) },
    subscribe: (_root, { addresses }, { readModel, caller }) => readModel.watchWallets(caller, addresses),
    resolve: (wallet) => wallet,
  }),
);
