/** What a request may be before anything of it is executed: from where, in which form, and how large its document. */
import { EnvelopArmorPlugin } from '@escape.tech/graphql-armor';
import { useCSRFPrevention } from '@graphql-yoga/plugin-csrf-prevention';
import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  type ValidationRule,
  validate,
} from 'graphql';
import { createGraphQLError, type Plugin } from 'graphql-yoga';
import { holdsTooManyValues, tooManyValues } from '../../use-cases/pages/request-limits.ts';

/** What one operation may ask for. */
export interface GraphqlLimits {
  depth: number;
  aliases: number;
  tokens: number;
  directives: number;
  /** Fields that it may answer, page sizes counted. */
  cost: number;
}

export const defaultGraphqlLimits: GraphqlLimits = {
  depth: 12,
  aliases: 15,
  tokens: 2_000,
  directives: 20,
  cost: 100_000,
};

/**
 * Refuses the POSTs that any web page could send without the browser asking first (forms, plain text). A GET changes
 * nothing and its answer cannot be read by another site, and no credential is ever sent by itself: keys are no cookies.
 */
export function crossSiteGuard(): Plugin {
  const guard = useCSRFPrevention({ requestHeaders: ['x-graphql-yoga-csrf'] });
  return {
    onRequestParse: (payload) =>
      payload.request.method === 'POST' ? guard.onRequestParse?.(payload) : undefined,
  };
}

const refusal = (message: string): GraphQLError =>
  createGraphQLError(message, { extensions: { code: 'BAD_INPUT', http: { status: 400 } } });

/**
 * `variables` and `extensions` in a URL or a form are JSON in a text; Yoga reads them without looking for faults. What it says of a body
 * that is no JSON repeats the body.
 */
export function wellFormedParameters(): Plugin {
  return {
    onRequestParse({ requestParser, setRequestParser }) {
      if (requestParser === undefined) return;
      setRequestParser(async (request) => {
        try {
          return await requestParser(request);
        } catch (error) {
          if (error instanceof SyntaxError)
            throw refusal('The parameters variables and extensions must be JSON objects.');
          if (isAboutBody(error)) throw refusal('The request body is not JSON.');
          throw error;
        }
      });
    },
  };
}

const isAboutBody = (error: unknown): boolean =>
  error instanceof Error &&
  'extensions' in error &&
  typeof error.extensions === 'object' &&
  error.extensions !== null &&
  'originalError' in error.extensions;

/** Longer than any document of as many tokens as one may have, with its lists of wallets. */
const mostCharacters = 64 * 1024;
const lineBreak = /\r\n|[\n\r]/g;

/**
 * Refuses what is no document, documents that are far longer than what they ask, and variables that hold too much: before anything looks
 * into them. Where an error stands is found by walking over all lines before it, for each place anew: blank lines are not free.
 */
export function boundedParameters({ tokens }: Pick<GraphqlLimits, 'tokens'>): Plugin {
  return {
    onParams({ params: { query, variables } }) {
      const problem = problemOfDocument(query, tokens);
      if (problem !== null) throw refusal(problem);
      if (holdsTooManyValues(variables)) throw refusal(`\`variables\` ${tooManyValues}.`);
    },
  };
}

function problemOfDocument(query: unknown, mostLines: number): string | null {
  // That there is none, Yoga says.
  if (query === undefined || query === null) return null;
  if (typeof query !== 'string') return 'The query must be a text.';
  if (query.length > mostCharacters)
    return `The query has more than the ${mostCharacters} characters that one may: put values into variables.`;
  const lines = 1 + (query.match(lineBreak)?.length ?? 0);
  return lines > mostLines ? `The query has more than the ${mostLines} lines that one may.` : null;
}

/** As many as are named of any request's faults. */
const mostErrors = 20;

/** Ends the validation after so many errors: each is made with all places that it is about, and graphql would make a hundred. */
export function fewErrors(): Plugin {
  return {
    onValidate({ setValidationFn }) {
      setValidationFn((schema: GraphQLSchema, document: DocumentNode, rules?: readonly ValidationRule[]) =>
        validate(schema, document, rules, { maxErrors: mostErrors }),
      );
    },
  };
}

/** Refuses documents that are deeper, longer or name more than the limits allow. */
export function limitsPlugin(limits: Omit<GraphqlLimits, 'cost'>): Plugin {
  return EnvelopArmorPlugin({
    maxDepth: { n: limits.depth, flattenFragments: true },
    maxAliases: { n: limits.aliases },
    maxTokens: { n: limits.tokens },
    maxDirectives: { n: limits.directives },
    // Cost is counted with page sizes, by the schema's own complexity: see cost.ts.
    costLimit: { enabled: false },
    // The schema is public; naming the field that was meant helps.
    blockFieldSuggestion: { enabled: false },
  });
}
