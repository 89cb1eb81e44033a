/**
 * The URLs of pages, the same from REST and from GraphQL: a list's REST path, its parameters in their REST form, and where
 * the page begins. Pure functions.
 */
import type { Side, TransactionCategory } from '../../domain/model.ts';
import { formatTime } from '../../domain/time/time.ts';
import type { FlowRequest, TransactionListRequest, TransferListRequest } from '../model/requests.ts';
import {
  defaultPageSize,
  type PageTarget,
  type SpamFilter,
  type TransactionFilter,
  type TransferFilter,
} from '../model/view-model.ts';

/** How REST writes categories. */
export const categoryWireNames = {
  SEND: 'Send',
  RECEIVE: 'Receive',
  MINT: 'Mint',
  SWAP: 'Swap',
  CONTRACT_EXECUTION: 'Contract Execution',
} as const satisfies Record<TransactionCategory, string>;

export const restPaths = {
  transfers: '/wallet/transfer/',
  transactions: '/wallet/transaction/',
  counterparties: '/wallet/counterparty/',
  wallets: '/wallet/manage/',
  reload: '/wallet/manage/:address/reload/',
  labels: '/wallet/label/',
} as const;

/** The page that signs in by a link, whose secret stands behind the mark: no browser sends it to a server. */
export const signInUrl = (baseUrl: string, secret: string): string =>
  `${baseUrl.replace(/\/+$/, '')}/#link=${secret}`;

export type UrlParameter = readonly [name: string, value: string];

/**
 * The absolute URL of a page, or null for no page. `parameters` are the list's own, without `page`, `anchor` and `api_key`,
 * which are dropped should they be there: a key is never repeated in a link.
 */
export function pageUrl(
  base: { baseUrl: string; path: string },
  parameters: Iterable<UrlParameter>,
  target: PageTarget | null,
): string | null {
  if (target === null) return null;
  const query = new URLSearchParams();
  for (const [name, value] of parameters) {
    if (name !== 'page' && name !== 'anchor' && name !== 'api_key') query.append(name, value);
  }
  query.append('page', String(target.page));
  if (target.anchor !== undefined) query.append('anchor', target.anchor);
  // Commas between addresses stay readable; the specification allows both forms.
  const text = query.toString().replaceAll('%2C', ',');
  return `${base.baseUrl.replace(/\/+$/, '')}${base.path}?${text}`;
}

/** The REST parameters of a list of transfers. */
export function transferParameters(request: TransferListRequest, pageSize: number): UrlParameter[] {
  return [...transferFilterParameters(request), ...endParameters(request.order, pageSize)];
}

/** The REST parameters of totals per counterparty. */
export function counterpartyParameters(request: FlowRequest, pageSize: number): UrlParameter[] {
  const { currency } = request;
  return [
    ...transferFilterParameters(request),
    ...optional('currency', currency === 'USD' ? undefined : currency),
    ...endParameters('DESC', pageSize),
  ];
}

function transferFilterParameters({
  wallets,
  filter,
}: Pick<TransferListRequest, 'wallets' | 'filter'>): UrlParameter[] {
  return [
    ['wallet', [...new Set(wallets)].join(',')],
    ...listParameter('counterparty_address', filter.counterparties),
    ...listParameter('token', filter.tokens),
    ...optional<Side>('side', filter.side),
    ...timeParameters(filter),
    ...listParameter('blockchain', filter.chainIds),
    ...categoryParameter(filter),
    ...optional('min_value', filter.minValue),
    ...spamParameter(filter.spam),
  ];
}

/** The REST parameters of a list of transactions. */
export function transactionParameters(request: TransactionListRequest, pageSize: number): UrlParameter[] {
  const { wallets, filter, order } = request;
  return [
    ['wallet', [...new Set(wallets)].join(',')],
    ...listParameter('counterparty_address', filter.counterparties),
    ...listParameter('not_counterparty_address', filter.notCounterparties),
    ...timeParameters(filter),
    ...listParameter('blockchain', filter.chainIds),
    ...categoryParameter(filter),
    ...listParameter(
      'kind',
      filter.kinds?.map((kind) => kind.toLowerCase()),
    ),
    ...optional('is_error', filter.isError === undefined ? undefined : String(filter.isError)),
    ...spamParameter(filter.spam),
    ...optional('hash', filter.hash),
    ...optional('bridge_message', filter.bridgeMessage),
    ...endParameters(order, pageSize),
  ];
}

/** The REST parameters of lists that have none but their pages: registered wallets, labels. */
export function plainParameters(pageSize: number): UrlParameter[] {
  return endParameters('DESC', pageSize);
}

function optional<Value extends string>(name: string, value: Value | undefined): UrlParameter[] {
  return value === undefined ? [] : [[name, value]];
}

function listParameter(name: string, values: readonly (string | number)[] | undefined): UrlParameter[] {
  return values === undefined || values.length === 0 ? [] : [[name, values.join(',')]];
}

function timeParameters({ from, to }: { from?: number; to?: number }): UrlParameter[] {
  // Items stand on whole seconds, so that rounding up keeps the same ones: from ≤ t < to.
  const text = (time: number | undefined) => (time === undefined ? undefined : formatTime(Math.ceil(time)));
  return [...optional('from', text(from)), ...optional('to', text(to))];
}

function categoryParameter({ categories }: TransferFilter | TransactionFilter): UrlParameter[] {
  return listParameter(
    'category',
    categories?.map((category) => categoryWireNames[category]),
  );
}

function spamParameter(spam: SpamFilter | undefined): UrlParameter[] {
  return optional('spam', spam?.toLowerCase());
}

/** Defaults are left out. */
function endParameters(order: 'ASC' | 'DESC', pageSize: number): UrlParameter[] {
  return [
    ...optional('order', order === 'ASC' ? 'asc' : undefined),
    ...optional('page_size', pageSize === defaultPageSize ? undefined : String(pageSize)),
  ];
}
