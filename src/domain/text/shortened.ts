/** Addresses and the numbers of NFTs as people tell them apart: `0x1eb8…04bd`. For sentences that people read; clients of the APIs get the whole. */

/** A number of 78 digits says nothing to anybody; what is as short as a year or a date stays whole. */
const longest = 13;

/** The text, or its first six and last four characters. */
export const shortened = (text: string): string =>
  text.length <= longest ? text : `${text.slice(0, 6)}…${text.slice(-4)}`;
