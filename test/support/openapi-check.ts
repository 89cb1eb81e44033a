/** Holds answers of the REST API against the OpenAPI document of the server that gave them. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { z } from 'zod';

export interface CheckedAnswer {
  method: string;
  /** Path and query. */
  url: string;
  status: number;
  contentType: string;
  text: string;
}

const documentSchema = z.looseObject({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        responses: z.record(z.string(), z.object({ content: z.record(z.string(), z.unknown()).optional() })),
      }),
    ),
  ),
});

const problemPointer = '/components/schemas/Problem';
const escaped = (part: string): string =>
  encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

/** CSV is described at a path of its own, wherever it is asked for. */
function documentedPath(url: string, type: string): string {
  const [path = ''] = url.split('?', 1);
  const list = path.replace(/\/*$/, '');
  const isFile = /\.(csv|txt)$/.test(list);
  return type === 'text/csv' && !isFile ? `${list}.csv` : list + (isFile ? '' : '/');
}

type Check = (answer: CheckedAnswer) => void;

/** The newest check: most servers describe themselves as the one before did, and to compile a description takes long. */
let newest: { description: string; check: Check } | undefined;

/** Throws naming what differs: an answer that is not documented, or a body that is not as its schema says. */
export function createOpenapiCheck(source: unknown): Check {
  const description = JSON.stringify(source);
  if (newest?.description !== description) newest = { description, check: compileCheck(source) };
  return newest.check;
}

function compileCheck(source: unknown): Check {
  const { paths } = documentSchema.parse(source);
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: fullFormats });
  ajv.addSchema(z.looseObject({}).parse(source), 'openapi');
  const validators = new Map<string, ValidateFunction>();

  function checkBody(pointer: string, { method, url, status, text }: CheckedAnswer): void {
    const validate = validators.get(pointer) ?? ajv.compile({ $ref: `openapi#${pointer}` });
    validators.set(pointer, validate);
    if (!validate(JSON.parse(text))) {
      throw new Error(
        `${method} ${url} → ${status} is not as /openapi.json says: ${ajv.errorsText(validate.errors)}`,
      );
    }
  }

  function operationOf(method: string, path: string) {
    const parts = path.split('/');
    for (const [template, operations] of Object.entries(paths)) {
      const wanted = template.split('/');
      const isIt =
        parts.length === wanted.length &&
        wanted.every((part, at) => part.startsWith('{') || part === parts[at]);
      const responses = operations[method]?.responses;
      if (isIt && responses !== undefined) return { template, responses };
    }
    return null;
  }

  return (answer) => {
    const { status, text } = answer;
    const method = answer.method.toLowerCase();
    const type = answer.contentType.split(';', 1)[0]?.trim() ?? '';
    const path = documentedPath(answer.url, type);
    const isRest = path.startsWith('/wallet/');
    if (!isRest || method === 'head' || method === 'options') return;
    const operation = operationOf(method, path);
    // Other methods and paths are answered by the server itself, by a problem.
    if (operation === null) {
      checkBody(problemPointer, answer);
      return;
    }
    const { template, responses } = operation;
    const response = responses[status];
    const isDocumented =
      response !== undefined && (response.content === undefined ? text === '' : type in response.content);
    if (!isDocumented) {
      throw new Error(`${answer.method} ${answer.url} → ${status} ${type} is not in /openapi.json`);
    }
    if (/\bjson$/.test(type)) {
      const place = ['paths', template, method, 'responses', String(status), 'content', type, 'schema'];
      checkBody(place.map((part) => `/${escaped(part)}`).join(''), answer);
    }
  };
}
