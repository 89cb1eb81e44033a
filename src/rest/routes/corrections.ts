/** /wallet/correction/: what the client says against, or beyond, the chain and the prices. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { givenFields } from '../../domain/given.ts';
import { bookableTreatments, type CorrectionKind, correctionKinds } from '../../domain/model.ts';
import { inputRefused, PublicError, problemText } from '../../errors.ts';
import type { CorrectionView } from '../../use-cases/model/correction-model.ts';
import type { Caller } from '../../use-cases/model/view-model.ts';
import { correctionCsv } from '../csv/forms.ts';
import { envelopeSchema, sendJson, sendList } from '../envelope.ts';
import * as parameters from '../parameters.ts';
import {
  answers,
  jsonAnswer,
  listAnswers,
  noContent,
  type RestDependencies,
  resolveChains,
} from '../route-support.ts';
import { correctionJson, correctionSchema } from '../wire/correction.ts';

const body = parameters.strictFields({
  kind: parameters.choice<CorrectionKind>(
    parameters.named(correctionKinds),
    'TREATMENT needs transfer and treatment; PRICE: transfer and price; BASIS: transfer and cost; OPENING_LOT: wallet, ' +
      'blockchain, token_address, quantity and acquired_at',
  ),
  transfer: parameters.givenText.meta({ description: 'Id of the transfer' }).optional(),
  treatment: parameters
    .choice(parameters.named(bookableTreatments), 'How the transfer is booked; it must fit its side')
    .optional(),
  price: parameters.amount('Per unit').optional(),
  cost: parameters
    .amount('Of the whole quantity, network fees included; left out of an opening lot: unknown')
    .optional(),
  currency: parameters.choice(parameters.currencyChoices, 'Of price or cost; USD unless given').optional(),
  wallet: parameters.address.optional(),
  blockchain: parameters.givenText.meta({ description: 'A blockchain_ id, slug or chain id' }).optional(),
  token_address: parameters.address.optional(),
  quantity: parameters.amount('In units of the token').optional(),
  acquired_at: parameters.time('When it was acquired (ISO 8601)').optional(),
  note: parameters.givenText.meta({ description: 'Up to 1000 characters' }).optional(),
});
type Body = z.output<typeof body>;
type Field = Exclude<keyof Body, 'kind' | 'note'>;

const fieldsOf = {
  TREATMENT: { needed: ['transfer', 'treatment'], optional: [] },
  PRICE: { needed: ['transfer', 'price'], optional: ['currency'] },
  BASIS: { needed: ['transfer', 'cost'], optional: ['currency', 'acquired_at'] },
  OPENING_LOT: {
    needed: ['wallet', 'blockchain', 'token_address', 'quantity', 'acquired_at'],
    optional: ['cost', 'currency'],
  },
} as const satisfies Record<CorrectionKind, { needed: readonly Field[]; optional: readonly Field[] }>;

/** https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/ */
const headers = z.looseObject({
  'idempotency-key': z
    .string()
    .meta({
      description:
        'A text of your own, say a UUID, new for each correction: with the same key, wallet and body nothing is added again, and the ' +
        'answer is what was made the first time. Another body under the same key is a 409.',
    })
    .optional(),
});

/** The draft writes the key in quotation marks, most clients write none. */
const idempotencyKeyOf = (header: string | undefined): string | undefined =>
  header?.replace(/^"(.*)"$/, '$1');

/** Every field that is missing or does not belong to the kind. */
function checkFields(given: Body): void {
  const { needed, optional }: { needed: readonly string[]; optional: readonly string[] } =
    fieldsOf[given.kind];
  const known = ['kind', 'note', ...needed, ...optional];
  const present = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const problems = [
    ...needed
      .filter((name) => !present.includes(name))
      .map((path) => ({ path, message: `is needed for ${given.kind}` })),
    ...present
      .filter((name) => !known.includes(name))
      .map((path) => ({ path, message: `does not belong to ${given.kind}` })),
  ];
  if (problems.length > 0) throw inputRefused(problems, problemText);
}

async function addCorrection(
  dependencies: RestDependencies,
  caller: Caller,
  given: Body,
  idempotencyKey: string | undefined,
): Promise<CorrectionView | undefined> {
  const { readModel } = dependencies;
  checkFields(given);
  const { treatment, price, cost, currency, note, acquired_at: acquiredAt } = given;
  const { wallet, blockchain, token_address: tokenAddress, quantity } = given;
  if (given.transfer !== undefined) {
    const fields = givenFields({ treatment, price, basis: cost, currency, note, acquiredAt, idempotencyKey });
    const [made] = await readModel.correctTransfer(caller, { transferId: given.transfer, ...fields });
    return made;
  }
  if (
    !wallet ||
    blockchain === undefined ||
    !tokenAddress ||
    quantity === undefined ||
    acquiredAt === undefined
  )
    return undefined;
  const [chainId = 0] = (await resolveChains(dependencies, caller, [blockchain])) ?? [];
  const lot = { wallet, chainId, tokenAddress, quantity, acquiredAt };
  return readModel.addOpeningLot(caller, {
    ...lot,
    ...givenFields({ cost, currency, note, idempotencyKey }),
  });
}

const params = z.object({ id: z.string().meta({ description: 'A corr_ id' }) });
const correctionAnswer = (description: string) => jsonAnswer(description, correctionSchema);
const about = { tags: ['Corrections'] };
const path = '/wallet/correction/';
const onePath = `${path}:id/`;

export const correctionRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, dependencies) => {
  await server.register(listRoutes, dependencies);
  await server.register(singleRoutes, dependencies);
};

const listRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, dependencies) => {
  const { readModel, callerOf } = dependencies;

  server.post(
    path,
    {
      schema: {
        ...about,
        operationId: 'createCorrection',
        summary: 'Correct a transfer, or add an opening lot',
        description:
          'Your own ledger follows, and is booked again; nobody else sees it. A correction takes the place of the former one of ' +
          'its kind on the same transfer; opening lots add up. With the header `Idempotency-Key` it can be asked for again when no ' +
          'answer came: nothing is added twice.',
        headers,
        body,
        response: answers({ 201: correctionAnswer('The new correction') }, 404, 409, 415),
      },
    },
    async (request, reply) => {
      const key = idempotencyKeyOf(request.headers['idempotency-key']);
      const made = await addCorrection(dependencies, callerOf(request), request.body, key);
      if (made === undefined) throw new Error('a correction was neither made nor refused');
      return sendJson(reply.code(201), correctionJson(made));
    },
  );

  server.get(
    path,
    {
      schema: {
        ...about,
        operationId: 'listCorrections',
        summary: 'List corrections',
        description: 'Newest first, with who made them and when.',
        querystring: parameters.strictFields({
          wallet: parameters.wallet,
          include_undone: parameters.flag('Also those that were undone or replaced; false unless given'),
          ...parameters.paging,
        }),
        response: listAnswers('A page of corrections', envelopeSchema('CorrectionPage', correctionSchema)),
      },
    },
    async (request, reply) => {
      const { wallet: wallets, include_undone: includeUndone = false } = request.query;
      const caller = callerOf(request);
      return sendList(dependencies, request, reply, request.query, {
        wallets,
        read: (page) => readModel.listCorrections(caller, { wallets, includeUndone }, page),
        json: correctionJson,
        csv: correctionCsv,
      });
    },
  );
};

const singleRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, { readModel, callerOf }) => {
  server.get(
    onePath,
    {
      schema: {
        ...about,
        operationId: 'getCorrection',
        summary: 'Get a correction',
        description: 'In force or undone, with who made it and when.',
        params,
        response: answers({ 200: correctionAnswer('The correction') }, 404),
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const [correction] = await readModel.correctionsByIds(callerOf(request), [id]);
      if (correction == null) throw noCorrection(id);
      return sendJson(reply, correctionJson(correction));
    },
  );

  server.delete(
    onePath,
    {
      schema: {
        ...about,
        operationId: 'undoCorrection',
        summary: 'Undo a correction',
        description: 'The figures are then what they were without it. It stays listed as undone.',
        params,
        response: answers({ 204: noContent }, 404),
      },
    },
    async (request, reply) => {
      await readModel.undoCorrection(callerOf(request), request.params.id);
      return reply.code(204).send();
    },
  );
};

function noCorrection(id: string): PublicError {
  return new PublicError('NOT_FOUND', `you have no correction with the id '${id.slice(0, 60)}'`);
}
