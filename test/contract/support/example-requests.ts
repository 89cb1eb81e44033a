/** The requests that /docs has ready: what stands in its fields before anybody has typed. */
import { z } from 'zod';

const parameter = z.object({
  name: z.string(),
  required: z.boolean().optional(),
  example: z.unknown().optional(),
  examples: z.record(z.string(), z.looseObject({ value: z.unknown() })).optional(),
  schema: z
    .looseObject({ example: z.unknown().optional(), examples: z.array(z.unknown()).optional() })
    .optional(),
});
const operation = z.object({
  operationId: z.string(),
  parameters: z.array(parameter).default([]),
  requestBody: z
    .object({ content: z.record(z.string(), z.looseObject({ example: z.unknown().optional() })) })
    .optional(),
});
const documentSchema = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });

interface ExampleRequest {
  id: string;
  method: string;
  path: string;
  /** What has to be given in the address, behind `?`. */
  query: string;
  /** undefined: it takes none, or there is no example of it. */
  body: unknown;
  takesBody: boolean;
}

/** The first where there are several: it is what the field shows. */
const exampleOf = ({ example, examples, schema }: z.infer<typeof parameter>): unknown =>
  example ?? Object.values(examples ?? {})[0]?.value ?? schema?.example ?? schema?.examples?.[0] ?? '';

/** What makes something comes first, and what takes it away last: wallets last of all. */
const rankOf = ({ method, path }: ExampleRequest): number =>
  ['POST', 'PUT', 'GET', 'PATCH', 'DELETE'].indexOf(method) +
  (method === 'POST' && path.includes('{') ? 3 : 0) +
  (method === 'DELETE' && path.startsWith('/wallet/manage/') ? 1 : 0);

/** @param wallet What /docs puts into examples in the place of the document's address. */
export function exampleRequests(text: string, wallet: string): ExampleRequest[] {
  const own = text.replaceAll('0xd8da6bf26964af9d7eed9e03e53415d37aa96045', wallet);
  const found = Object.entries(documentSchema.parse(JSON.parse(own)).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters, requestBody }]): ExampleRequest => {
      const query = parameters
        .filter(({ name, required }) => required === true && !path.includes(`{${name}}`))
        .map((given) => [given.name, String(exampleOf(given))]);
      return {
        ...{ id: operationId, method: method.toUpperCase(), path },
        query: query.length === 0 ? '' : `?${new URLSearchParams(query)}`,
        body: requestBody?.content['application/json']?.example,
        takesBody: requestBody !== undefined,
      };
    }),
  );
  return found.toSorted((left, right) => rankOf(left) - rankOf(right));
}
