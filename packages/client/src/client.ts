/** A client of one service, by one key or token. */
import { dataOf, jsonOf } from './answers.ts';
import { type ConnectionOptions, createConnection } from './connection.ts';
import { subscriptionEvents } from './event-stream.ts';
import { type NodesIn, type PageOptions, pages } from './paginate.ts';
import { createRest, type Rest } from './rest.ts';
import { type GraphqlDocument, isRead, textOf } from './typed-document.ts';
import { type WatchBatch, type WatchOptions, watchEvents } from './watch.ts';

export type ClientOptions = ConnectionOptions;

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
}

/** The variables may be left out where none is needed. */
type Given<Variables, Options> = object extends Variables
  ? [variables?: Variables, options?: Options]
  : [variables: Variables, options?: Options];

export interface Client {
  /** Asks a query or a mutation. @throws WalletDataError when the answer has any error; what came beside it is its `data`. */
  query<Result, Variables>(
    document: GraphqlDocument<Result, Variables>,
    ...given: Given<Variables, RequestOptions>
  ): Promise<Result>;
  /** The items of a list, page by page as they are read. The query takes `$after` and selects `pageInfo { hasNextPage endCursor }`. */
  paginate<Result, Variables, Node = NodesIn<Result>>(
    document: GraphqlDocument<Result, Variables>,
    ...given: Given<Variables, PageOptions<Result, Node>>
  ): AsyncGenerator<Node, void, undefined>;
  /** What a subscription sends, over one connection: UNREACHABLE when it is cut. */
  subscribe<Result, Variables>(
    document: GraphqlDocument<Result, Variables>,
    ...given: Given<Variables, RequestOptions>
  ): AsyncGenerator<Result, void, undefined>;
  /** What happens to wallets, in batches with a place to go on from. It goes on by itself when connections are cut. */
  watch(options: WatchOptions): AsyncGenerator<WatchBatch, void, undefined>;
  /** The REST API: `rest.get('/wallet/transfer/', { query: { wallet } })`. */
  readonly rest: Rest;
}

/** @throws TypeError for options that are none. */
export function createClient(options: ClientOptions): Client {
  const connection = createConnection(options);

  async function ask(query: string, variables: unknown, signal: AbortSignal | undefined): Promise<unknown> {
    const request = {
      ...{ path: '/graphql', method: 'POST', isRead: isRead(query), signal },
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ query, variables }),
    };
    return connection.ask(request, async (response) => dataOf(await jsonOf(response), response));
  }

  return {
    // The document's marker says of which type the answer is; the service answers by the same schema.
    query: (document, ...[variables, given]) =>
      ask(textOf(document), variables, given?.signal) as Promise<never>,
    paginate: (document, ...[variables, given]) =>
      pages(
        (page, signal) => ask(textOf(document), page, signal) as Promise<never>,
        (variables ?? {}) as Record<string, unknown>,
        given ?? {},
      ),
    subscribe: (document, ...[variables, given]) =>
      subscriptionEvents(connection, {
        ...{ query: textOf(document), variables, signal: given?.signal },
      }) as AsyncGenerator<never, void, undefined>,
    watch: (given) => watchEvents(connection, given),
    rest: createRest(connection),
  };
}
