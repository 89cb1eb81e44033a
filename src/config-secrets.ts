/** What of a configuration must never be shown, so that the logger can take it out of every line. */
import type { Config } from './config.ts';
import { isKeyName } from './errors.ts';

/** Parts of a URL that are at least so long may be keys: providers of nodes put them into paths and parameters. */
const shortestUrlKey = 12;

/** Keys, passwords, and what may be one in the URLs of nodes and explorers, each as it is written and as it is read. */
export function configuredSecrets({
  chains,
  prices,
  database,
  bootstrapApiKey,
  secretKeys,
}: Config): string[] {
  const sources = chains.map(({ chain }) => chain);
  const ofPrices = settingsOfPrices(prices);
  const keys = [
    bootstrapApiKey,
    ...(secretKeys ?? []).flatMap((key) => [key, Buffer.from(key, 'hex').toString('base64')]),
    ...sources.map(({ explorer }) => explorer?.apiKey),
    ...ofPrices.flatMap(([name, text]) => (isKeyName(name) ? [text] : [])),
  ];
  const urls = [
    ...sources.flatMap(({ rpc, explorer }) => [...rpc, explorer?.url]),
    ...ofPrices.flatMap(([name, text]) => (name === 'url' ? [text] : [])),
  ];
  const databases = [database.url, database.readUrl].flatMap((url) => (url === null ? [] : new URL(url)));
  return [
    ...keys.flatMap((key) => key ?? []),
    ...urls.flatMap((url) => (url === undefined ? [] : urlSecrets(new URL(url)))),
    ...databases.flatMap(({ password }) => bothForms(password)),
  ].filter((text) => text !== '');
}

/** The texts in the settings of all price sources, by name: also of one that is added later. */
function settingsOfPrices(prices: Config['prices']): [name: string, text: string][] {
  return Object.values(prices).flatMap((settings) =>
    typeof settings !== 'object' || Array.isArray(settings)
      ? []
      : Object.entries(settings).flatMap(([name, value]): [string, string][] =>
          typeof value === 'string' ? [[name, value]] : [],
        ),
  );
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
