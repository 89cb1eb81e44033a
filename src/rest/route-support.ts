/** What every resource's routes take, and what their OpenAPI entries share. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { blockchainId } from '../domain/ids.ts';
import type { Address } from '../domain/model.ts';
import { formatTime } from '../domain/time/time.ts';
import { inputRefused, problemCodes, problemText } from '../errors.ts';
import type { ReadModel } from '../use-cases/model/interface.ts';
import type { Caller } from '../use-cases/model/view-model.ts';
import type { LoadState } from '../use-cases/model/wallet-view.ts';

export interface RestDependencies {
  readModel: ReadModel;
  /** Whose key the request carries; the server has checked it. */
  callerOf: (request: FastifyRequest) => Caller;
  /** How links to this service begin. */
  baseUrlOf: (request: FastifyRequest) => string;
}

const inputProblemSchema = z
  .strictObject({
    path: z.string().meta({ description: 'Which: the name of a parameter, or the path of a field' }),
    message: z.string().meta({ description: 'Why' }),
  })
  .meta({ id: 'InputProblem', description: 'A wrong value of a request' });

export const problemSchema = z
  .strictObject({
    type: z.string().meta({ description: 'A URN that ends with the code' }),
    title: z.string().meta({ description: 'The code in words' }),
    status: z.int().meta({ description: 'The HTTP status' }),
    detail: z.string().meta({ description: 'What is wrong and what to do, for people' }),
    code: z.enum(problemCodes).meta({ description: 'For programs: docs/errors.md says what each means' }),
    errors: z.array(inputProblemSchema).meta({ description: 'Every wrong value; empty for other problems' }),
    request_id: z.string().meta({ description: 'Finds the request in the logs; the header X-Request-Id' }),
  })
  .meta({ id: 'Problem', description: 'RFC 9457 problem details' });

const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: problemSchema } },
});

const problems = {
  400: problem('Bad input: each problem is listed in `errors`'),
  401: problem('The API key is missing or not valid'),
  403: problem('The API key’s scopes do not allow this'),
  404: problem('Not found'),
  406: problem('Neither JSON nor CSV is accepted'),
  409: problem('It exists already, or the client has as many as it may, or a wallet is not booked yet'),
  410: problem('It is kept no more: the problem says from where to go on'),
  413: problem('The body is too large'),
  415: problem('The body is not application/json'),
  429: problem('Too many requests: see Retry-After'),
  500: problem('A fault of the service; the request id finds it in its logs'),
  503: problem('The database cannot be reached: see Retry-After'),
};

/** The answers of an endpoint for its OpenAPI entry: its own, and the problems it can have. */
export function answers(
  own: Readonly<Record<number, unknown>>,
  ...others: readonly (404 | 406 | 409 | 410 | 415)[]
): Record<string, unknown> {
  const codes = [400, 401, 403, ...others, 413, 429, 500, 503] as const;
  return { ...own, ...Object.fromEntries(codes.map((code) => [code, problems[code]])) };
}

/** A JSON answer in an OpenAPI entry. */
export const jsonAnswer = (description: string, schema: z.ZodType) => ({
  description,
  content: { 'application/json': { schema } },
});

/** The answers of a list, in both of its forms; routes/csv-paths.ts gives each a path. */
export const listAnswers = (
  description: string,
  schema: z.ZodType,
  ...others: readonly 409[]
): Record<string, unknown> => {
  const content = { 'application/json': { schema }, 'text/csv': { schema: csvText } };
  return answers({ 200: { description, content }, 304: notModified }, 404, 406, ...others);
};

const csvText = z.string().meta({
  description: 'The whole list (all pages), RFC 4180 with a line of column names; streamed',
});

export const notModified = z.null().meta({ description: 'The list is still what `If-None-Match` names' });

export const noContent = z.null().meta({ description: 'Done' });

/** Says to caches what an answer depends on that comes in two forms. */
export const sayVaries = (reply: FastifyReply): FastifyReply =>
  reply.header('Vary', 'Accept, X-API-KEY, Authorization, Origin, Cookie');

/** Says in headers whether the figures stand on the wallets' whole history, and until when that is known. */
export async function sayWhetherLoaded(
  { readModel, callerOf }: RestDependencies,
  request: FastifyRequest,
  wallets: readonly Address[],
  reply: FastifyReply,
): Promise<void> {
  const state = await readModel.loadStateOf(callerOf(request), wallets);
  reply.header('Wallet-Data-Loaded', String(state.isLoaded));
  sayStaleSince(reply, [state]);
}

/** The header is there only when something may be missing. */
export function sayStaleSince(reply: FastifyReply, states: readonly Pick<LoadState, 'staleSince'>[]): void {
  const times = states.flatMap(({ staleSince }) => (staleSince === null ? [] : [staleSince]));
  if (times.length > 0) reply.header('Wallet-Data-Stale-Since', formatTime(Math.min(...times)));
}

/** The chain ids behind blockchain_ ids, slugs and chain ids; throws BAD_INPUT naming each that is none. */
export async function resolveChains(
  { readModel }: RestDependencies,
  caller: Caller,
  names: readonly string[] | undefined,
): Promise<number[] | undefined> {
  if (names === undefined) return undefined;
  const known = await readModel.listBlockchains(caller);
  const found = names.map((name) => {
    const id = blockchainId.decode(name)?.chainId;
    return known.find(
      (chain) => chain.chainId === id || chain.slug === name.toLowerCase() || String(chain.chainId) === name,
    );
  });
  const problems = names
    .filter((_name, index) => found[index] === undefined)
    .map((name) => ({
      path: 'blockchain',
      message: `'${name.slice(0, 60)}' is not a known chain; known are: ${known.map(({ slug }) => slug).join(', ')}`,
    }));
  if (problems.length > 0) throw inputRefused(problems, problemText);
  return found.flatMap((chain) => (chain === undefined ? [] : [chain.chainId]));
}
