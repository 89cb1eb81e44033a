/** Filters as clients write them → filters as the store takes them. An empty list filters nothing. */
import { parseAddress } from '../../domain/address.ts';
import { messageForm, messageFormHint } from '../../domain/crossing-end.ts';
import { tokenId } from '../../domain/ids.ts';
import type { Address } from '../../domain/model.ts';
import { type InputProblem, inputRefused, PublicError } from '../../errors.ts';
import type { TransactionRowFilter } from '../../store/pages/transaction-pages.ts';
import type { TransferRowFilter } from '../../store/pages/transfer-filter.ts';
import type { TokenBalanceFilter } from '../model/figures-model.ts';
import type { TransactionFilter, TransferFilter } from '../model/view-model.ts';

export interface TokenReference {
  /** null: the address on any chain. */
  chainId: number | null;
  address: Address;
}

/** Reads token_ ids and contract addresses (the zero address: native tokens). Throws BAD_INPUT naming the first wrong ones. */
export function parseTokens(tokens: readonly string[]): TokenReference[] {
  const problems: InputProblem[] = [];
  const references: TokenReference[] = [];
  for (const [index, text] of tokens.entries()) {
    const key = tokenId.decode(text);
    if (key !== null) {
      references.push(key);
      continue;
    }
    const parsed = parseAddress(text);
    if (parsed.ok) references.push({ chainId: null, address: parsed.address });
    else if (text.startsWith('token_')) {
      problems.push({ path: `tokens.${index}`, message: `'${text.slice(0, 80)}' is not a token id` });
    } else problems.push({ path: `tokens.${index}`, message: parsed.problem });
  }
  if (problems.length > 0) throw inputRefused(problems);
  return references;
}

/** Whether a token is on one of the chains, and one of the tokens; what is not given, or empty, filters nothing. Throws BAD_INPUT. */
export function tokenFilter({
  chainIds = [],
  tokens = [],
}: Pick<TokenBalanceFilter, 'chainIds' | 'tokens'>): (token: {
  chainId: number;
  tokenAddress: Address;
}) => boolean {
  const chains = new Set(chainIds);
  const wanted = parseTokens(tokens);
  return (token) =>
    (chains.size === 0 || chains.has(token.chainId)) &&
    (wanted.length === 0 ||
      wanted.some(
        ({ chainId, address }) =>
          address === token.tokenAddress && (chainId === null || chainId === token.chainId),
      ));
}

function parseMinimumValue(text: string): string {
  if (/^\d{1,60}(\.\d{1,60})?$/.test(text)) return text;
  const message = 'the minimum value must be a decimal number that is not negative, such as 12.5';
  throw new PublicError('BAD_INPUT', message, [{ path: 'minValue', message }]);
}

function checkMessage(text: string): string {
  if (messageForm.test(text)) return text;
  const message = `'${text.slice(0, 80)}' ${messageFormHint}`;
  throw new PublicError('BAD_INPUT', message, [{ path: 'bridgeMessage', message }]);
}

const some = <Item>(items: readonly Item[] | undefined): Item[] | undefined =>
  items === undefined || items.length === 0 ? undefined : [...items];

/** What is left of an object without the keys whose value is undefined. */
type Defined<Fields> = { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> };

function defined<Fields extends object>(fields: Fields): Defined<Fields>;
function defined(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** A range that ends before it begins is a mistake, not an empty list. */
function checkRange({ from, to }: { from?: number; to?: number }): void {
  if (from === undefined || to === undefined || from <= to) return;
  throw new PublicError('BAD_INPUT', 'from is later than to', [
    { path: 'from', message: 'is later than to' },
  ]);
}

export function transferRowFilter(filter: TransferFilter): TransferRowFilter {
  checkRange(filter);
  return defined({
    counterparties: some(filter.counterparties),
    tokens: filter.tokens === undefined ? undefined : some(parseTokens(filter.tokens)),
    chainIds: some(filter.chainIds),
    side: filter.side,
    fromTime: filter.from,
    toTime: filter.to,
    categories: some(filter.categories),
    minValue: filter.minValue === undefined ? undefined : parseMinimumValue(filter.minValue),
    spam: filter.spam,
  });
}

export function transactionRowFilter(filter: TransactionFilter): TransactionRowFilter {
  checkRange(filter);
  return defined({
    counterparties: some(filter.counterparties),
    notCounterparties: some(filter.notCounterparties),
    chainIds: some(filter.chainIds),
    categories: some(filter.categories),
    kinds: some(filter.kinds),
    fromTime: filter.from,
    toTime: filter.to,
    isError: filter.isError,
    spam: filter.spam,
    hash: filter.hash,
    bridgeMessage: filter.bridgeMessage === undefined ? undefined : checkMessage(filter.bridgeMessage),
  });
}
