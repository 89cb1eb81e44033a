/**
 * How many streams a key may have open; how many of them one address, where the key is in the hands of browsers; and how many all keys of a
 * client together, which may be many.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createOpenStreams } from '../limits/open-streams.ts';
import type { CheckedKey } from './api-keys.ts';
import { holderOf } from './page-keys.ts';

export interface KeyStreams {
  /** Counts a stream from now until its connection closes; see OpenStreams. */
  enter(
    key: CheckedKey,
    answer: { request: FastifyRequest; reply: FastifyReply },
    body?: ReadableStream<Uint8Array> | null,
  ): void;
}

/** A few pages of one visitor, or of several behind one address. */
const streamsPerAddress = 10;

export function createKeyStreams(): KeyStreams {
  const ofKeys = createOpenStreams();
  const ofAddresses = createOpenStreams({ perKey: streamsPerAddress, perProcess: 1_000 });
  return {
    enter({ caller, page }, { request, reply }, body = null) {
      if (page !== null) ofAddresses.enter(`${caller.keyId} ${holderOf(page, request)}`, reply, body);
      ofKeys.enter(caller.keyId, reply, body, String(caller.clientId));
    },
  };
}
