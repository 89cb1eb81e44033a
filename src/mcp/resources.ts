/** What agents read by address instead of asking: a wallet, and what of the GraphQL schema has a word in it. */

import type { ReadModel } from '../use-cases/model/interface.ts';
import type { Caller } from '../use-cases/model/view-model.ts';
import type { WalletView } from '../use-cases/model/wallet-view.ts';
import { badInput } from './tools/questions.ts';

/** As many as a page of the API has. */
const mostListed = 100;

export const walletUri = 'wallet://{address}';
export const schemaUri = 'schema://search/{term}';

/** Places of the schema with a word in their name or description: `Transfer.amount: Decimal! – …`, the best first. */
export type SchemaSearch = (term: string, most: number) => readonly string[];

/** The wallets that are registered, as resources; a credential of some wallets has a list of its own. */
export async function listedWallets(
  readModel: ReadModel,
  caller: Caller,
): Promise<{ uri: string; name: string; mimeType: string }[]> {
  const items: readonly Pick<WalletView, 'address'>[] =
    caller.bounds === undefined
      ? (await readModel.listWallets(caller, { mode: 'cursor', first: mostListed })).items
      : [...caller.bounds.wallets].map((address) => ({ address }));
  return items.map(({ address }) => ({
    ...{ uri: `wallet://${address}`, name: address, mimeType: 'text/plain' },
  }));
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw badInput('term', 'is not encoded as parts of an address are');
  }
}

const mostFound = 40;
const longestTerm = 60;

/** @param term as it stands in the address. Throws BAD_INPUT for what is no word. */
export function schemaText(search: SchemaSearch, term: string): string {
  const word = decoded(term).trim();
  if (word.length < 2 || word.length > longestTerm)
    throw badInput('term', `must have 2 to ${longestTerm} characters`);
  const found = search(word, mostFound + 1);
  if (found.length === 0)
    return `Nothing in the schema has that word in it. { __schema { queryType { fields { name } } } } lists what can be asked.`;
  const more = found.length > mostFound ? ['and more: ask with a longer word'] : [];
  return [...found.slice(0, mostFound), ...more].join('\n');
}
