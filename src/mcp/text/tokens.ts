/**
 * How many tokens of a language model a text is, reckoned without a model's own table (30 MB). The rule is on the safe side of
 * what OpenAI's o200k_base counts for such answers, as test/mcp/answers.test.ts shows.
 */

/** Runs that are too long for words are ids, hashes, or nonsense; in others, words begin where the case changes. */
const parts = /\n+|[^\S\n]+|\d+(?![A-Za-z_\d])|\w{16,}|[A-Z]?[a-z]+|[A-Z]+|\d+|[^\sA-Za-z\d]/gu;

/** Characters to a token. */
const density = { ids: 1.4, digits: 3, words: 5, capitals: 2 };

/** Not fewer than a usual tokenizer finds. */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const [part] of text.matchAll(parts)) tokens += tokensOf(part);
  return Math.ceil(tokens);
}

function tokensOf(part: string): number {
  const [first = ''] = part;
  // A space belongs to the word behind it; more of them are one token.
  if (/\s/.test(first)) return part === ' ' ? 0.2 : 1;
  if (/^\d+$/.test(part)) return Math.ceil(part.length / density.digits);
  if (/^\w{16,}$/.test(part)) return Math.ceil(part.length / density.ids);
  if (/[a-z]/.test(part)) return Math.ceil(part.length / density.words);
  if (/[A-Z]/.test(first)) return Math.ceil(part.length / density.capitals);
  // Outside of ASCII, a character is up to three.
  return part.charCodeAt(0) < 0x80 ? 1 : part.length > 1 ? 3 : 2;
}
