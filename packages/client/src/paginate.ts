/** Lists page by page: whoever reads on asks for the next page, and no more than one is in memory. */
import { WalletDataError } from './errors.ts';

/** A list of the API, with what is needed to go on. */
export interface Connected<Node> {
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null | undefined };
  readonly nodes?: readonly Node[] | undefined;
  readonly edges?: readonly { readonly node: Node }[] | undefined;
}

type NodeOf<Field> = Field extends { readonly nodes: readonly (infer Node)[] }
  ? Node
  : Field extends { readonly edges: readonly { readonly node: infer Node }[] }
    ? Node
    : never;

/** The items of the lists that stand at the top of a result, or one level below. */
export type NodesIn<Result> = {
  [Key in keyof Result]: NodesAt<NonNullable<Result[Key]>>;
}[keyof Result];

type NodesAt<Field> = Field extends { readonly pageInfo: unknown }
  ? NodeOf<Field>
  : { [Key in keyof Field]: NodeOf<NonNullable<Field[Key]>> }[keyof Field];

export interface PageOptions<Result, Node> {
  /** Which list of the result. Left out: the first one in it. */
  readonly connection?: ((result: Result) => Connected<Node> | null | undefined) | undefined;
  /** The variable that takes the cursor: `after` unless given. */
  readonly after?: string | undefined;
  /** No more items than this; all unless given. */
  readonly limit?: number | undefined;
  /** TOO_MANY_PAGES behind so many: 10,000 unless given. */
  readonly maxPages?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** @param ask Asks for the page with these variables. */
export async function* pages<Result, Node>(
  ask: (variables: Record<string, unknown>, signal: AbortSignal | undefined) => Promise<Result>,
  variables: Readonly<Record<string, unknown>>,
  options: PageOptions<Result, Node>,
): AsyncGenerator<Node, void, undefined> {
  const { after = 'after', limit = Number.POSITIVE_INFINITY, maxPages = 10_000, signal } = options;
  const find =
    options.connection ?? ((result: Result) => firstConnection(result) as Connected<Node> | undefined);
  let cursor = variables[after];
  let left = limit;
  for (let page = 1; left > 0; page += 1) {
    if (page > maxPages)
      throw refusal(
        'TOO_MANY_PAGES',
        `There are more than ${maxPages} pages: raise \`maxPages\`, or ask for larger ones.`,
      );
    const list = find(await ask({ ...variables, [after]: cursor }, signal));
    if (list == null)
      throw refusal(
        'NO_CONNECTION',
        'The answer has no list there. Is the wallet registered? Say by `connection` which list is meant.',
      );
    for (const node of list.nodes ?? (list.edges ?? []).map((edge) => edge.node)) {
      if (left <= 0) return;
      left -= 1;
      yield node;
    }
    const { hasNextPage, endCursor } = list.pageInfo ?? {};
    if (hasNextPage === false) return;
    if (hasNextPage !== true || typeof endCursor !== 'string')
      throw refusal('NO_PAGE_INFO', 'The query is to select `pageInfo { hasNextPage endCursor }`.');
    if (endCursor === cursor)
      throw refusal(
        'CURSOR_STANDS',
        `The next page is this one: the query is to pass $${after} to the list.`,
      );
    cursor = endCursor;
  }
}

const refusal = (code: string, message: string): WalletDataError => new WalletDataError(message, { code });

/** Level by level: the list that is meant stands further out than those in its items. */
function firstConnection(result: unknown): unknown {
  let level: unknown[] = [result];
  for (let depth = 0; depth < 8 && level.length > 0; depth += 1) {
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
      if ('pageInfo' in value) return value;
      next.push(...Object.values(value));
    }
    level = next;
  }
  return undefined;
}
