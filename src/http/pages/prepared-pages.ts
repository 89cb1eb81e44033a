/** Answers that are made once: their bytes in each content coding, and the tag by which a browser asks whether it has them. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isNamed } from '../../rest/entity-tag.ts';
import type { KeylessLimit } from '../limits/keyless-limit.ts';

/** The codings that are kept, the smallest first. */
export const codings = ['br', 'gzip', 'identity'] as const;
type Coding = (typeof codings)[number];

export interface Prepared {
  contentType: string;
  /** Hex digits that name the content. */
  hash: string;
  bodies: Readonly<Record<Coding, Uint8Array>>;
}

/** For what has its hash in its name, and so never changes. */
export const immutable = 'public, max-age=31536000, immutable';
/** For what has not: the browser asks each time whether it is still the same. */
export const revalidated = 'public, no-cache';

/**
 * Answers with the body in a coding that the request accepts, or with 304. What goes out counts against the address's limit.
 * Routes that use it have `compress: false`.
 */
export async function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  prepared: Prepared,
  { keyless, cacheControl }: { keyless: KeylessLimit; cacheControl: string },
): Promise<FastifyReply> {
  const tag = `W/"${prepared.hash}"`;
  reply.header('ETag', tag).header('Cache-Control', cacheControl).header('Vary', 'Accept, Accept-Encoding');
  if (isNamed(tag, request.headers['if-none-match'])) {
    await keyless.take(request, reply);
    return reply.code(304).send();
  }
  const coding = codingFor(String(request.headers['accept-encoding'] ?? ''));
  const bytes = prepared.bodies[coding];
  await keyless.take(request, reply, bytes.length);
  if (coding !== 'identity') reply.header('Content-Encoding', coding);
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return reply.type(prepared.contentType).send(body);
}

/** The smallest coding that the header Accept-Encoding accepts; what it rules out all the same is sent plainly. */
export function codingFor(header: string): Coding {
  const weights = new Map<string, number>();
  for (const part of header.slice(0, 500).split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight));
  }
  const accepts = (coding: string): boolean => (weights.get(coding) ?? weights.get('*') ?? 0) > 0;
  return codings.find(accepts) ?? 'identity';
}
