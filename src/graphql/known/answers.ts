/** Whole answers of known queries, as the handler answered them before: the same bytes for a fraction of the work. */
import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { createRecentlyUsed } from '../../domain/recently-used.ts';
import { maximumAnswerBytes } from '../../use-cases/pages/answer-limits.ts';
import type { GraphqlContext } from '../builder/context.ts';
import { type CostOptions, operationCost, shownCost } from '../limits/cost.ts';
import { createKnownQueries } from './known-queries.ts';

/** A POST of `application/json` as it came. */
export interface JsonPost {
  readonly body: Buffer;
  readonly accept: string | undefined;
}

export interface TextAnswer {
  readonly contentType: string;
  readonly body: Buffer;
}

export interface KnownAnswers {
  /** null: it takes the whole way. */
  answer(post: JsonPost, context: GraphqlContext): Promise<TextAnswer | null>;
  /** Learns the documents that are executed and answered without errors. */
  readonly plugin: Plugin<GraphqlContext>;
  /** Learns in which form a client with that header is answered. */
  noteAnswer(accept: string | null, response: Response): void;
}

const maximumAcceptHeaders = 100;
const maximumAcceptLength = 300;

export function createKnownAnswers({
  schema,
  cost: { limit, observe },
}: {
  schema: GraphQLSchema;
  cost: CostOptions;
}): KnownAnswers {
  const queries = createKnownQueries(schema);
  const contentTypes = createRecentlyUsed<string, string>(maximumAcceptHeaders);

  return {
    async answer({ body, accept }, context) {
      const contentType = contentTypes.get(accept ?? '');
      const request = contentType === undefined ? null : readRequest(body);
      const query = request === null ? null : queries.find(request);
      if (contentType === undefined || query === null) return null;
      const startedAt = performance.now();
      const cost = operationCost(schema, query);
      const { operation, requested, units } = cost;
      if (requested > limit) return null;
      try {
        if (units > 1) await context.charge(units - 1);
        const data = await query.data(context);
        // Too large: the whole way says so.
        if (data.length > maximumAnswerBytes) return null;
        const seconds = (performance.now() - startedAt) / 1000;
        observe({ operation, cost: requested, outcome: 'ok', seconds });
        const extensions = JSON.stringify({ cost: shownCost(cost, limit, context) });
        return { contentType, body: Buffer.from(`{"data":${data},"extensions":${extensions}}`) };
      } catch {
        // Whatever it was, the executor finds it, too, and says it as it says everything.
        return null;
      }
    },
    plugin: {
      onExecute({ args }) {
        const document: DocumentNode = args.document;
        return {
          onExecuteDone({ result }) {
            if (!(Symbol.asyncIterator in result) && result.errors === undefined) queries.learn(document);
          },
        };
      },
    },
    noteAnswer(accept, response) {
      const contentType = response.headers.get('content-type') ?? '';
      const isJson = /^application\/(graphql-response\+)?json(;|$)/.test(contentType);
      if (response.status !== 200 || !isJson || (accept?.length ?? 0) > maximumAcceptLength) return;
      contentTypes.set(accept ?? '', contentType);
    },
  };
}

interface GraphqlRequest {
  query: string;
  operationName: string | null;
  variables: object | null;
}

/** null: anything but the usual three members. */
function readRequest(body: Buffer): GraphqlRequest | null {
  const parsed = parseJson(body.toString());
  if (!isObject(parsed)) return null;
  const { query, operationName = null, variables = null, ...others } = parsed;
  if (typeof query !== 'string' || Object.keys(others).length > 0) return null;
  if (operationName !== null && typeof operationName !== 'string') return null;
  if (variables !== null && !isObject(variables)) return null;
  return { query, operationName, variables };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
