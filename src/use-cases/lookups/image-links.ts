/**
 * Links to images. For an image that the service has itself, a view holds its path; for any other image, its address elsewhere.
 * What has to stand before a path is known only when an answer is written. No address elsewhere begins with a slash.
 */
import { isDataUrl, referencedImage } from '../../domain/text/data-url-images.ts';

/** Where images are served, by the hash of their bytes. */
export const imagesPath = '/image/';

/** What a view holds of a stored address. A `data:` URL of before images were stored beside is not passed on. */
export function imageUrlOf(stored: string | null | undefined): string | null {
  if (stored === null || stored === undefined || isDataUrl(stored)) return null;
  const hash = referencedImage(stored);
  return hash === null ? stored : `${imagesPath}${hash}`;
}

/** The absolute link; `baseUrl` is how links to this service begin. */
export function imageLink(url: string, baseUrl: string): string {
  return url.startsWith('/') ? `${baseUrl.replace(/\/+$/, '')}${url}` : url;
}
