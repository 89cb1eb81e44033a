/**
 * Texts that clients store and see again: names, tags, notes. A text must look like what it is, or it could pass for another
 * one. So three kinds of characters are refused: invisible ones, those that turn the direction
 * around, and those that are no characters at all.
 */

/**
 * Controls, halves of surrogate pairs, separators of lines, and what Unicode lists as ignorable: zero-width characters, the marks
 * and overrides of direction, fillers, tags. U+2800 is a blank that counts as a symbol.
 */
const unseen = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Emoji are put together with U+200D and U+FE0F; scripts such as Persian and Hindi need the joiners between their letters. */
const joined = [
  /(?<=\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?)\u200D(?=\p{Extended_Pictographic})/gu,
  /(?<=[\p{Emoji}])[\uFE0E\uFE0F]/gu,
  /(?<=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Gujarati}\p{Script=Gurmukhi}][\p{M}]*)[\u200C\u200D](?=[\p{L}\p{M}])/gu,
];

/**
 * What is wrong with a text of a client, as a sentence without its subject; null: nothing.
 * @param lines whether line breaks and tabs are allowed, as in a note
 */
export function textProblem(text: string, { lines = false }: { lines?: boolean } = {}): string | null {
  const withoutBreaks = lines ? text.replaceAll(/[\n\r\t]/g, ' ') : text;
  const plain = joined.reduce((rest, pattern) => rest.replaceAll(pattern, ''), withoutBreaks);
  const found = unseen.exec(plain)?.[0];
  if (found === undefined) return null;
  const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `holds the character U+${code}, which cannot be seen or turns text around: leave it out`;
}
