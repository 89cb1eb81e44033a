/** A plain GraphQL Yoga server with Pothos and its Prisma plugin, as its documentation shows: selections become includes. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { decimalText } from './joined-page.ts';
import { pothosPrismaConfig, pothosPrismaSchema } from './pothos-prisma-schema.ts';
import { type Loose, packagesOf, poolSize, serveContender } from './program.ts';

interface Label {
  name: string;
  tags: string[];
}

/** What the resolvers that are no plain columns read of a row. */
interface Row {
  position: string;
  timestamp: bigint;
  side: string;
  amount: { toFixed(): string };
  fee: { toFixed(): string };
  price: { toFixed(): string } | null;
  value: { toFixed(): string } | null;
  spamReason: string | null;
  tokenAddress: string;
  tokenId: { toFixed(): string } | null;
  counterparty: string;
  token: { decimals: number | null; name: string | null; symbol: string | null } | null;
  customLabel: (Label & { createdAt: Date; updatedAt: Date }) | null;
  defaultLabel: Label | null;
}

/** Generates the contender's own Prisma client beside its packages. */
async function generateClient(directory: string): Promise<void> {
  await writeFile(join(directory, 'schema.prisma'), pothosPrismaSchema);
  await writeFile(join(directory, 'prisma.config.ts'), pothosPrismaConfig);
  await promisify(execFile)(
    process.execPath,
    [join(directory, 'node_modules/prisma/build/index.js'), 'generate'],
    {
      cwd: directory,
      timeout: 120_000,
      env: {
        ...process.env,
        PATH: [join(directory, 'node_modules/.bin'), process.env.PATH ?? ''].join(delimiter),
        // Generating needs no engine, but the command looks for one.
        PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      },
    },
  );
}

await serveContender(async ({ databaseUrl, peerDirectory }) => {
  await generateClient(peerDirectory);
  const load = packagesOf(peerDirectory);
  const { createYoga } = load('graphql-yoga');
  const schema = await buildSchema(load, peerDirectory, databaseUrl);
  const server = createServer(createYoga({ schema, graphiql: false, logging: false }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const at = server.address();
  if (at === null || typeof at === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${at.port}` };
});

async function buildSchema(load: (name: string) => Loose, directory: string, databaseUrl: string) {
  const { default: SchemaBuilder } = load('@pothos/core');
  const { default: PrismaPlugin } = load('@pothos/plugin-prisma');
  const { PrismaPg } = load('@prisma/adapter-pg');
  const { PrismaClient } = await import(join(directory, 'generated/client.ts'));
  const { getDatamodel } = await import(join(directory, 'pothos-types.ts'));
  const options = '-c random_page_cost=1.1 -c jit=off';
  const prisma = new PrismaClient({
    adapter: new PrismaPg({ connectionString: databaseUrl, max: poolSize, options }),
  });
  const builder = new SchemaBuilder({
    plugins: [PrismaPlugin],
    prisma: { client: prisma, dmmf: getDatamodel() },
  });
  defineTypes(builder);
  const connection = builder.objectRef('TransferConnection');
  connection.implement({
    fields: (t: Loose) => ({
      nodes: t.prismaField({
        type: ['Transfer'],
        resolve: (query: object, { walletId }: { walletId: number }) =>
          prisma.transfer.findMany({
            ...query,
            where: { walletId },
            orderBy: { position: 'desc' },
            take: 100,
          }),
      }),
    }),
  });
  builder.queryType({
    fields: (t: Loose) => ({
      transfers: t.field({
        type: connection,
        args: { wallets: t.arg.stringList({ required: true }) },
        resolve: async (_root: unknown, { wallets }: { wallets: readonly string[] }) => {
          const where = { address: wallets[0] };
          const { id } = await prisma.wallet.findUniqueOrThrow({ where, select: { id: true } });
          return { walletId: id };
        },
      }),
    }),
  });
  return builder.toSchema();
}

function defineTypes(builder: Loose): void {
  const Side = builder.enumType('Side', { values: ['INFLOW', 'OUTFLOW'] });
  const expose = (
    type: string,
    id: string | null,
    names: readonly string[],
    more: (t: Loose) => object = () => ({}),
  ) =>
    builder.prismaObject(type, {
      fields: (t: Loose) => ({
        ...(id === null ? {} : { id: t.exposeID(id) }),
        ...Object.fromEntries(names.map((name) => [name, t.exposeString(name, { nullable: true })])),
        ...more(t),
      }),
    });
  expose('Blockchain', null, ['name', 'slug', 'symbol', 'imageUrl'], (t) => ({
    chainId: t.exposeInt('chainId'),
  }));
  expose('Asset', 'slug', ['slug', 'name', 'symbol']);
  expose('Token', 'address', ['address'], (t) => ({
    decimals: t.exposeInt('decimals', { nullable: true }),
    asset: t.relation('asset', { nullable: true }),
    blockchain: t.relation('blockchain'),
  }));
  expose('Wallet', null, ['address']);
  const label = (type: string): Loose =>
    builder.prismaObject(type, {
      fields: (t: Loose) => ({ name: t.exposeString('name'), tags: t.exposeStringList('tags') }),
    });
  label('ContractLabel');
  label('CustomLabel');
  builder.prismaObjectFields('CustomLabel', (t: Loose) => ({
    createdAt: t.string({ resolve: ({ createdAt }: { createdAt: Date }) => createdAt.toISOString() }),
    updatedAt: t.string({ resolve: ({ updatedAt }: { updatedAt: Date }) => updatedAt.toISOString() }),
  }));
  const rawToken = builder.objectRef('RawToken').implement({
    fields: (t: Loose) => ({
      address: t.string({ resolve: (row: Row) => row.tokenAddress }),
      name: t.string({ resolve: (row: Row) => row.token?.name ?? '' }),
      symbol: t.string({ resolve: (row: Row) => row.token?.symbol ?? '' }),
      tokenId: t.string({ nullable: true, resolve: (row: Row) => row.tokenId?.toFixed() }),
    }),
  });
  defineTransfer(builder, Side, rawToken);
}

/** A second view of the row, so that the labels stay relations. */
function defineTransfer(builder: Loose, Side: Loose, rawToken: Loose): void {
  const counterparty = builder.prismaObject('Transfer', {
    variant: 'Counterparty',
    fields: (t: Loose) => ({
      id: t.exposeID('counterparty'),
      address: t.exposeString('counterparty'),
      name: t.string({
        nullable: true,
        select: { customLabel: true, defaultLabel: true },
        resolve: (row: Row) => row.customLabel?.name ?? row.defaultLabel?.name,
      }),
      customLabel: t.relation('customLabel', { nullable: true }),
      defaultLabel: t.relation('defaultLabel', { nullable: true }),
    }),
  });
  builder.prismaObject('Transfer', {
    fields: (t: Loose) => ({
      id: t.exposeID('position'),
      hash: t.exposeString('hash'),
      timestamp: t.string({ resolve: (row: Row) => new Date(Number(row.timestamp) * 1000).toISOString() }),
      amount: t.string({
        select: { token: true },
        resolve: (row: Row) => decimalText(row.amount.toFixed(), row.token?.decimals ?? 0),
      }),
      side: t.field({ type: Side, resolve: (row: Row) => row.side.toUpperCase() }),
      price: t.string({ nullable: true, resolve: (row: Row) => row.price?.toFixed() }),
      value: t.string({ nullable: true, resolve: (row: Row) => row.value?.toFixed() }),
      priceSource: t.exposeString('priceSource', { nullable: true }),
      fee: t.string({ resolve: (row: Row) => decimalText(row.fee.toFixed(), 18) }),
      category: t.string({ nullable: true, resolve: () => null }),
      taxTreatment: t.exposeString('taxTreatment', { nullable: true }),
      isError: t.boolean({ resolve: () => false }),
      isSpam: t.boolean({ resolve: (row: Row) => row.spamReason !== null }),
      wallet: t.relation('wallet'),
      blockchain: t.relation('blockchain', { nullable: true }),
      token: t.relation('token', { nullable: true }),
      rawToken: t.field({ type: rawToken, select: { token: true }, resolve: (row: Row) => row }),
      counterparty: t.variant(counterparty),
    }),
  });
}
