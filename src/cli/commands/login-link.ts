/** wallet-data login-link */
import type { Command } from 'commander';
import { loadConfig } from '../../config.ts';
import { listeningUrl } from '../../http/listening.ts';
import { defaultClientName } from '../../store/clients/client-rows.ts';
import { createOwnerLink, linkMinutes } from '../../use-cases/members/sign-in-link.ts';
import { requireClient, withDatabase } from '../terminal/database-access.ts';
import { type OutputOptions, print, printJson } from '../terminal/output.ts';

export function addLoginLinkCommand(program: Command): void {
  program
    .command('login-link')
    .description(`Print a link that signs you in to the pages, once, within ${linkMinutes} minutes`)
    .option('--client <name>', 'as the owner of this client', defaultClientName)
    .option('--json', 'print JSON: url, client')
    .action(async ({ client: name, json }: OutputOptions & { client: string }) => {
      const config = loadConfig();
      const { http } = config;
      const baseUrl = http.publicUrl ?? listeningUrl(http, null);
      const url = await withDatabase(config, async (database) => {
        const { id: clientId } = await requireClient(database, name);
        return createOwnerLink(database, { clientId, baseUrl, isAsked: true });
      });
      if (json) printJson({ url, client: name });
      else
        print(
          `${url}\n\nIt works once, for ${linkMinutes} minutes. Who opens it signs in as the owner of '${name}'.`,
        );
    });
}
