/** wallet-data mcp: answers an agent over standard input and output, straight from the database. */
import type { Command } from 'commander';
import { type Config, loadConfig } from '../../config.ts';
import { configuredSecrets } from '../../config-secrets.ts';
import { createEnabledChains } from '../../enabled-chains.ts';
import { hideApiKeys, PublicError } from '../../errors.ts';
import { askReading } from '../../graphql/reading-query.ts';
import { searchSchema } from '../../graphql/schema-search.ts';
import { createGraphqlHandler } from '../../graphql/server.ts';
import { apiVersion } from '../../http/api-version.ts';
import { timeoutError } from '../../http/limits/request-guard.ts';
import { problemFor } from '../../http/problems/problem.ts';
import { createBookingsReader } from '../../ingest/accounting/bookings-reader.ts';
import { createLogger, type Logger } from '../../logger.ts';
import { serveOverStdio } from '../../mcp/stdio.ts';
import type { McpRequestContext } from '../../mcp/surface.ts';
import { openNameLookup } from '../../name-lookup.ts';
import { createSemaphore } from '../../outgoing/at-once.ts';
import { defaultClientName } from '../../store/clients/client-rows.ts';
import { inRequest } from '../../store/connection/request-scope.ts';
import { findLedgerSettings } from '../../store/ledger/search/ledger-settings.ts';
import type { ReadModel } from '../../use-cases/model/interface.ts';
import type { Caller } from '../../use-cases/model/view-model.ts';
import { createReadModel } from '../../use-cases/read-model.ts';
import { requireClient, withDatabase } from '../terminal/database-access.ts';
import { untilStopped } from '../terminal/until-stopped.ts';

/** Calls at once; an agent asks a few. */
const atOnce = 4;

export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .description('Answer an agent (Model Context Protocol) over standard input and output; reading only')
    .option('--client <name>', 'whose wallets', defaultClientName)
    .action(async ({ client }: { client: string }) => {
      const config = loadConfig();
      // Standard output is the protocol's.
      const logger = createLogger({
        ...{ level: 'warn', secrets: configuredSecrets(config), out: process.stderr },
      });
      await untilStopped(logger, (signal) => serve(config, { client, logger, signal }));
    });
}

async function serve(
  config: Config,
  { client, logger, signal }: { client: string; logger: Logger; signal: AbortSignal },
): Promise<void> {
  await withDatabase(config, async (database) => {
    const { id: clientId } = await requireClient(database, client);
    const { reportingCurrency } = await findLedgerSettings(database, clientId);
    const names = openNameLookup(config, logger);
    const readModel = createReadModel({
      // As the service stored them, which may have another configuration than this command.
      ...{
        database,
        enabledChains: createEnabledChains({ ...config, role: 'api' }, database),
        now: Date.now,
      },
      readBookings: createBookingsReader(database),
      ...{ currencyTokens: config.prices.currencies, addressOfName: names?.addressOf ?? null },
    });
    try {
      const caller: Caller = { clientId, keyId: 'command-line', scopes: ['read'], reportingCurrency };
      await serveOverStdio(
        { readModel, version: apiVersion, now: Date.now, allowsWrites: false, searchSchema },
        contextOf(readModel, caller, { logger, timeoutMs: config.limits.requestTimeoutMs }),
        {
          ...{ input: process.stdin, output: process.stdout, signal },
          onError: (error) =>
            logger.warn({ error: hideApiKeys(error.message) }, 'a message was not understood'),
        },
      );
    } finally {
      await readModel.close();
      await names?.close();
    }
  });
}

/** Nobody's limits but time: whoever runs this has the database. */
function contextOf(
  readModel: ReadModel,
  caller: Caller,
  { logger, timeoutMs }: { logger: Logger; timeoutMs: number },
): McpRequestContext {
  const requestId = 'command-line';
  const graphql = createGraphqlHandler({
    readModel,
    onError: (err) => logger.error({ err }, 'a GraphQL request failed'),
  });
  const inSlot = createSemaphore(atOnce);
  return {
    caller,
    charge: async () => {},
    askGraphql: (query, variables) =>
      askReading(graphql, { query, variables }, { baseUrl: 'http://localhost', requestId, caller }),
    describeError(error) {
      const problem = problemFor(error, requestId);
      if (problem.status >= 500) logger.error({ err: error }, 'a tool failed');
      return problem;
    },
    run: (call) => inSlot(() => inTime(call, timeoutMs)),
  };
}

/** Its statements are cancelled when it takes too long. */
async function inTime<Result>(call: () => Promise<Result>, timeoutMs: number): Promise<Result> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    return await inRequest({ signal, work: null }, call);
  } catch (error) {
    throw signal.aborted && !(error instanceof PublicError) ? timeoutError() : error;
  }
}
