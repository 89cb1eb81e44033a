/**
 * The same text in one piece of memory. A text that was joined from pieces stays a tree of them in memory, and the tree is
 * walked each time that the text is copied into an answer (0.8 ms for 100 remembered transfers, measured). A text that is kept
 * is worth one copy.
 */
export const flatText = (text: string): string => Buffer.from(text).toString();

/** The same of hex digits and other ASCII, which are a byte each. */
export const flatHex = (digits: string): string => Buffer.from(digits, 'latin1').toString('latin1');
