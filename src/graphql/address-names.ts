/**
 * ENS names where the schema asks for an Address: in variables and in the text of the query, they are replaced before anything
 * else reads them, so that what is remembered of queries holds addresses.
 */
import {
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getOperationAST,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  parse,
  TypeInfo,
  typeFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { looksLikeEnsName } from '../domain/text/ens-name.ts';
import type { ReadModel } from '../use-cases/model/interface.ts';

const addressType = 'Address';
/** A dot inside a word, as in a name, and unlike the dots before a fragment's name. */
const perhapsName = /[^\s."']\.[^\s."'\d]/;

/** Makes the replacement; `mostTokens` of a query are read, one that has more is refused elsewhere. */
export function addressNames(
  schema: GraphQLSchema,
  { resolveNames }: Pick<ReadModel, 'resolveNames'>,
  mostTokens: number,
): Plugin {
  return {
    async onParams({ params, setParams }) {
      const { query, variables, operationName } = params;
      if (query === undefined) return;
      if (!perhapsName.test(query) && !holdsName(variables)) return;
      const document = parsed(query, mostTokens);
      if (document === null) return;
      const types = variableTypes(schema, document, operationName);
      const inText = namesInText(schema, document);
      const inVariables: string[] = [];
      mapVariables(types, variables, (text) => {
        inVariables.push(text);
        return text;
      });
      const texts = [...inText.map(({ text }) => text), ...inVariables].filter(looksLikeEnsName);
      if (texts.length === 0) return;
      const addresses = await resolveNames(texts, 'address');
      const addressOf = (text: string): string => addresses.get(text) ?? text;
      setParams({
        ...params,
        query: withAddresses(query, inText, addressOf),
        ...(variables && { variables: mapVariables(types, variables, addressOf) }),
      });
    },
  };
}

/** No address stands deeper in variables; what strangers nest without end is not followed. */
const deepestAddress = 8;

function holdsName(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return looksLikeEnsName(value);
  if (typeof value !== 'object' || value === null || depth > deepestAddress) return false;
  return Object.values(value).some((item) => holdsName(item, depth + 1));
}

/** null: it is no query, which is said elsewhere. */
function parsed(query: string, maxTokens: number): DocumentNode | null {
  try {
    return parse(query, { maxTokens });
  } catch {
    return null;
  }
}

interface TextPlace {
  text: string;
  start: number;
  end: number;
}

/** The texts in a query that stand where an Address is asked for. */
function namesInText(schema: GraphQLSchema, document: DocumentNode): TextPlace[] {
  const found: TextPlace[] = [];
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      [Kind.STRING]({ value, loc }) {
        const type = types.getInputType();
        if (!type || getNamedType(type).name !== addressType || loc === undefined) return;
        if (looksLikeEnsName(value)) found.push({ text: value, start: loc.start, end: loc.end });
      },
    }),
  );
  return found;
}

function withAddresses(
  query: string,
  places: readonly TextPlace[],
  addressOf: (text: string) => string,
): string {
  let replaced = '';
  let from = 0;
  for (const { text, start, end } of [...places].sort((a, b) => a.start - b.start)) {
    replaced += query.slice(from, start) + JSON.stringify(addressOf(text));
    from = end;
  }
  return replaced + query.slice(from);
}

/** The types of the variables of the operation that is to run, each once: a document that declares one twice is refused later. */
function variableTypes(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
): ReadonlyMap<string, AnyType> {
  const types = new Map<string, AnyType>();
  for (const { variable, type: node } of getOperationAST(document, operationName)?.variableDefinitions ??
    []) {
    const type = typeFromAST(schema, node);
    if (type !== undefined && !types.has(variable.name.value)) types.set(variable.name.value, type);
  }
  return types;
}

/** The variables with each text that stands for an Address mapped. */
function mapVariables(
  types: ReadonlyMap<string, AnyType>,
  variables: Record<string, unknown> | undefined,
  map: (text: string) => string,
): Record<string, unknown> {
  const mapped: Record<string, unknown> = { ...variables };
  for (const [name, type] of types)
    if (Object.hasOwn(mapped, name)) mapped[name] = mapValue(mapped[name], type, map);
  return mapped;
}

type AnyType = NonNullable<ReturnType<typeof typeFromAST>>;

function mapValue(
  value: unknown,
  type: AnyType | GraphQLInputType,
  map: (text: string) => string,
  depth = 0,
): unknown {
  if (isNonNullType(type)) return mapValue(value, type.ofType, map, depth);
  if (isListType(type)) {
    // One item stands for a list of it.
    if (!Array.isArray(value)) return mapValue(value, type.ofType, map, depth);
    return value.map((item) => mapValue(item, type.ofType, map, depth));
  }
  if (typeof value === 'string') return 'name' in type && type.name === addressType ? map(value) : value;
  if (typeof value !== 'object' || value === null || !isInputObjectType(type)) return value;
  if (Array.isArray(value) || depth > deepestAddress) return value;
  const fields = type.getFields();
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      return [name, field === undefined ? item : mapValue(item, field.type, map, depth + 1)];
    }),
  );
}
