/** GET /wallet/event/: what happened to wallets, to be followed. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { walletEventTypes } from '../../domain/event-types.ts';
import { defaultEvents, maximumEvents } from '../../use-cases/model/event-model.ts';
import { sendTagged } from '../envelope.ts';
import { listText } from '../page-text.ts';
import * as parameters from '../parameters.ts';
import { answers, jsonAnswer, notModified, type RestDependencies } from '../route-support.ts';
import { eventJson, eventSchema } from '../wire/event.ts';
import { orNull, plain, text } from '../wire/objects/json.ts';

const querystring = parameters.strictFields({
  wallet: parameters.wallet,
  after: parameters.givenText
    .meta({
      description:
        'The `cursor` of an answer about the same wallets; of one wallet also the `sequence` of an event; latest: behind all. ' +
        'Left out: from the first event that is kept on',
      examples: ['latest'],
    })
    .optional(),
  limit: parameters
    .wholeNumber(1, maximumEvents)
    .meta({
      ...{ type: 'integer', minimum: 1, maximum: maximumEvents, default: defaultEvents },
      description: 'Events on a page',
    })
    .optional(),
  types: parameters
    .choices(
      parameters.named(walletEventTypes),
      'Only events of these types; left out: all but wallet.progress and transfer.finalized',
    )
    .optional(),
});

const pageSchema = z
  .strictObject({
    cursor: z
      .string()
      .meta({ description: 'Give it as `after` for what comes behind this page, now or later' }),
    next: z.string().nullable().meta({ description: 'URL of the next page; null: there is no more by now' }),
    results: z.array(eventSchema).meta({ description: 'The events' }),
  })
  .meta({ id: 'WalletEventPage', description: 'A page of events: each wallet’s in their order' });

export const eventRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, dependencies) => {
  const { readModel, callerOf, baseUrlOf } = dependencies;
  server.get(
    '/wallet/event/',
    {
      schema: {
        operationId: 'listEvents',
        tags: ['History'],
        summary: 'Follow what happens to wallets',
        description:
          'What was stored of wallets, event by event, oldest first. Whoever reads the list of transfers and applies the events behind ' +
          'it in their order keeps that list. Events are kept for 30 days.',
        querystring,
        response: answers(
          { 200: jsonAnswer('A page of events', pageSchema), 304: notModified },
          ...([404, 410] as const),
        ),
      },
    },
    async (request, reply) => {
      const { wallet: wallets, after, limit = defaultEvents, types } = request.query;
      const page = await readModel.listEvents(callerOf(request), { wallets, after, limit, types });
      const baseUrl = baseUrlOf(request);
      const next = page.hasMore ? nextUrl(baseUrl, request.url, page.cursor) : null;
      const results = listText(page.events, (event) => eventJson(event, baseUrl));
      return sendTagged(
        request,
        reply,
        `{"cursor":${plain(page.cursor)},"next":${orNull(next, text)},"results":${results}}`,
      );
    },
  );
};

/** The request again, from the cursor on. A key is never repeated in a link. */
function nextUrl(baseUrl: string, url: string, cursor: string): string {
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1));
  query.delete('api_key');
  query.set('after', cursor);
  return `${baseUrl.replace(/\/+$/, '')}/wallet/event/?${query.toString().replaceAll('%2C', ',')}`;
}
