/** Requests are checked by the zod schemas that also make OpenAPI; the first faults are named. */
import type { FastifyRequest, FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { type InputProblem, inputRefused, PublicError, problemText } from '../errors.ts';
import { holdsTooManyValues, tooManyValues } from '../use-cases/pages/request-limits.ts';

/** Turns a schema into a validator whose error is a PublicError that lists what is wrong. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const part = httpPart === 'body' ? 'body' : httpPart === 'params' ? 'path' : 'query';
  return (data) => {
    const parsed = schema.safeParse(data);
    if (parsed.success) return { value: parsed.data };
    const problems = parsed.error.issues.flatMap((issue) => problemsOf(issue, part));
    return { error: inputRefused(problems, problemText) };
  };
};

function problemsOf(issue: z.core.$ZodIssue, part: 'body' | 'query' | 'path'): InputProblem[] {
  if (issue.code === 'unrecognized_keys') {
    const what = part === 'body' ? 'field' : 'query parameter';
    return issue.keys.map((key) => ({ path: key, message: `is not a known ${what}; ${issue.message}` }));
  }
  const path = issue.path.map(String).join('.');
  return [{ path: path === '' ? part : path, message: issue.message }];
}

/** Throws BAD_INPUT for a body that holds more than one may: before each of its values is checked, and found wrong by itself. */
export function requireFewValues({ body }: Pick<FastifyRequest, 'body'>): void {
  if (holdsTooManyValues(body)) throw inputRefused([{ path: 'body', message: tooManyValues }], problemText);
}

/** `wallet=a&wallet=b` is the same as `wallet=a,b`. */
export function joinRepeated(request: FastifyRequest): void {
  const { query } = request;
  if (typeof query !== 'object' || query === null) return;
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) Object.assign(query, { [name]: value.join(',') });
  }
}

/** The read model's names of what was asked, as REST writes them. */
const restNames: ReadonlyMap<string, string> = new Map([
  ['wallets', 'wallet'],
  ['addresses', 'address'],
  ['tokens', 'token'],
  ['minValue', 'min_value'],
  ['bridgeMessage', 'bridge_message'],
  ['pageSize', 'page_size'],
  ['transferId', 'transfer'],
  ['basis', 'cost'],
  ['acquiredAt', 'acquired_at'],
  ['tokenAddress', 'token_address'],
  ['chainId', 'blockchain'],
  ['chainIds', 'chain_ids'],
  ['costMethod', 'cost_method'],
  ['timeZone', 'timezone'],
]);

/**
 * A problem that the read model found, in REST's terms; anything else stays as it is. What the validator found (fastify writes
 * on it which part of the request that was) has REST's names already, or the client's own of a field that is not known.
 */
export function inRestTerms(error: unknown): unknown {
  if (!(error instanceof PublicError) || error.problems.length === 0) return error;
  if ('validationContext' in error) return error;
  const problems = error.problems.map(({ path, message }) => {
    const [name = ''] = path.split('.');
    return { path: restNames.get(name) ?? path, message };
  });
  return new PublicError(error.code, error.message, problems);
}
