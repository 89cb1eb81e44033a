/** What token names give away: advertised web sites, and symbols that imitate others. */

const advertisedSite =
  /(?:https?:\/\/|www\.|\bt\.me\/|\b[\p{L}\p{N}-]{2,}\s*\.\s*(?:com|net|org|io|xyz|app|site|top|club|vip|live|pro|info|online|gift|gifts|claim|cc|me|co|us|lol|fun|bet|win|cash|events?|website|link|click|space|store|tech|world|zone|network)\b)/iu;

/** Whether a name or symbol holds a URL or a domain name, as advertisements that pose as tokens do. */
export function holdsUrl(text: string): boolean {
  return advertisedSite.test(text.normalize('NFKC'));
}

/** Letters and digits that pass for Latin letters. NFKC already folds full-width and mathematical letters. */
const lookAlikes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    // Cyrillic
    а: 'a',
    в: 'b',
    с: 'c',
    ԁ: 'd',
    е: 'e',
    һ: 'h',
    і: 'i',
    ј: 'j',
    к: 'k',
    м: 'm',
    н: 'h',
    о: 'o',
    р: 'p',
    ѕ: 's',
    т: 't',
    у: 'y',
    х: 'x',
    ԛ: 'q',
    ԝ: 'w',
    // Greek
    α: 'a',
    β: 'b',
    ε: 'e',
    η: 'h',
    ι: 'i',
    κ: 'k',
    μ: 'm',
    ν: 'v',
    ο: 'o',
    ρ: 'p',
    τ: 't',
    υ: 'u',
    χ: 'x',
    ζ: 'z',
    // Digits and signs
    '0': 'o',
    '1': 'l',
    $: 's',
    '₮': 't',
    '₿': 'b',
    '€': 'e',
    ł: 'l',
    ı: 'i',
    đ: 'd',
    ð: 'd',
  }),
);

/** A symbol reduced to how it looks: 'USDТ' with a Cyrillic Т, 'U S D T' and 'usdt' become the same. */
export function skeleton(symbol: string): string {
  const folded = symbol.normalize('NFKD').toLowerCase();
  let text = '';
  for (const character of folded) {
    const mapped = lookAlikes.get(character) ?? character;
    if (/[\p{L}\p{N}]/u.test(mapped)) text += mapped;
  }
  return text;
}

/** A test whether a symbol looks like one of the given ones. */
export function looksAlike(symbols: readonly string[]): (symbol: string) => boolean {
  const skeletons = new Set(symbols.map(skeleton));
  skeletons.delete('');
  return (symbol) => skeletons.has(skeleton(symbol));
}

/** Longer ones are sentences. */
const longestSelfGiven = 64;

/**
 * What a contract calls itself, if it may be shown as its own word: no sentence, no site, no name in ENS, no address, and nothing that
 * looks like the name or symbol of a listed token. Else null.
 */
export function selfGivenName(name: string, imitates: (name: string) => boolean): string | null {
  if ([...name].length > longestSelfGiven || !/\p{L}/u.test(name)) return null;
  if (holdsUrl(name) || /\.\s*eth\b|0x[0-9a-f]{4}/iu.test(name.normalize('NFKC'))) return null;
  return imitates(name) ? null : name;
}
