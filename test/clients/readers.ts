/** The programs of others, run: each asks a service for the same amounts. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Environment, fetchQuery, Network, Observable, RecordSource, Store } from 'relay-runtime';
import { z } from 'zod';
import { createClient } from '../../packages/client/src/client.ts';
import { relayFunctions } from '../../packages/client/src/relay.ts';
import { withCompiledApp } from '../support/relay.ts';
import { amountsRead, restProgram, urqlProgram } from './programs.ts';
import { faultsOf, typesOf, withProgram } from './support.ts';

export interface Asked {
  url: string;
  key: string;
  wallet: string;
}

/** What functions of a program answer, compiled and run in a process of its own. */
async function answersOf(
  files: Readonly<Record<string, string>>,
  names: readonly string[],
  { url, key, wallet }: Asked,
): Promise<unknown[]> {
  const main = `import * as program from './program.js';
const answers = ${JSON.stringify(names)}.map((name) => program[name](...process.argv.slice(2)));
console.log(JSON.stringify(await Promise.all(answers)));`;
  const answers: unknown[] = [];
  await withProgram(files, async (folder) => {
    // Whether its types are right is asked by the tests of this folder.
    const faults = await faultsOf(7, folder, ['--noEmit', 'false', '--noCheck']);
    if (faults !== '') throw new Error(faults);
    await writeFile(join(folder, 'main.js'), main);
    const given = [join(folder, 'main.js'), url, key, wallet];
    const { stdout } = await promisify(execFile)(process.execPath, given, { timeout: 60_000 });
    answers.push(...z.array(z.unknown()).parse(JSON.parse(stdout)));
  });
  return answers;
}

/** By a program on urql. */
export async function readByUrql(asked: Asked): Promise<unknown> {
  const files = { 'introspection.d.ts': await typesOf('introspection.d.ts'), 'program.ts': urqlProgram };
  const [amounts] = await answersOf(files, ['read'], asked);
  return amounts;
}

/** By a program on openapi-fetch; `told`: what became of each list that the document has. */
export async function readByOpenapiFetch(asked: Asked): Promise<{ amounts: unknown; told: unknown }> {
  const document = await fetch(new URL('/openapi.json', asked.url)).then((response) => response.text());
  const files = { 'api.d.ts': await typesOf('rest.ts'), 'program.ts': restProgram(document).text };
  const [amounts, told] = await answersOf(files, ['read', 'everyList'], asked);
  return { amounts, told };
}

const relayApp = `
import { graphql } from 'relay-runtime';
export const amounts = graphql\`
  query AppAmountsQuery($wallets: [Address!]!) {
    transfers(wallets: $wallets, first: ${amountsRead}, order: ASC) { nodes { amount(digits: 4) } }
  }
\`;
`;

const amountsSchema = z.object({
  transfers: z.object({ nodes: z.array(z.object({ amount: z.string() })) }),
});

/** By Relay, with the artifacts of relay-compiler and the network function of the client. */
export async function readByRelay({ url, key, wallet }: Asked): Promise<unknown> {
  const client = createClient({ url, key });
  const { fetch: ask, subscribe } = relayFunctions(client, (source) => Observable.create(source));
  const environment = new Environment({
    network: Network.create(ask, subscribe),
    store: new Store(new RecordSource()),
  });
  const found: string[] = [];
  await withCompiledApp({ source: relayApp, language: 'javascript' }, async (directory) => {
    const artifact = pathToFileURL(join(directory, 'AppAmountsQuery.graphql.js')).href;
    const { default: query } = await import(artifact);
    const answer = await fetchQuery(environment, query, { wallets: [wallet] }).toPromise();
    found.push(...amountsSchema.parse(answer).transfers.nodes.map(({ amount }) => amount));
  });
  return found;
}

/** By the client itself. */
export async function readByClient({ url, key, wallet }: Asked): Promise<unknown> {
  const query = { wallet, order: 'asc', page_size: amountsRead } as const;
  const { results } = await createClient({ url, key }).rest.get('/wallet/transfer/', { query });
  return results.map(({ amount }) => amount);
}
