/** The metadata document of an NFT, where the contract carries it in a `data:` URI. Hostile input: read, checked, cut. */
import { z } from 'zod';
import { maximumImageBytes } from '../../domain/text/data-url-images.ts';
import { cleanName } from './contract-text.ts';

export interface TokenDocument {
  name: string | null;
  description: string | null;
  image: string | null;
  animation: string | null;
  externalUrl: string | null;
}

/** What is stored is shorter still (domain/text/foreign-texts.ts). */
const longestDescription = 4_096;
/** Images drawn on chain travel in data: URIs; the store keeps them as bytes. Longer ones are not looked at. */
const longestDataUrl = 3 * maximumImageBytes;
const longestUrl = 2_048;

const text = z.string().optional().catch(undefined);
const documentSchema = z.object({
  name: z
    .union([z.string(), z.number().transform(String)])
    .optional()
    .catch(undefined),
  description: text,
  image: text,
  image_url: text,
  image_data: text,
  animation_url: text,
  external_url: text,
});

/** ERC-1155 lets one URI stand for all ids. */
function ownUri(uri: string, tokenId: bigint): string {
  return uri.trim().replaceAll('{id}', tokenId.toString(16).padStart(64, '0'));
}

/** The document in a token URI; null when it is not a readable `data:` document. */
export function parseTokenUri(uri: string, tokenId: bigint): TokenDocument | null {
  const own = ownUri(uri, tokenId);
  const json = dataUriText(own) ?? (own.startsWith('{') ? own : null);
  if (json === null) return null;
  try {
    return readTokenDocument(JSON.parse(json));
  } catch {
    return null;
  }
}

/** The address of a document that is elsewhere; null for one that is not fetched from anywhere. */
export function remoteUri(uri: string, tokenId: bigint): string | null {
  const own = ownUri(uri, tokenId);
  return own.length <= longestUrl && /^(https?|ipfs):\/\/\S+$/i.test(own) && URL.canParse(own) ? own : null;
}

/** What parsed JSON says of an NFT; null when it is no metadata document. */
export function readTokenDocument(document: unknown): TokenDocument | null {
  const parsed = documentSchema.safeParse(document);
  if (!parsed.success) return null;
  const { name, description, image, image_url, image_data, animation_url, external_url } = parsed.data;
  return {
    name: name === undefined ? null : cleanName(name),
    description: description === undefined ? null : cleanDescription(description),
    image: mediaUrl(image) ?? mediaUrl(image_url) ?? drawing(image_data),
    animation: mediaUrl(animation_url),
    externalUrl: webUrl(external_url),
  };
}

/** The text of a `data:` URI: base64, percent-encoded, or (as many contracts do) plain. */
function dataUriText(uri: string): string | null {
  const match = /^data:[^,]*?(;base64)?,/is.exec(uri);
  if (match === null) return null;
  const body = uri.slice(match[0].length);
  if (match[1] !== undefined) return Buffer.from(body, 'base64').toString('utf8');
  try {
    return decodeURIComponent(body);
  } catch {
    return body;
  }
}

/** URLs that may stand for an image or animation. Never fetched here. */
function mediaUrl(url: string | undefined): string | null {
  if (url === undefined) return null;
  const trimmed = url.trim();
  if (/^data:(image|video|audio)\/[\w.+-]+[;,]/i.test(trimmed)) {
    return trimmed.length <= longestDataUrl ? trimmed.toWellFormed() : null;
  }
  return /^(ipfs|ar):\/\/\S+$/i.test(trimmed) && trimmed.length <= longestUrl ? trimmed : webUrl(trimmed);
}

function webUrl(url: string | undefined): string | null {
  const trimmed = url?.trim() ?? '';
  return trimmed.length <= longestUrl && /^https?:\/\/\S+$/i.test(trimmed) && URL.canParse(trimmed)
    ? trimmed
    : null;
}

/** Raw SVG text as a URL. */
function drawing(svg: string | undefined): string | null {
  if (svg === undefined || !svg.trimStart().startsWith('<svg') || svg.length > maximumImageBytes) return null;
  return `data:image/svg+xml;base64,${Buffer.from(svg, 'utf8').toString('base64')}`;
}

function cleanDescription(description: string): string {
  const cleaned = description
    .toWellFormed()
    .replace(/[^\P{Cc}\n\t]+/gu, '')
    .replace(/[\p{Cf}\uFFFD]+/gu, '')
    .trim();
  return cleaned.length > longestDescription
    ? `${cleaned.slice(0, longestDescription - 1).toWellFormed()}…`
    : cleaned;
}
