/**
 * Images that strangers wrote into `data:` URLs. This is hostile input. The first bytes say what kind of image it is; what its
 * document claims does not count. Only the few kinds that browsers draw are images.
 */
import { createHash } from 'node:crypto';

/** Larger images are not kept. */
export const maximumImageBytes = 256 * 1024;

export const imageTypes = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/svg+xml',
] as const;
export type ImageType = (typeof imageTypes)[number];

export interface Image {
  /** SHA-256 of the bytes, as 64 hex digits. */
  hash: string;
  type: ImageType;
  bytes: Buffer;
}

/** The scheme, the type with its parameters, and the comma. */
const longestHead = 300;

export const isDataUrl = (text: string): boolean => /^data:/i.test(text);

/** The image in a `data:` URL; null when there is none, or one that is too large. */
export function imageOfDataUrl(url: string): Image | null {
  const comma = isDataUrl(url) ? url.slice(0, longestHead).indexOf(',') : -1;
  if (comma === -1) return null;
  const isBase64 = /;\s*base64$/i.test(url.slice(0, comma).trimEnd());
  const body = url.slice(comma + 1);
  // Three characters stand for a byte at most.
  if (body.length > 3 * maximumImageBytes) return null;
  const text = percentDecoded(body);
  const bytes = isBase64 ? Buffer.from(text.toString('latin1'), 'base64') : text;
  if (bytes.length > maximumImageBytes) return null;
  const type = imageTypeOf(bytes);
  return type === null ? null : { hash: createHash('sha256').update(bytes).digest('hex'), type, bytes };
}

/** As the URL standard decodes: a percent sign without two hex digits stands for itself, as contracts that do not encode write it. */
function percentDecoded(text: string): Buffer {
  const source = Buffer.from(text, 'utf8');
  let length = 0;
  for (let index = 0; index < source.length; index += 1) {
    const high = source[index] === 0x25 ? hexDigit(source[index + 1]) : -1;
    const low = high < 0 ? -1 : hexDigit(source[index + 2]);
    if (low >= 0) index += 2;
    // In place: what is decoded is never longer than what was read.
    source[length] = low >= 0 ? high * 16 + low : (source[index] ?? 0);
    length += 1;
  }
  return source.subarray(0, length);
}

function hexDigit(code: number | undefined): number {
  if (code === undefined) return -1;
  return '0123456789abcdef'.indexOf(String.fromCharCode(code).toLowerCase());
}

/** The kind of image that the first bytes say; null for anything else. */
export function imageTypeOf(bytes: Buffer): ImageType | null {
  const starts = (text: string, offset = 0): boolean =>
    bytes.subarray(offset, offset + text.length).equals(Buffer.from(text, 'latin1'));
  if (starts('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (starts('\xff\xd8\xff')) return 'image/jpeg';
  if (starts('GIF87a') || starts('GIF89a')) return 'image/gif';
  if (starts('RIFF') && starts('WEBP', 8)) return 'image/webp';
  if (starts('ftypavif', 4) || starts('ftypavis', 4)) return 'image/avif';
  return isSvg(bytes) ? 'image/svg+xml' : null;
}

/** UTF-8 whose root element is `svg`. A document type with entities of its own is refused: they can grow without bound. */
function isSvg(bytes: Buffer): boolean {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return false;
  }
  let rest = text.trimStart();
  for (;;) {
    const end = rest.startsWith('<?') ? '?>' : rest.startsWith('<!--') ? '-->' : null;
    if (end !== null) {
      const at = rest.indexOf(end);
      if (at < 0) return false;
      rest = rest.slice(at + end.length).trimStart();
      continue;
    }
    const documentType = /^<!DOCTYPE\s+svg\b[^[>]*>\s*/i.exec(rest);
    if (documentType === null) return /^<svg[\s/>]/.test(rest);
    rest = rest.slice(documentType[0].length);
  }
}

const scheme = 'image:';

/** How a row names a stored image where others have a URL. */
export const imageReference = (hash: string): string => `${scheme}${hash}`;

/** The hash in such a name; null for any other text. */
export function referencedImage(text: string): string | null {
  const hash = text.startsWith(scheme) ? text.slice(scheme.length) : '';
  return isImageHash(hash) ? hash : null;
}

export const isImageHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);
