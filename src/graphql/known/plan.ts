/**
 * A query as functions that write its JSON. Walking the document again for each of a page's thousands of values costs more
 * than all else of a request (see docs/decisions); for a plan it is walked once. A plan writes what
 * the executor would answer, or fails. Errors, and everything that is rare (mutations, interfaces, introspection), are left to
 * the executor, so that one place decides what they look like.
 */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getArgumentValues,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  TypeNameMetaFieldDef,
} from 'graphql';
import { collectFields, collectSubfields } from 'graphql/execution/collectFields.js';
import { isSharedView } from '../../use-cases/model/shared-views.ts';
import { answerTooLarge, maximumAnswerBytes } from '../../use-cases/pages/answer-limits.ts';
import type { GraphqlContext } from '../builder/context.ts';
import { fieldFor } from '../builder/digits.ts';
import { quotedTextOf, writerOfLeaf } from './leaves.ts';
import { noInfo, pureContext } from './rules.ts';
import type { TextMemory } from './text-memory.ts';

type Variables = Readonly<Record<string, unknown>>;
type Text = string | Promise<string>;

/** One execution of a plan. */
export interface Run {
  readonly context: GraphqlContext;
  readonly variables: Variables;
  /** Arguments of fields by their part of the plan, made when the first object of a list needs them. */
  readonly arguments: Map<object, Record<string, unknown>>;
}

type Writer = (value: unknown, run: Run) => Text;

export interface Plan {
  /** Writes the operation's data; fails where the executor's answer would hold an error. */
  write(run: Run): Text;
  /** How many fields it writes: what it is made of, and so what keeping it takes. */
  readonly fields: number;
}

/** A query may name the same fields many times over by fragments. One with more is left to the executor. */
const maximumFields = 2_000;

/** What no plan is made of. */
class NotPlannable extends Error {}

interface Planner {
  readonly schema: GraphQLSchema;
  readonly fragments: Record<string, FragmentDefinitionNode>;
  /** Those that @skip and @include depend on have the values that the plan is for. */
  readonly variables: Record<string, unknown>;
  readonly memory: TextMemory;
  /** So far. */
  fields: number;
}

/** The plan of a validated query; null: none is made. `variables` decide what @skip and @include leave: it is for their values. */
export function planOrNull(...[source, variables, memory]: Parameters<typeof planOperation>): Plan | null {
  try {
    return planOperation(source, variables, memory);
  } catch {
    return null;
  }
}

function planOperation(
  source: { schema: GraphQLSchema; document: DocumentNode; operation: OperationDefinitionNode },
  variables: Record<string, unknown>,
  memory: TextMemory,
): Plan {
  const { schema, document, operation } = source;
  const type = schema.getQueryType();
  if (operation.operation !== 'query' || !type) throw new NotPlannable('only queries are planned');
  const fragments: Record<string, FragmentDefinitionNode> = Object.create(null);
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments[definition.name.value] = definition;
  }
  const planner: Planner = { schema, fragments, variables, memory, fields: 0 };
  const fields = collectFields(schema, fragments, variables, type, operation.selectionSet);
  const { write } = objectPart(planner, type, fields);
  return { write: (run) => write(undefined, run), fields: planner.fields };
}

/** How a value is written; `isPlain`: by looking at the value alone, so that the text of an immutable one may be kept. */
interface Part {
  write: Writer;
  isPlain: boolean;
  /** What is written is to stand in quotes, which the object writes with its field's name: half as many pieces of text. */
  isQuoted?: boolean;
}

function partOf(planner: Planner, type: GraphQLOutputType, nodes: readonly FieldNode[]): Part {
  if (isNonNullType(type)) {
    const quoted = isLeafType(type.ofType) ? quotedTextOf(type.ofType) : null;
    if (quoted !== null) return { write: quoted, isPlain: true, isQuoted: true };
    const { write, isPlain } = presentPart(planner, type.ofType, nodes);
    const writePresent: Writer = (value, run) => {
      if (value === null || value === undefined) throw new TypeError('null where there must be a value');
      return write(value, run);
    };
    return { write: writePresent, isPlain };
  }
  const { write, isPlain } = presentPart(planner, type, nodes);
  return {
    write: (value, run) => (value === null || value === undefined ? 'null' : write(value, run)),
    isPlain,
  };
}

/** Of a value that is there. */
function presentPart(planner: Planner, type: GraphQLOutputType, nodes: readonly FieldNode[]): Part {
  if (isLeafType(type)) return { write: writerOfLeaf(type), isPlain: true };
  if (isListType(type)) {
    const { write, isPlain } = inQuotes(partOf(planner, type.ofType, nodes));
    return { write: keptWriter(planner, { write: listWriter(write), isPlain }), isPlain };
  }
  if (!isObjectType(type) || type.isTypeOf) throw new NotPlannable(`${String(type)} is left to the executor`);
  const { schema, fragments, variables } = planner;
  return objectPart(planner, type, collectSubfields(schema, fragments, variables, type, nodes));
}

function listWriter(write: Writer): Writer {
  return (value, run) => {
    if (!Array.isArray(value)) throw new TypeError('a list is expected');
    let text = '';
    let waiting: Text[] | null = null;
    for (const item of value) {
      if (isThenable(item)) throw new TypeError('a value that is yet to come, which the executor awaits');
      // The executor will find the same, and says it.
      if (text.length > maximumAnswerBytes) throw answerTooLarge();
      const written = write(item, run);
      if (waiting === null && typeof written === 'string') text += text === '' ? written : `,${written}`;
      else {
        waiting ??= text === '' ? [] : [text];
        waiting.push(held(written));
      }
    }
    return waiting === null ? `[${text}]` : joined(waiting, ',').then((items) => `[${items}]`);
  };
}

/** Of a list that later answers share, the text is kept. */
function keptWriter({ memory }: Planner, { write, isPlain }: Part): Writer {
  if (!isPlain) return write;
  const remembered = memory.remembered(write, baseUrlOf);
  return (value, run) =>
    Array.isArray(value) && isSharedView(value) ? remembered(value, run) : write(value, run);
}

function inQuotes({ write, isPlain, isQuoted = false }: Part): Part {
  return { write: isQuoted ? (value, run) => `"${write(value, run)}"` : write, isPlain };
}

function objectPart(
  planner: Planner,
  type: GraphQLObjectType,
  fields: Map<string, readonly FieldNode[]>,
): Part {
  const parts = [...fields].map(([name, nodes]) => ({ name, ...fieldPart(planner, type, nodes) }));
  const isPlain = parts.every((part) => part.isPlain);
  const write = fieldsWriter(parts);
  const isKept = isPlain && type.extensions.isShared === true;
  return { write: isKept ? planner.memory.remembered(write, baseUrlOf) : write, isPlain };
}

/** All that a part that is plain looks at besides its value: rules.ts sees to it. */
const baseUrlOf = (run: Run): string => run.context.baseUrl;

function fieldsWriter(parts: readonly (Part & { name: string })[]): Writer {
  const quote = (part: Part | undefined): string => (part?.isQuoted === true ? '"' : '');
  const fields = parts.map((part, index) => ({
    before: `${index === 0 ? '{' : `${quote(parts[index - 1])},`}"${part.name}":${quote(part)}`,
    write: part.write,
  }));
  const end = `${quote(parts.at(-1))}}`;
  return (value, run) => {
    let text = '';
    let waiting: Text[] | null = null;
    for (const { before, write } of fields) {
      const written = write(value, run);
      if (waiting === null && typeof written === 'string') {
        text += before;
        text += written;
      } else {
        waiting ??= [text];
        waiting.push(before, held(written));
      }
    }
    return waiting === null ? text + end : joined(waiting, '').then((whole) => whole + end);
  };
}

/** A field of an object: its value, by the resolver or as the property of its name, and what is written of it. */
function fieldPart(planner: Planner, type: GraphQLObjectType, nodes: readonly FieldNode[]): Part {
  const [node] = nodes;
  if (node === undefined) throw new NotPlannable('a field without a node');
  planner.fields += 1;
  if (planner.fields > maximumFields) throw new NotPlannable('more fields than are worth a plan');
  const name = node.name.value;
  if (name === TypeNameMetaFieldDef.name) {
    const text = JSON.stringify(type.name);
    return { write: () => text, isPlain: true };
  }
  const found = type.getFields()[name];
  if (found === undefined) throw new NotPlannable(`${type.name}.${name} is left to the executor`);
  const field = fieldFor(found, node);
  const { write, isPlain, isQuoted = false } = partOf(planner, field.type, nodes);
  if (field.resolve === undefined) {
    return { write: (source, run) => write(propertyOf(source, name), run), isPlain, isQuoted };
  }
  return {
    write: resolvedWriter(field, node, write),
    isPlain: isPlain && field.extensions.isPure === true,
    isQuoted,
  };
}

function propertyOf(source: unknown, name: string): unknown {
  if (typeof source !== 'object' || source === null) throw new TypeError('an object is expected');
  const value: unknown = Reflect.get(source, name);
  if (typeof value === 'function') throw new TypeError(`${name} is a function, which the executor calls`);
  if (isThenable(value)) throw new TypeError(`${name} is yet to come, which the executor awaits`);
  return value;
}

/** The executor awaits any such object, not only the language's own promises. */
const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';

function resolvedWriter(field: GraphQLField<unknown, unknown>, node: FieldNode, write: Writer): Writer {
  const { resolve } = field;
  if (resolve === undefined || field.extensions.needsExecutor === true) {
    throw new NotPlannable(`${field.name} needs the executor`);
  }
  const isPure = field.extensions.isPure === true;
  const place = {};
  const argumentsIn = (run: Run): Record<string, unknown> => {
    const known = run.arguments.get(place);
    if (known !== undefined) return known;
    const made = getArgumentValues(field, node, run.variables);
    run.arguments.set(place, made);
    return made;
  };
  const none = Object.freeze({});
  const writeFound: Writer = (value, run) => {
    if (value instanceof Error) throw value;
    return write(value, run);
  };
  return (source, run) => {
    const args = field.args.length === 0 ? none : argumentsIn(run);
    const context = isPure ? pureContext(baseUrlOf(run)) : run.context;
    const value: unknown = Reflect.apply(resolve, undefined, [source, args, context, noInfo]);
    if (value instanceof Promise) return value.then((found) => writeFound(found, run));
    if (isThenable(value)) throw new TypeError(`${field.name} is no promise, but what the executor awaits`);
    return writeFound(value, run);
  };
}

async function joined(parts: readonly Text[], separator: string): Promise<string> {
  return (await Promise.all(parts)).join(separator);
}

/** A failure elsewhere may leave a promise that nobody waits for. */
function held(text: Text): Text {
  if (typeof text !== 'string') text.catch(() => {});
  return text;
}
