/** wallet-data login-link */
import type { Command } from 'commander';
import { type Config, loadConfig } from '../../config.ts';
import { listeningUrl, requireFreeAddress } from '../../http/listening.ts';
import { defaultClientName } from '../../store/clients/client-rows.ts';
import { createOwnerLink, linkMinutes } from '../../use-cases/members/sign-in-link.ts';
import { requireClient, withDatabase } from '../terminal/database-access.ts';
import { complain, type OutputOptions, print, printJson } from '../terminal/output.ts';

export function addLoginLinkCommand(program: Command): void {
  program
    .command('login-link')
    .description(`Print a link that signs you in to the pages, once, within ${linkMinutes} minutes`)
    .option('--client <name>', 'as the owner of this client', defaultClientName)
    .option('--json', 'print JSON: url, client')
    .action(async ({ client: name, json }: OutputOptions & { client: string }) => {
      const config = loadConfig();
      const url = await withDatabase(config, async (database, service) => {
        const { id: clientId } = await requireClient(database, name);
        const told = config.http.publicUrl ?? service?.url;
        const baseUrl = told ?? listeningUrl(config.http, null);
        if (told === undefined && !(await mayListen(config))) complain(deadLink(config, baseUrl));
        return createOwnerLink(database, { clientId, baseUrl, isAsked: true });
      });
      if (json) printJson({ url, client: name });
      else
        print(
          `${url}\n\nIt works once, for ${linkMinutes} minutes. Who opens it signs in as the owner of '${name}'.`,
        );
    });
}

/** Whether a service may be where the configuration says. One on an embedded database would have told where it is. */
async function mayListen(config: Config): Promise<boolean> {
  if (config.database.url === null) return false;
  const { host, port } = config.http;
  return requireFreeAddress({ host, port, portVariable: 'PORT' }).then(
    () => false,
    () => true,
  );
}

const deadLink = ({ database }: Config, baseUrl: string): string =>
  database.url === null
    ? `No service runs on DATA_DIR ${database.dataDir}: the link opens nothing before one listens at ${baseUrl}. Start it, or set DATA_DIR to that of the one that runs.`
    : `Nothing listens at ${baseUrl}, where the link leads: start the service, or set PUBLIC_URL, or HOST and PORT, as it has them.`;
