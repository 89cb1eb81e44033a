/**
 * The arguments of a tool as agents are told of them, and as they are read. Every token of the list of tools is paid in every
 * conversation, so it says what can be given and not how long; the whole schema reads what comes.
 */
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { PublicError } from '../../errors.ts';

type Input = StandardSchemaWithJSON<Record<string, unknown>, Record<string, unknown>>;

/** Tells what can be given, and lets everything through to `readInput`, whose refusals are in our words. */
export function toldBriefly(schema: z.ZodObject): Input {
  const told = brief(z.toJSONSchema(schema, { io: 'input' }));
  const json = (): Record<string, unknown> => told;
  const validate = (given: unknown) => ({ value: isSchema(given) ? { ...given } : {} });
  return {
    '~standard': { version: 1, vendor: 'wallet-data', validate, jsonSchema: { input: json, output: json } },
  };
}

/** Throws BAD_INPUT naming each argument that is wrong. */
export function readInput<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  given: unknown,
): z.output<z.ZodObject<Shape>> {
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  const problems = read.error.issues.slice(0, mostProblems).map(({ path, message }) => ({
    ...{ path: path.map(String).join('.'), message },
  }));
  const text = problems
    .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
    .join('; ');
  throw new PublicError('BAD_INPUT', text, problems);
}

const mostProblems = 5;

/** Limits that no agent comes near by itself, and defaults: those that matter stand in the instructions. */
const untold = new Set([
  ...['$schema', 'additionalProperties', 'maxLength', 'minLength', 'minItems', 'maxItems', 'propertyNames'],
  ...['default', 'minimum', 'maximum'],
]);

/** Of more choices only what their description says is told. */
const mostChoices = 20;
const isLong = (value: unknown): boolean => Array.isArray(value) && value.length > mostChoices;

function brief(schema: object): Record<string, unknown> {
  const kept = Object.entries(schema).filter(
    ([name, value]) => !untold.has(name) && !(name === 'enum' && isLong(value)),
  );
  return Object.fromEntries(
    kept.map(([name, value]) => [name, name === 'properties' ? each(value) : part(value)]),
  );
}

/** Names of arguments are no words of the schema. */
function each(properties: unknown): unknown {
  if (!isSchema(properties)) return properties;
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, part(value)]));
}

const part = (value: unknown): unknown => (isSchema(value) ? brief(value) : value);

const isSchema = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
