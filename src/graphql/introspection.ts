/**
 * The schema, for whoever has no key: it is public. What asks for anything else is not answered here. The schema that answers has no
 * resolvers and no context, so that there is nothing behind it to read.
 */
import {
  buildSchema,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
} from 'graphql';
import { createGraphQLError, createYoga, type GraphQLParams, type Plugin } from 'graphql-yoga';
import { createMemory } from '../domain/memory.ts';
import { shortenError } from './errors.ts';
import { resultText, writtenData } from './known/written-data.ts';
import { answerSizePlugin } from './limits/answer-size.ts';
import { introspectionCost } from './limits/introspection-cost.ts';
import {
  boundedParameters,
  crossSiteGuard,
  fewErrors,
  limitsPlugin,
  wellFormedParameters,
} from './limits/request-guards.ts';
import { schemaText } from './schema.ts';

export interface Introspection {
  /**
   * null: it asks for more than the schema, or cannot be read, and so needs a key. `url`: with its query. `charge` is told how many
   * fields will be worked out, before they are; what it throws is thrown.
   */
  handle(
    url: string,
    request: RequestInit,
    charge: (fields: number) => Promise<void>,
  ): Promise<Response | null>;
}

/** What a tool asks by is far smaller. */
const limits = { depth: 12, aliases: 5, tokens: 1_000, directives: 5, cost: 75_000 };

/** Of all answers and what was asked, in characters; the whole schema is about 200,000. */
const mostRemembered = 8 * 1024 * 1024;

/** Of one request; its answer counts only where it is about the schema. */
interface Verdict {
  isAboutSchema: boolean;
  /** That the request was not let through. */
  refusal: unknown;
  readonly charge: (fields: number) => Promise<void>;
}

export function createIntrospection(): Introspection {
  let yoga: ReturnType<typeof createSchemaServer> | null = null;
  return {
    async handle(url, request, charge) {
      yoga ??= createSchemaServer();
      const verdict: Verdict = { isAboutSchema: false, refusal: null, charge };
      const response = await yoga.fetch(url, request, { verdict });
      if (verdict.refusal !== null) throw verdict.refusal;
      return verdict.isAboutSchema ? response : null;
    },
  };
}

function createSchemaServer() {
  // The text says all that introspection does.
  const schema = buildSchema(schemaText());
  return createYoga<{ verdict: Verdict }>({
    schema,
    graphqlEndpoint: '/graphql',
    ...{
      landingPage: false,
      logging: false,
      cors: false,
      graphiql: false,
      batching: false,
      multipart: false,
    },
    healthCheckEndpoint: '/graphql/unused-health',
    // Answers are remembered instead.
    parserAndValidationCache: false,
    plugins: [
      crossSiteGuard(),
      wellFormedParameters(),
      boundedParameters(limits),
      rememberedAnswers(schema),
      limitsPlugin(limits),
      fewErrors(),
      answerSizePlugin(),
      shortErrors(),
    ],
  });
}

/** Errors quote names of the document, which may be as long as it is. */
function shortErrors(): Plugin {
  return {
    onResultProcess({ result }) {
      if (!Array.isArray(result) && 'errors' in result) result.errors?.forEach(shortenError);
    },
  };
}

/** Decides before anything else looks at the document. What was answered before without errors is answered by the same text. */
function rememberedAnswers(schema: GraphQLSchema): Plugin<Record<string, unknown>, { verdict: Verdict }> {
  const texts = createMemory<string, string>({
    maximum: mostRemembered,
    // A question may be far longer than its answer.
    weightOf: (answer, question) => answer.length + question.length,
  });
  return {
    async onParams({ params, setResult, context: { verdict } }) {
      const known = texts.get(keyOf(params));
      const cost = known === undefined ? costOfQuestion(schema, params.query ?? '') : 0;
      verdict.isAboutSchema = cost !== null;
      if (known !== undefined) return setResult(resultOf(known));
      if (cost === null) return setResult({ errors: [] });
      if (cost > limits.cost) return setResult({ errors: [tooMuch(cost)] });
      await verdict.charge(cost).catch((error: unknown) => {
        verdict.refusal = error;
        setResult({ errors: [] });
      });
    },
    onExecute: ({ context: { params } }) => ({
      onExecuteDone({ result }) {
        if (Symbol.asyncIterator in result || result.errors !== undefined) return;
        texts.keep(keyOf(params), JSON.stringify(result.data));
      },
    }),
  };
}

const keyOf = ({ query, operationName, variables }: GraphQLParams): string =>
  JSON.stringify([query, operationName, variables]);

const resultOf = (text: string) => ({ data: writtenData(text), stringify: resultText });

const schemaFields: ReadonlySet<string> = new Set(['__schema', '__type', '__typename']);

const tooMuch = (cost: number): GraphQLError =>
  createGraphQLError(
    `the query may answer ${cost} fields of the schema, more than the ${limits.cost} that go without a key: ask for fewer`,
    { extensions: { code: 'BAD_INPUT', http: { status: 400 } } },
  );

/** What a document costs; null: not every operation of it is a query that asks the root for nothing but the schema. */
function costOfQuestion(schema: GraphQLSchema, text: string): number | null {
  const document = parsed(text);
  if (document === null) return null;
  const fragments = new Map<string, FragmentDefinitionNode>();
  const operations: OperationDefinitionNode[] = [];
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
    else if (definition.kind === Kind.OPERATION_DEFINITION) operations.push(definition);
    else return null;
  }
  const isAboutSchema = operations.every(
    ({ operation, selectionSet }) =>
      operation === 'query' && asksForSchema(selectionSet, fragments, new Set()),
  );
  if (!isAboutSchema || operations.length === 0) return null;
  return Math.max(...operations.map((operation) => introspectionCost(schema, document, operation)));
}

function parsed(text: string): DocumentNode | null {
  try {
    return parse(text, { maxTokens: limits.tokens, noLocation: true });
  } catch {
    return null;
  }
}

/** `seen`: fragments that were looked at; one that leads back to itself is no reason to go on, and refused later. */
function asksForSchema(
  { selections }: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  seen: Set<string>,
): boolean {
  return selections.every((selection) => {
    if (selection.kind === Kind.FIELD) return schemaFields.has(selection.name.value);
    if (selection.kind === Kind.INLINE_FRAGMENT)
      return asksForSchema(selection.selectionSet, fragments, seen);
    const { value: name } = selection.name;
    if (seen.has(name)) return true;
    seen.add(name);
    const fragment = fragments.get(name);
    return fragment !== undefined && asksForSchema(fragment.selectionSet, fragments, seen);
  });
}
