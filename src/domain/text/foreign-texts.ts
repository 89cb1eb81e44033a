/**
 * How long texts may be that strangers wrote into contracts and documents, counted as they travel: bytes of JSON. A page of 500
 * NFTs with the longest of all texts stays below what an answer may hold (use-cases/pages/answer-limits.ts).
 */

/** Of a description; longer ones are cut. */
export const maximumDescriptionBytes = 1_024;
/** Of an address of an image, an animation or a page; a longer one is left out, because a part of it leads nowhere. */
export const maximumUrlBytes = 768;
/** Of a name or a symbol; longer ones are cut. */
export const maximumNameBytes = 512;

/** Bytes of the text in JSON, without its quotes. */
export const jsonBytes = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - 2;

/** The text, or as much of its beginning as takes so many bytes of JSON with an ellipsis behind it. */
export function cutText(text: string, maximumBytes: number): string {
  // Nothing that long fits, so the rest need not be counted.
  const start = text.slice(0, maximumBytes + 1);
  if (start.length === text.length && jsonBytes(text) <= maximumBytes) return text;
  const ellipsis = '…';
  let left = maximumBytes - jsonBytes(ellipsis);
  let kept = '';
  for (const character of start.toWellFormed()) {
    left -= jsonBytes(character);
    if (left < 0) break;
    kept += character;
  }
  return kept + ellipsis;
}

/** The URL, or null when it is too long. */
export const shortUrl = (url: string): string | null =>
  url.length <= maximumUrlBytes && jsonBytes(url) <= maximumUrlBytes ? url : null;
