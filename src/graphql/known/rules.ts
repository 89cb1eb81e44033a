/**
 * What plans take for granted of the schema, looked up once at the start: a field or a scalar that does not keep to it would have no
 * plans, or wrong ones, and nobody would see. What only shows in a value (one that is yet to come, a text that JSON
 * escapes) the plan looks at itself, each time.
 */
import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isIntrospectionType,
  isObjectType,
  isScalarType,
} from 'graphql';
import { exactField } from '../builder/digits.ts';
import { scalarProblem } from './leaves.ts';

/** Throws with all that is against the rules. */
export function requirePlannable(schema: GraphQLSchema): void {
  const problems = Object.values(schema.getTypeMap()).flatMap((type) => {
    if (isIntrospectionType(type)) return [];
    if (isScalarType(type)) return scalarProblem(type) ?? [];
    // Only queries are planned.
    const isNeverPlanned = type === schema.getMutationType() || type === schema.getSubscriptionType();
    return isObjectType(type) && !isNeverPlanned ? objectProblems(type) : [];
  });
  if (problems.length > 0) throw new TypeError(`no plans can be made of the schema: ${problems.join('; ')}`);
}

function objectProblems(type: GraphQLObjectType): string[] {
  const own = type.isTypeOf ? [`${type.name} has isTypeOf, which only the executor asks`] : [];
  const ofFields = Object.values(type.getFields()).flatMap((field) =>
    [...new Set([field, exactField(field)])]
      .flatMap(fieldProblems)
      .map((problem) => `${type.name}.${field.name} ${problem}`),
  );
  return [...own, ...ofFields];
}

function fieldProblems(field: GraphQLField<unknown, unknown>): string[] {
  const { resolve, args, extensions } = field;
  const problems: string[] = [];
  if (extensions.needsExecutor !== true) {
    if ((resolve?.length ?? 0) > 3) problems.push('takes `info`: mark it executorField');
    if (isAbstractType(getNamedType(field.type)))
      problems.push('may be of several types: mark it executorField');
  }
  if (extensions.isPure === true) {
    // Texts are kept by object: the next request may have other arguments.
    if (args.length > 0) problems.push('takes arguments, and is marked pureField');
    if (resolve === undefined) problems.push('has no resolver, and is marked pureField');
  }
  return problems;
}

const refuse = (what: string) => (): never => {
  throw new TypeError(what);
};

/** What a plan gives resolvers for `info`: making one costs more than most of them do. Whoever looks at it has no plan. */
export const noInfo: object = new Proxy(
  {},
  { get: refuse('a resolver looked at info'), has: refuse('a resolver looked at info') },
);

/** The context of pure fields: all that they may look at. */
export function pureContext(baseUrl: string): object {
  return new Proxy(
    { baseUrl },
    {
      get: (_context, name) =>
        name === 'baseUrl' ? baseUrl : refuse(`a pure field looked at ${String(name)}`)(),
    },
  );
}
