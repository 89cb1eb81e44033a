/** All that needs no key but is more than a few words: the pages for people, GraphiQL, Swagger UI, and the descriptions of the two APIs. */
import type { FastifyInstance } from 'fastify';
import { schemaText } from '../../graphql/schema.ts';
import type { KeylessLimit } from '../limits/keyless-limit.ts';
import { handleError } from '../problems/problem.ts';
import { docsPage } from './docs-page.ts';
import { graphiqlPage } from './graphiql-page.ts';
import { addPage, prepareText, type SendPage } from './page-routes.ts';
import { type Prepared, revalidated, sendPrepared } from './prepared-pages.ts';
import { webPages } from './web-pages.ts';

/** Adds the pages for people, /docs, /openapi.json, /schema.graphql and the files of both pages; answers what sends GraphiQL, whose path is GraphQL's own. */
export async function pageRoutes(
  server: FastifyInstance,
  { publicUrl, keyless }: { publicUrl: string | null; keyless: KeylessLimit },
): Promise<{ sendGraphiql: SendPage; sendUnknown: SendPage }> {
  server.setErrorHandler(handleError);
  const options = { schema: { hide: true }, compress: false } as const;
  const sendDocs = addPage(server, docsPage(publicUrl), keyless);
  server.get('/docs', options, sendDocs);
  const { sendUnknown } = webPages(server, { keyless });

  let openApi: Promise<Prepared> | null = null;
  server.get('/openapi.json', options, async (request, reply) => {
    openApi ??= prepareText('application/json; charset=utf-8', JSON.stringify(server.swagger()));
    return sendPrepared(request, reply, await openApi, { keyless, cacheControl: revalidated });
  });

  let schema: Promise<Prepared> | null = null;
  server.get('/schema.graphql', options, async (request, reply) => {
    schema ??= prepareText('text/plain; charset=utf-8', schemaText());
    return sendPrepared(request, reply, await schema, { keyless, cacheControl: revalidated });
  });
  return { sendGraphiql: addPage(server, graphiqlPage, keyless), sendUnknown };
}
