import type { UndoneView } from '../../../use-cases/model/correction-model.ts';
import { builder } from '../../builder/builder.ts';
import { connectionArguments, connectionCost, connectionType, readPage } from '../../builder/connections.ts';
import { CorrectionKind, Currency, TaxTreatment } from '../../builder/enums.ts';
import { given } from '../../builder/input-values.ts';
import { Author, Blockchain, Correction, Token, Transfer, Wallet } from '../../builder/refs.ts';
import { ownWallet } from '../../builder/wallet-reference.ts';
import { transferById } from './lot.ts';

Author.implement({
  description: 'The API key with which something was changed.',
  fields: (t) => ({
    keyId: t.exposeString('keyId'),
    name: t.exposeString('name', { nullable: true, description: 'null when the key is gone.' }),
  }),
});

Correction.implement({
  description:
    'What you say against, or beyond, what the chain and the prices say of a wallet. Your own ledger follows it; nobody ' +
    'else sees it. It is never changed or deleted: a new one of its kind takes its place, or it is undone.',
  interfaces: [builder.nodeInterfaceRef()],
  fields: (t) => ({
    id: t.exposeID('id'),
    kind: t.expose('kind', { type: CorrectionKind }),
    wallet: t.field({ type: Wallet, ...ownWallet }),
    blockchain: t.expose('blockchain', { type: Blockchain }),
    transfer: t.field({
      type: Transfer,
      nullable: true,
      description: 'null for an opening lot, and while a re-org or a reload has taken the transfer away.',
      resolve: ({ transferId }, _args, context) => transferById(transferId, context),
    }),
    token: t.expose('token', { type: Token, nullable: true }),
    treatment: t.expose('treatment', { type: TaxTreatment, nullable: true }),
    price: t.expose('price', { type: 'Decimal', nullable: true, description: 'Per unit, in `currency`.' }),
    cost: t.expose('cost', {
      type: 'Decimal',
      nullable: true,
      description:
        'Of the whole quantity, network fees included, in `currency`. null for an opening lot: unknown.',
    }),
    currency: t.expose('currency', { type: Currency, nullable: true }),
    quantity: t.expose('quantity', { type: 'Decimal', nullable: true, description: 'Of an opening lot.' }),
    acquiredAt: t.expose('acquiredAt', { type: 'DateTime', nullable: true }),
    note: t.exposeString('note', { nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    createdBy: t.expose('createdBy', { type: Author }),
    undoneAt: t.expose('undoneAt', { type: 'DateTime', nullable: true }),
    undoneBy: t.expose('undoneBy', { type: Author, nullable: true }),
    replacedById: t.exposeID('replacedBy', { nullable: true }),
    applies: t.exposeBoolean('applies', {
      description:
        'Whether the ledger is booked with it: not when it is undone, nor when its transfer is gone or set aside as spam.',
    }),
  }),
});

builder.objectField(Transfer, 'corrections', (t) =>
  t.field({
    type: [Correction],
    description: 'Your corrections in force, at most one of each kind.',
    complexity: { field: 1, multiplier: 3 },
    resolve: ({ id, mayBeCorrected }, _args, { loaders }) =>
      mayBeCorrected ? loaders.correctionsOf.load(id) : [],
  }),
);

const CorrectionConnection = connectionType('Correction', Correction, { links: false });

builder.queryField('corrections', (t) =>
  t.field({
    type: CorrectionConnection,
    nullable: true,
    description: 'Your corrections of one or several wallets, newest first.',
    args: {
      wallets: t.arg({ type: ['Address'], required: true }),
      includeUndone: t.arg.boolean({
        defaultValue: false,
        description: 'Also those that were undone or replaced.',
      }),
      ...connectionArguments,
    },
    complexity: connectionCost,
    resolve: (_root, { wallets, includeUndone, ...args }, { readModel, caller }) => {
      const request = { wallets, includeUndone: includeUndone === true };
      return readPage(args, (page) => readModel.listCorrections(caller, request, page), null);
    },
  }),
);

const idempotency =
  'A text of your own, say a UUID, new for each correction: asked for again with the same key, wallet and content, nothing is added twice, ' +
  'and the answer is what was made the first time. Another content under the same key is a CONFLICT.';

export const CorrectTransferInput = builder.inputType('CorrectTransferInput', {
  description: 'One or several of treatment, price and basis; each takes the place of its former correction.',
  fields: (t) => ({
    transferId: t.id({ required: true }),
    treatment: t.field({
      type: TaxTreatment,
      description:
        'One that fits the side of the transfer. Legs of one transaction that are corrected to BASIS_TRANSFER carry the lots ' +
        'of what leaves to what arrives.',
    }),
    price: t.field({ type: 'Decimal', description: 'Per unit. It also decides the value of a trade.' }),
    basis: t.field({
      type: 'Decimal',
      description: 'Inflows only: the cost of the whole quantity, network fees included.',
    }),
    currency: t.field({ type: Currency, description: 'Of price and basis. USD unless given.' }),
    acquiredAt: t.field({ type: 'DateTime', description: 'With a basis: when it was acquired, if earlier.' }),
    note: t.string(),
    idempotencyKey: t.string({ description: idempotency }),
    clientMutationId: t.string(),
  }),
});

const AddOpeningLotInput = builder.inputType('AddOpeningLotInput', {
  description: 'What a wallet held before its known history.',
  fields: (t) => ({
    wallet: t.field({ type: 'Address', required: true }),
    chainId: t.int({ required: true }),
    tokenAddress: t.field({ type: 'Address', required: true, description: 'All zero for the native token.' }),
    quantity: t.field({ type: 'Decimal', required: true, description: 'In units of the token.' }),
    cost: t.field({ type: 'Decimal', description: 'Of the whole quantity. Left out: unknown.' }),
    currency: t.field({ type: Currency, description: 'Of the cost. USD unless given.' }),
    acquiredAt: t.field({ type: 'DateTime', required: true }),
    note: t.string(),
    idempotencyKey: t.string({ description: idempotency }),
    clientMutationId: t.string(),
  }),
});

const UndoCorrectionInput = builder.inputType('UndoCorrectionInput', {
  fields: (t) => ({ id: t.id({ required: true }), clientMutationId: t.string() }),
});

type CorrectionValue = typeof Correction.$inferType;

const CorrectTransferPayload = builder
  .objectRef<{ transferId: string; corrections: CorrectionValue[]; clientMutationId: string | null }>(
    'CorrectTransferPayload',
  )
  .implement({
    fields: (t) => ({
      transfer: t.field({
        type: Transfer,
        nullable: true,
        resolve: ({ transferId }, _args, context) => transferById(transferId, context),
      }),
      corrections: t.expose('corrections', { type: [Correction], description: 'The new ones.' }),
      clientMutationId: t.exposeString('clientMutationId', { nullable: true }),
    }),
  });

const AddOpeningLotPayload = builder
  .objectRef<{ correction: CorrectionValue; clientMutationId: string | null }>('AddOpeningLotPayload')
  .implement({
    fields: (t) => ({
      correction: t.expose('correction', { type: Correction }),
      clientMutationId: t.exposeString('clientMutationId', { nullable: true }),
    }),
  });

const UndoCorrectionPayload = builder
  .objectRef<UndoneView & { clientMutationId: string | null }>('UndoCorrectionPayload')
  .implement({
    fields: (t) => ({
      correction: t.expose('correction', { type: Correction }),
      isChanged: t.exposeBoolean('isChanged'),
      clientMutationId: t.exposeString('clientMutationId', { nullable: true }),
    }),
  });

builder.mutationFields((t) => ({
  correctTransfer: t.field({
    type: CorrectTransferPayload,
    description:
      'Corrects how a transfer is treated, its price or its basis, in your own ledger, which is then booked again.',
    args: { input: t.arg({ type: CorrectTransferInput, required: true }) },
    resolve: async (_root, { input }, { readModel, caller }) => {
      const { clientMutationId, transferId, ...fields } = input;
      const corrections = await readModel.correctTransfer(caller, { ...given(fields), transferId });
      return { transferId, corrections, clientMutationId: clientMutationId ?? null };
    },
  }),
  addOpeningLot: t.field({
    type: AddOpeningLotPayload,
    description:
      'Adds to a balance what was held before the known history; your ledger is then booked again.',
    args: { input: t.arg({ type: AddOpeningLotInput, required: true }) },
    resolve: async (_root, { input }, { readModel, caller }) => {
      const { clientMutationId, note, cost, currency, idempotencyKey, ...fields } = input;
      const request = { ...fields, ...given({ note, cost, currency, idempotencyKey }) };
      const correction = await readModel.addOpeningLot(caller, request);
      return { correction, clientMutationId: clientMutationId ?? null };
    },
  }),
  undoCorrection: t.field({
    type: UndoCorrectionPayload,
    description:
      'Takes a correction back; the figures are then what they were without it. It stays listed as undone.',
    args: { input: t.arg({ type: UndoCorrectionInput, required: true }) },
    resolve: async (_root, { input }, { readModel, caller }) => ({
      ...(await readModel.undoCorrection(caller, input.id)),
      clientMutationId: input.clientMutationId ?? null,
    }),
  }),
}));
