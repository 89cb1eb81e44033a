/** What the demo prints once it is ready: where everything is, and what to try. */
import { resolve } from 'node:path';
import { demoDataDir } from '../src/cli/terminal/demo-directory.ts';
import type { World } from './economy/world-types.ts';

export function demoText(demo: {
  url: string;
  /** The link that signs in. */
  signIn: string;
  key: string;
  world: World;
  dataDir: string;
}): string {
  const { url, signIn, key, world, dataDir } = demo;
  const wallets = Object.entries(world.wallets).map(
    ([name, address]) => [name, address.toLowerCase()] as const,
  );
  const command = `${dataDirHint(dataDir)}npm run -s wallet-data --`;
  const alice = world.wallets.alice.toLowerCase();
  // Behind the mark, so that no browser sends it anywhere: the pages take it and fill it in.
  const filledIn = `#key=${key}&wallet=${alice}`;
  return `
Ready. ${world.transactionCount.toLocaleString('en')} transactions on the chain; new ones follow every few seconds.

  Wallets      ${url}/#key=${key}
  Sign in      ${signIn}
               (once, within ten minutes; \`${command} login-link\` makes another)
  GraphiQL     ${url}/graphql${filledIn}
  REST docs    ${url}/docs${filledIn}
  Guide        ${url}/docs/guide
  API key      ${key}
  Node (RPC)   ${world.rpcUrl}

${wallets.map(([name, address]) => `  ${name.padEnd(12)} ${address}`).join('\n')}

Paste into GraphiQL (the links above bring key and wallet along):

  {
    transfers(wallets: ["${alice}"], first: 5) {
      count
      nodes {
        timestamp side amount
        token { asset { symbol } }
        counterparty { address name }
        transaction { category function fee }
      }
    }
  }

Or over REST:

  curl -s -H 'X-API-KEY: ${key}' '${url}/wallet/transfer/?wallet=${alice}&page_size=2'
  curl -s -H 'X-API-KEY: ${key}' '${url}/wallet/balance/?wallet=${alice}'

Or let an agent ask (MCP; for Claude Code, others take the same URL and header):

  claude mcp add --transport http wallet-data ${url}/mcp --header 'Authorization: Bearer ${key}'

Commands beside it: ${command} wallets list
Ctrl-C stops everything.
`;
}

/** The commands find the demo by themselves in its usual place, from the folder that it was started in. */
function dataDirHint(dataDir: string): string {
  if (dataDir === demoDataDir(resolve('.data'))) return '';
  return `DATA_DIR=${/^[\w./-]+$/.test(dataDir) ? dataDir : `'${dataDir}'`} `;
}
