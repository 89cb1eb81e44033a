/**
 * GET /image/<SHA-256 of the bytes>: images that strangers drew, for <img> in a browser. No key: nobody guesses a hash, and
 * pages name none that may not be seen. Nothing is fetched from elsewhere. What is opened by itself runs nothing: its type is what its
 * bytes are, and an SVG stands in a sandbox without scripts or addresses outside.
 */
import type { FastifyInstance } from 'fastify';
import { createMemory } from '../domain/memory.ts';
import { isImageHash } from '../domain/text/data-url-images.ts';
import { PublicError } from '../errors.ts';
import { imagesPath } from '../use-cases/lookups/image-links.ts';
import type { ImageView, ReadModel } from '../use-cases/model/interface.ts';
import type { KeylessLimit } from './limits/keyless-limit.ts';

/** Of 256 KiB at most. */
const rememberedImages = 64;

const contentSecurityPolicy =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const fileEndings = new Map([
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
  ['image/avif', 'avif'],
  ['image/svg+xml', 'svg'],
]);

/** A page of 500 NFTs has as many images, and each is a look-up. */
export const imagesPerUnit = 10;

/** @param limit Of what one address may have. */
export function imageRoute(
  server: FastifyInstance,
  readModel: Pick<ReadModel, 'findImage'>,
  limit: KeylessLimit,
): void {
  const images = createMemory<string, ImageView>({ maximum: rememberedImages });

  async function imageOf(hash: string): Promise<ImageView> {
    const known = images.get(hash);
    if (known !== undefined) return known;
    const image = isImageHash(hash) ? await readModel.findImage(hash) : null;
    if (image === null) throw new PublicError('NOT_FOUND', 'There is no image with that hash.');
    images.keep(hash, image);
    return image;
  }

  server.get<{ Params: { hash: string } }>(
    `${imagesPath}:hash`,
    // Compressing anew for each request would cost more than the image does on its way.
    { schema: { hide: true }, compress: false },
    async (request, reply) => {
      await limit.take(request, reply);
      const { hash } = request.params;
      const image = await imageOf(hash);
      const etag = `"${hash}"`;
      reply
        .header('Cache-Control', 'public, max-age=31536000, immutable')
        .header('ETag', etag)
        .header('X-Content-Type-Options', 'nosniff')
        .header('Content-Security-Policy', contentSecurityPolicy)
        .header('Content-Disposition', `inline; filename="${hash}.${fileEndings.get(image.type) ?? 'bin'}"`)
        .header('Cross-Origin-Resource-Policy', 'cross-origin');
      if (namesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
      return reply.type(image.type).send(Buffer.from(image.bytes));
    },
  );
}

/** RFC 9110: a list of tags that are compared weakly, or any. */
function namesEtag(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some((tag) => {
    const trimmed = tag.trim();
    return trimmed === '*' || trimmed.replace(/^W\//, '') === etag;
  });
}
