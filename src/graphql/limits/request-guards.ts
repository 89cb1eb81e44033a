/** What a request may be before anything of it is executed: from where, in which form, and how large its document. */
import { EnvelopArmorPlugin } from '@escape.tech/graphql-armor';
import { useCSRFPrevention } from '@graphql-yoga/plugin-csrf-prevention';
import { createGraphQLError, type Plugin } from 'graphql-yoga';

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

/** `variables` and `extensions` in a URL or a form are JSON in a text; Yoga reads them without looking for faults. */
export function wellFormedParameters(): Plugin {
  return {
    onRequestParse({ requestParser, setRequestParser }) {
      if (requestParser === undefined) return;
      setRequestParser(async (request) => {
        try {
          return await requestParser(request);
        } catch (error) {
          if (!(error instanceof SyntaxError)) throw error;
          throw createGraphQLError('The parameters variables and extensions must be JSON objects.', {
            extensions: { code: 'BAD_INPUT', http: { status: 400 } },
          });
        }
      });
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
