/** The REST API, with the types of its OpenAPI document. */
import { jsonOf, problemOf } from './answers.ts';
import type { Connection, Outgoing } from './connection.ts';
import type { paths } from './generated/rest.ts';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The paths that take a method. */
export type PathOf<M extends Method> = {
  [Path in keyof paths]: paths[Path] extends { readonly [Key in M]: { readonly responses: unknown } }
    ? Path
    : never;
}[keyof paths];

type Operation<Path extends keyof paths, M extends Method> = paths[Path] extends {
  readonly [Key in M]: infer One;
}
  ? One
  : never;
type Parameters<One> = One extends { readonly parameters: infer Given } ? Given : never;
type QueryOf<One> =
  Parameters<One> extends { readonly query: infer Query }
    ? { readonly query: Omit<Query, 'format'> }
    : Parameters<One> extends { readonly query?: infer Query }
      ? { readonly query?: Omit<NonNullable<Query>, 'format'> | undefined }
      : unknown;
type PathParametersOf<One> =
  Parameters<One> extends { readonly path: infer Path } ? { readonly path: Path } : unknown;
type BodyOf<One> = One extends {
  readonly requestBody: { readonly content: { readonly 'application/json': infer Body } };
}
  ? { readonly body: Body }
  : One extends { readonly requestBody?: { readonly content: { readonly 'application/json': infer Body } } }
    ? { readonly body?: Body | undefined }
    : unknown;

/** What an operation is asked with. */
export type RestOptions<One> = QueryOf<One> &
  PathParametersOf<One> &
  BodyOf<One> & { readonly signal?: AbortSignal | undefined };

type Responses<One> = One extends { readonly responses: infer Given } ? Given : never;
type Success<Given> = Given extends { readonly 200: infer One }
  ? One
  : Given extends { readonly 201: infer One }
    ? One
    : Given extends { readonly 202: infer One }
      ? One
      : undefined;
type Content<One> = One extends { readonly content: { readonly 'application/json': infer Body } }
  ? Body
  : One extends { readonly content: { readonly 'text/csv': infer Text } }
    ? Text
    : One extends { readonly content: { readonly 'text/plain': infer Text } }
      ? Text
      : undefined;

/** What an operation answers: the JSON of it, or the text of a file. */
export type RestAnswer<One> = Content<Success<Responses<One>>>;

type Arguments<Options> = object extends Options ? [options?: Options] : [options: Options];

type Caller<M extends Method> = <Path extends PathOf<M>>(
  path: Path,
  ...options: Arguments<RestOptions<Operation<Path, M>>>
) => Promise<RestAnswer<Operation<Path, M>>>;

/** One function a method: `rest.get('/wallet/transfer/', { query: { wallet } })`. */
export type Rest = { readonly [M in Method]: Caller<M> };

/** The names behind which TypeScript has the parameters of one request. */
interface AnyOptions {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly path?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

export function createRest(connection: Connection): Rest {
  const caller =
    (method: string) =>
    (path: string, options: AnyOptions = {}) =>
      connection.ask(requestOf(method, path, options), path.endsWith('.txt') ? textOf : resultOf);
  const rest: Record<Method, unknown> = {
    get: caller('GET'),
    post: caller('POST'),
    put: caller('PUT'),
    patch: caller('PATCH'),
    delete: caller('DELETE'),
  };
  // What each path takes and answers is known to the types alone.
  return rest as Rest;
}

/** @throws TypeError when a name in the path has no value, or one that would be another path. */
export function requestOf(
  method: string,
  template: string,
  { query = {}, path, body, signal }: AnyOptions,
): Outgoing {
  const filled = template.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const value = String(path?.[name] ?? '');
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`\`path.${name}\` of ${template} is missing or no id.`);
    return encodeURIComponent(value);
  });
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return {
    ...{ method, path: text === '' ? filled : `${filled}?${text}`, signal, isRead: method === 'GET' },
    headers: {
      accept: acceptOf(template),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}

/** What the end of a path says that it answers. */
function acceptOf(template: string): string {
  if (template.endsWith('.csv')) return 'text/csv, application/problem+json';
  return template.endsWith('.txt') ? 'text/plain, application/problem+json' : 'application/json';
}

const resultOf = (response: Response): Promise<unknown> => readResult(response, 'text/csv');
/** Plain text is an answer where it is asked for; elsewhere it is what something between the client and the service says. */
const textOf = (response: Response): Promise<unknown> => readResult(response, 'text/plain');

async function readResult(response: Response, textType: string): Promise<unknown> {
  if (!response.ok) throw await problemOf(response);
  if (response.status === 204) return undefined;
  const isText = response.headers.get('content-type')?.startsWith(textType) === true;
  return isText ? response.text() : jsonOf(response);
}
