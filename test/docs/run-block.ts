/** Runs the examples of the documents against one service, as a reader would: commands in a shell, queries over HTTP. */
import { spawn } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { childEnvironment } from '../support/command.ts';
import { root } from './blocks.ts';

export interface Place {
  /** Where the service listens. */
  url: string;
  databaseUrl: string;
  /** Where commands run and leave their files. */
  directory: string;
  /** What takes the place of `wdk_…`. */
  key: string;
  /** The last id of each kind that an answer had, by its prefix: it takes the place of one that is cut, `tfr_…`. */
  ids: Map<string, string>;
}

const longestMs = 30_000;

const manifest = z.object({ scripts: z.record(z.string(), z.string()) });

/** Puts `npm run NAME -- …` on the path of the place: it runs the scripts of package.json where the example stands. Nothing else is there after `npm ci`. */
export async function addPrograms(directory: string): Promise<void> {
  const { scripts } = manifest.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
  const cases = Object.entries(scripts)
    .filter(([, script]) => script.startsWith('node '))
    .map(
      ([name, script]) =>
        `  ${name}) exec "$NODE" "$ROOT/${script.slice(5).replace(' ', '" ')}${script.slice(5).includes(' ') ? '' : '"'} "$@" ;;`,
    );
  const npm = `#!/bin/sh
[ "$1" = run ] && shift
[ "$1" = -s ] && shift
name=$1; shift
[ "$1" = -- ] && shift
case $name in
${cases.join('\n')}
esac
echo "no such script here: $name" >&2; exit 64
`;
  // An answer of 400 or more is a fault of the example.
  await writeFile(join(directory, '.curlrc'), 'fail-with-body\n');
  await mkdir(join(directory, 'bin'));
  await writeFile(join(directory, 'bin', 'npm'), npm);
  await chmod(join(directory, 'bin', 'npm'), 0o755);
}

/** The text with this place's address, key and ids. Throws where an id is cut of whose kind none was seen. */
function placed(text: string, { url, key, ids }: Place): string {
  return text
    .replaceAll('http://127.0.0.1:4000', url)
    .replaceAll('wdk_…', key)
    .replace(/\b([a-z]+_)…/g, (_cut, prefix: string) => {
      const id = ids.get(prefix);
      if (id === undefined) throw new Error(`no answer before had an id that begins with ${prefix}`);
      return id;
    });
}

/** GraphQL and MCP answer faults with the status 200. */
function throwIfRefused(output: string): void {
  if (/^\{"errors":|"isError":true|"error":\{/.test(output)) throw new Error(output);
}

function remember(ids: Place['ids'], output: string): void {
  for (const [id, prefix = ''] of output.matchAll(/\b(tfr_|corr_|whk_|key_|evt_)[A-Za-z0-9_-]+/g))
    ids.set(prefix, id);
}

/** Comments of server-sent events say no more than that the connection is there. */
const withoutHeartbeats = (output: string): string => output.replace(/^:\n\n/gm, '').trimEnd();

/**
 * Runs commands and answers what they wrote on standard output. `isEnough` ends those that stream. Throws what was written on
 * standard error when they fail, or run on.
 */
export async function runShell(
  text: string,
  place: Place,
  isEnough: ((output: string) => boolean) | null,
): Promise<string> {
  const { directory, databaseUrl, ids } = place;
  const child = spawn('bash', ['-euo', 'pipefail', '-c', placed(text, place)], {
    cwd: directory,
    env: {
      ...childEnvironment({
        DATABASE_URL: databaseUrl,
        NODE: process.execPath,
        ROOT: root,
        LOG_LEVEL: 'silent',
        CURL_HOME: directory,
      }),
      PATH: `${join(directory, 'bin')}:${process.env.PATH ?? ''}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that all that it starts ends with it.
    detached: true,
  });
  let [output, errors, wasEnough] = ['', '', false];
  const end = (): void => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  };
  const late = setTimeout(end, longestMs);
  child.stdout.on('data', (data) => {
    output += String(data);
    wasEnough ||= isEnough?.(withoutHeartbeats(output)) ?? false;
    if (wasEnough) end();
  });
  child.stderr.on('data', (data) => {
    errors += String(data);
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearTimeout(late);
  if (code !== 0 && !wasEnough) throw new Error(`it ended with ${code}: ${errors}\n${output}`);
  throwIfRefused(output);
  remember(ids, output);
  return withoutHeartbeats(output);
}

/** Asks GraphQL and answers the whole body. Throws when it has errors. */
export async function runGraphql(query: string, place: Place): Promise<string> {
  const response = await fetch(`${place.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': place.key },
    body: JSON.stringify({ query: placed(query, place) }),
    signal: AbortSignal.timeout(longestMs),
  });
  const text = await response.text();
  throwIfRefused(text);
  remember(place.ids, text);
  return text;
}
