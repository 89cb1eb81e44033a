/** Requests to every path and method of the OpenAPI document, and beside them. */
import fc from 'fast-check';
import { z } from 'zod';
import { exchange, friend, usdc, wallet } from '../../support/history.ts';
import { headerOddities } from './header-oddities.ts';
import type { ApiRequest } from './served-history.ts';
import { hostile, inherited, jsonValues, mostly, onceIn, places, texts } from './values.ts';

const parameterSchema = z.object({
  name: z.string(),
  in: z.string(),
  required: z.boolean().optional(),
  schema: z.looseObject({ enum: z.array(z.unknown()).optional() }).optional(),
});
const operationSchema = z.object({
  parameters: z.array(parameterSchema).default([]),
  requestBody: z.unknown().optional(),
});
const openApiSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
});

export interface RestOperation {
  method: string;
  path: string;
  parameters: readonly z.infer<typeof parameterSchema>[];
  hasBody: boolean;
}

/** The operations of an OpenAPI document. */
export function operationsOf(document: unknown): RestOperation[] {
  return Object.entries(openApiSchema.parse(document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      parameters: operation.parameters,
      hasBody: operation.requestBody !== undefined,
    })),
  );
}

type Parameter = RestOperation['parameters'][number];

/** What a parameter of this name takes. */
const rightValues: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    wallet: [wallet],
    address: [exchange, friend, wallet],
    counterparty_address: [exchange, friend],
    token: [usdc, 'token_AAAAAaC4aZHGIYs2wdGdSi6esM42ButI'],
    blockchain: ['ethereum', '1', 'blockchain_AAAAAQ', 'polygon'],
    from: ['2023-11-01', '2023-11-14T22:14:20Z'],
    to: ['2023-12-01', '2023-11-14T22:16:20Z'],
    page: ['1', '1', '1', '2'],
    page_size: ['1', '3', '500'],
    min_value: ['0', '1.5'],
  }),
);

function valueFor({ name, schema }: Parameter): fc.Arbitrary<string> {
  if (name === 'anchor') return fc.oneof({ weight: 9, arbitrary: places }, texts);
  const choices = rightValues.get(name) ?? schema?.enum?.map(String) ?? [];
  return choices.length === 0
    ? texts
    : fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...choices) }, texts);
}

/** Texts that a URL cannot carry (half a surrogate pair) are left out. */
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());

function pathOf({ path, parameters }: RestOperation): fc.Arbitrary<string> {
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  return fc
    .tuple(...inPath.map(valueFor))
    .map((values) =>
      values.reduce((text, value, index) => text.replace(`{${inPath[index]?.name}}`, encoded(value)), path),
    );
}

const valuesOf = (parameter: Parameter): fc.Arbitrary<string[]> =>
  fc.array(valueFor(parameter), { minLength: 1, maxLength: 2 });

function queryOf({ parameters }: RestOperation): fc.Arbitrary<string> {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const pairs = inQuery.map((parameter) =>
    (parameter.name === 'anchor'
      ? onceIn<string[]>(10, valuesOf(parameter))
      : mostly(parameter.required === true, valuesOf(parameter))
    ).map((values) => (values ?? []).map((value) => `${parameter.name}=${encoded(value)}`)),
  );
  const names = fc.oneof(texts, fc.constantFrom(...inherited));
  const strays = fc.array(fc.tuple(names, texts), { maxLength: 1 });
  return fc.tuple(fc.tuple(...pairs), onceIn(5, strays)).map(([given, others]) => {
    const stray = (others ?? []).map(([name, value]) => `${encoded(name.slice(0, 20))}=${encoded(value)}`);
    const all = [...given.flat(), ...stray];
    return all.length === 0 ? '' : `?${all.join('&')}`;
  });
}

const usualHeaders: fc.Arbitrary<Record<string, string>> = fc.record(
  {
    accept: fc.constantFrom(
      'application/json',
      'text/csv',
      '*/*',
      'text/html',
      'image/png;q=0',
      ';;',
      'text/csv;q=x',
    ),
    'content-type': fc.constantFrom(
      'application/json',
      'application/json',
      'application/json',
      'application/json',
      'text/plain',
      'application/json; charset=utf-16',
      'multipart/form-data',
      'x',
    ),
    prefer: fc.constantFrom(
      'wait=0',
      'wait=1',
      'wait=-1',
      'wait=99999999999',
      'respond-async',
      'wait=',
      'a=b;;',
    ),
    'if-none-match': fc.constantFrom('*', '"x"'),
    range: fc.constant('bytes=0-1'),
    'x-http-method-override': fc.constant('DELETE'),
    'content-encoding': fc.constantFrom('gzip', 'x'),
  },
  { requiredKeys: [] },
);

const headers = fc
  .tuple(usualHeaders, headerOddities)
  .map(([usual, odd]): Record<string, string> => ({ ...usual, ...odd }));

const bodies: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: jsonValues.map((value) => JSON.stringify(value) ?? '') },
  fc
    .record(
      {
        address: jsonValues,
        name: fc.oneof(fc.string({ maxLength: 30 }), jsonValues),
        tags: fc.oneof(fc.array(fc.string({ maxLength: 8 }), { maxLength: 4 }), jsonValues),
      },
      { requiredKeys: [] },
    )
    .map((value) => JSON.stringify(value)),
  fc.constantFrom(
    '',
    '{',
    '[',
    '{"a":1,}',
    '{"__proto__":{"x":1}}',
    '"',
    '[[[[',
    '{"address":',
    '\u0000',
    ...hostile,
  ),
);

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'] as const;

/** One request: mostly to an operation as it is described, now and then with another method or to no path at all. */
export function restRequests(operations: readonly RestOperation[]): fc.Arbitrary<ApiRequest> {
  return fc.constantFrom(...operations).chain((operation) =>
    fc
      .record({
        method: fc.oneof(
          { weight: 9, arbitrary: fc.constant(operation.method) },
          fc.constantFrom(...methods),
        ),
        path: fc.oneof(
          { weight: 19, arbitrary: pathOf(operation) },
          texts.map((text) => `/${encoded(text)}`),
        ),
        query: queryOf(operation),
        headers,
        body: mostly(operation.hasBody, bodies),
      })
      .map(({ method, path, query, headers: given, body }) => {
        const takesBody = method !== 'GET' && method !== 'OPTIONS' && method !== 'HEAD' && body !== null;
        const type = { 'content-type': 'application/json' };
        return {
          method,
          path: path + query,
          headers: takesBody ? { ...type, ...given } : given,
          body: takesBody ? body : undefined,
        };
      }),
  );
}

/**
 * What is answered to whoever may ask while no ledger has booked the wallet: there is no form of it yet, and nobody knows what it held.
 * Nor are the client's books in euros.
 */
export function unbookedStatus(path: string): number {
  if (/\/(de|uk)-/.test(path)) return 400;
  return /\/(form-|income|holding)/.test(path) ? 409 : 200;
}
