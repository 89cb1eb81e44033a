/**
 * GraphQL over HTTP: one fetch-style handler that the HTTP layer mounts at /graphql. Queries and mutations as the
 * GraphQL-over-HTTP specification says, subscriptions as server-sent events.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { ReadModel } from '../use-cases/model/interface.ts';
import type { Caller } from '../use-cases/model/view-model.ts';
import { addressNames } from './address-names.ts';
import { createLoaders, type GraphqlContext } from './builder/context.ts';
import { createErrorMask, finishError, sayToWait } from './errors.ts';
import { boundToRequest } from './event-streams.ts';
import { freshLoaders } from './fresh-loaders.ts';
import { createKnownQueries } from './known/known-queries.ts';
import { type Executor, plannedExecution } from './known/planned-execution.ts';
import { answerSizePlugin } from './limits/answer-size.ts';
import { costPlugin, type OperationObserver } from './limits/cost.ts';
import {
  boundedParameters,
  crossSiteGuard,
  defaultGraphqlLimits,
  fewErrors,
  type GraphqlLimits,
  limitsPlugin,
  wellFormedParameters,
} from './limits/request-guards.ts';
import { schema } from './schema.ts';
import { documentIdParameter, type TrustedDocuments, trustedDocumentsPlugin } from './trusted-documents.ts';

/** What the HTTP layer knows of a request. */
export interface GraphqlRequestContext {
  caller: Caller;
  baseUrl: string;
  requestId: string;
  /** Takes so many more units off the key's limits; throws PublicError when they are not there. Default: no limits. */
  charge?: (units: number) => Promise<void>;
  /** Takes units for events of a stream, and waits as long as the key's limits ask for. Default: no limits. */
  pace?: (units: number) => Promise<void>;
  /** What the request has weighed so far. */
  unitsOf?: () => number;
  /** Told what the operation asks for: its kind and root field. */
  nameOperation?: (operation: string) => void;
  /** Told the code of the first error of an answer. */
  noteProblem?: (code: string) => void;
  /** True once the request has taken too long and its statements were cancelled. */
  isTimedOut?: () => boolean;
}

export interface GraphqlHandler {
  /** Answers one request at /graphql: its address and the rest of it, as `fetch` takes them. */
  handle(url: string, request: RequestInit, context: GraphqlRequestContext): Promise<Response>;
}

export interface GraphqlHandlerOptions {
  readModel: ReadModel;
  /** Told of every error that the client sees only as masked. */
  onError?: (error: unknown, requestId: string) => void;
  /** Told of every operation, for metrics. */
  onOperation?: OperationObserver;
  limits?: Partial<GraphqlLimits>;
  /** Documents that clients may name. Default: none. */
  trustedDocuments?: TrustedDocuments | null;
  /** Whether queries are executed by plans where they can be. Default: true. Without, the answers are the same, only later. */
  hasPlans?: boolean;
  /** Told who executed, once per query and mutation. */
  onExecutor?: (executor: Executor) => void;
}

const endpoint = '/graphql';

export function createGraphqlHandler(options: GraphqlHandlerOptions): GraphqlHandler {
  const { readModel, onError = () => {}, onOperation = () => {}, hasPlans = true, onExecutor } = options;
  const { trustedDocuments = null } = options;
  const limits = { ...defaultGraphqlLimits, ...options.limits };
  /** Errors are masked far from the request that they belong to. */
  const requests = new AsyncLocalStorage<GraphqlRequestContext>();

  const cost = { limit: limits.cost, observe: onOperation };
  const known = createKnownQueries(schema);
  const contextOf = (request: GraphqlRequestContext): GraphqlContext => {
    const { caller, baseUrl, requestId } = request;
    const {
      charge = async () => {},
      pace = async () => {},
      unitsOf = () => 0,
      nameOperation = () => {},
    } = request;
    const loaders = createLoaders(readModel, caller);
    return { caller, readModel, baseUrl, requestId, charge, pace, unitsOf, nameOperation, loaders };
  };

  const yoga = createYoga<GraphqlRequestContext, GraphqlContext>({
    schema,
    graphqlEndpoint: endpoint,
    landingPage: false,
    logging: false,
    // The HTTP layer has these: CORS, health, and the size of bodies.
    cors: false,
    healthCheckEndpoint: '/graphql/unused-health',
    batching: false,
    multipart: false,
    maxRequestBodySize: false,
    extraParamNames: trustedDocuments === null ? [] : [documentIdParameter],
    graphiql: false,
    // Documents that cannot be parsed are not remembered: their texts are anyone's, and of any number.
    parserAndValidationCache: {
      documentCache: known.documents,
      errorCache: { get: () => undefined, set() {} },
    },
    maskedErrors: {
      maskError: createErrorMask(() => requests.getStore(), onError),
    },
    context: contextOf,
    plugins: [
      crossSiteGuard(),
      wellFormedParameters(),
      trustedDocuments !== null && trustedDocumentsPlugin(trustedDocuments),
      boundedParameters(limits),
      addressNames(schema, readModel, limits.tokens),
      limitsPlugin(limits),
      fewErrors(),
      freshLoaders(),
      hasPlans && plannedExecution(schema, known, onExecutor),
      answerSizePlugin(),
      costPlugin(cost),
      errorsPlugin(() => requests.getStore()),
    ],
  });

  return {
    // Yoga makes a Request of its own, which is lighter than the language's.
    handle: (url, request, context) =>
      requests.run(context, async () => boundToRequest(await yoga.fetch(atEndpoint(url), request, context))),
  };
}

/** Behind a proxy the public path may have a prefix; the HTTP layer has routed the request already. */
function atEndpoint(url: string): string {
  const { origin, search } = new URL(url);
  return origin + endpoint + search;
}

/** Parsing and validation answer their errors without masking them. */
function errorsPlugin(requestOf: () => GraphqlRequestContext | undefined): Plugin {
  return {
    onResultProcess({ result }) {
      if (Array.isArray(result) || !('errors' in result)) return;
      const request = requestOf();
      for (const error of result.errors ?? []) {
        finishError(error, request?.requestId);
        request?.noteProblem?.(String(error.extensions.code ?? 'BAD_INPUT'));
      }
      if (isNothing(result.data)) result.errors?.forEach(sayToWait);
    },
  };
}

/** Lists may be null by themselves: an answer of nothing but nulls is none either. */
function isNothing(data: unknown): boolean {
  if (typeof data !== 'object' || data === null) return true;
  return Object.values(data).every((value) => value === null);
}
