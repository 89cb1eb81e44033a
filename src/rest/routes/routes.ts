/** The REST API: every resource's routes, and how their requests are read. */
import type { FastifyInstance } from 'fastify';
import { replaceNames } from '../address-names.ts';
import { accountRoutes } from '../admin/account-routes.ts';
import { adminRoutes } from '../admin/admin-routes.ts';
import { memberRoutes } from '../admin/member-routes.ts';
import type { RestDependencies } from '../route-support.ts';
import { inRestTerms, joinRepeated, requireFewValues, validatorCompiler } from '../validation.ts';
import { correctionRoutes } from './corrections.ts';
import { counterpartyRoutes } from './counterparties.ts';
import { addCsvPaths } from './csv-paths.ts';
import { eventRoutes } from './events.ts';
import { balanceRoutes } from './figures/balances.ts';
import { holdingRoutes } from './figures/holdings.ts';
import { lotRoutes } from './figures/lots.ts';
import { totalRoutes } from './figures/totals.ts';
import { valueRoutes } from './figures/values.ts';
import { privateSaleRoutes } from './forms/de-private-sales.ts';
import { earningsRoutes } from './forms/earnings.ts';
import { formRoutes } from './forms/form-8949.ts';
import { ukGainsRoutes } from './forms/uk-gains.ts';
import { issueRoutes } from './issues.ts';
import { labelRoutes } from './labels.ts';
import { tokenRoutes } from './tokens.ts';
import { transactionRoutes } from './transactions.ts';
import { transferRoutes } from './transfers.ts';
import { walletRoutes } from './wallets.ts';
import { webhookRoutes } from './webhooks/webhook-routes.ts';

/** A new resource is one file in routes/ and one line here. */
const resources = [
  ...[transferRoutes, transactionRoutes, counterpartyRoutes, eventRoutes],
  ...[
    balanceRoutes,
    holdingRoutes,
    lotRoutes,
    formRoutes,
    ukGainsRoutes,
    privateSaleRoutes,
    earningsRoutes,
    issueRoutes,
    totalRoutes,
    valueRoutes,
    walletRoutes,
  ],
  ...[labelRoutes, correctionRoutes, tokenRoutes, webhookRoutes, adminRoutes],
  ...[memberRoutes, accountRoutes],
];

export async function restRoutes(server: FastifyInstance, dependencies: RestDependencies): Promise<void> {
  server.setValidatorCompiler(validatorCompiler);
  // Answers are texts already; the response schemas are for OpenAPI and for the tests.
  server.setSerializerCompiler(() => (data) => JSON.stringify(data));
  // What a handler throws goes on to the server's own handler.
  server.setErrorHandler((error) => {
    throw inRestTerms(error);
  });
  server.addHook('preValidation', async (request) => {
    requireFewValues(request);
    joinRepeated(request);
    await replaceNames(request, dependencies.readModel);
  });

  // JSON only: everything else is 415. An empty body is no body, so that a DELETE may carry the header.
  const parseJson = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text.length === 0) done(null, undefined);
    else parseJson(request, String(text), done);
  });
  addCsvPaths(server);
  for (const resource of resources) await server.register(resource, dependencies);
}
