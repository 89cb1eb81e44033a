/** What of a configuration must never be shown, so that the logger can take it out of every line. */
import type { Config } from './config.ts';
import { isKeyName } from './errors.ts';

/** Parts of a URL that are at least so long may be keys: providers of nodes put them into paths and parameters. */
const shortestUrlKey = 12;

/** Keys, passwords, and what may be one in the URLs of nodes and explorers, each as it is written and as it is read. */
export function configuredSecrets({ chains, prices, database, bootstrapApiKey }: Config): string[] {
  const sources = chains.map(({ chain }) => chain);
  const keys = [bootstrapApiKey, prices.coingecko.apiKey, ...sources.map(({ explorer }) => explorer?.apiKey)];
  const urls = [
    ...sources.flatMap(({ rpc, explorer }) => [...rpc, explorer?.url]),
    ...[prices.defillama.url, prices.coingecko.url],
  ];
  const password = database.url === null ? '' : new URL(database.url).password;
  return [
    ...keys.flatMap((key) => key ?? []),
    ...urls.flatMap((url) => (url === undefined ? [] : urlSecrets(new URL(url)))),
    ...bothForms(password),
  ].filter((text) => text !== '');
}

function urlSecrets({ username, password, pathname, searchParams }: URL): string[] {
  const isLong = (text: string): boolean => text.length >= shortestUrlKey;
  const values = [...searchParams].filter(([name, value]) => isKeyName(name) || isLong(value));
  return [
    ...[username, password, ...pathname.split('/').filter(isLong)].flatMap(bothForms),
    ...values.map(([, value]) => value),
  ];
}

function bothForms(text: string): string[] {
  try {
    return [text, decodeURIComponent(text)];
  } catch {
    return [text];
  }
}
