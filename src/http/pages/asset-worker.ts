/**
 * A worker thread that reads the files of a page, names them by their content and compresses them. That takes some seconds of
 * work and 30 MB of a package's heap, and the process that serves should feel neither. It ends when it has told the result.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { AssetFile, PageName } from './page-assets.ts';

interface Source {
  name: string;
  extension: string;
  contentType: string;
  content: Uint8Array;
}

const script = 'text/javascript; charset=utf-8';
const style = 'text/css; charset=utf-8';

/** GraphiQL as one script, its editor's style and workers, from the package that has them as texts. */
async function graphiqlSources(): Promise<Source[]> {
  const parts = await import('@graphql-yoga/render-graphiql/graphiql');
  const text = (name: string, extension: 'js' | 'css', content: string): Source => ({
    ...{ name, extension, contentType: extension === 'js' ? script : style },
    content: Buffer.from(content),
  });
  const [, icon = ''] = parts.favicon.split(';base64,', 2);
  return [
    text('graphiql', 'js', withHistory(parts.js)),
    text('graphiql', 'css', parts.css),
    text('editor-worker', 'js', parts.editorWorkerService),
    text('json-worker', 'js', parts.jsonWorker),
    text('graphql-worker', 'js', parts.graphqlWorker),
    {
      name: 'favicon',
      extension: 'ico',
      contentType: 'image/x-icon',
      content: Buffer.from(icon, 'base64'),
    },
  ];
}

/** The package has the panel with former queries in it, and shows it only where its own panel is left out. */
function withHistory(packaged: string): string {
  const [, panel] = /const ([\w$]+)=\{title:"History",icon:/.exec(packaged) ?? [];
  const shown = packaged.replace(/plugins:\[([\w$]+)\](?=,schemaDescription:)/, `plugins:[$1,${panel}]`);
  if (panel === undefined || shown === packaged)
    throw new Error('the packaged GraphiQL has another form: look for how it shows its panels');
  return shown;
}

async function swaggerSources(): Promise<Source[]> {
  const home = import.meta.resolve('@fastify/swagger-ui/package.json');
  const files = [
    ['swagger-ui-bundle', 'js', script],
    ['swagger-ui', 'css', style],
    ['index', 'css', style],
    ['favicon-32x32', 'png', 'image/png'],
  ] as const;
  return Promise.all(
    files.map(async ([name, extension, contentType]) => {
      const content = await readFile(new URL(`static/${name}.${extension}`, home));
      return { name, extension, contentType, content };
    }),
  );
}

/** Nearly as small as can be, in a tenth of the time. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

/** An array of its own, whose memory can be handed over. */
const own = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

function toAsset({ name, extension, contentType, content }: Source): AssetFile {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
  const bodies = {
    br: own(brotliCompressSync(content, brotliOptions)),
    gzip: own(gzipSync(content)),
    identity: own(content),
  };
  return { key: `${name}.${extension}`, file: `${name}.${hash}.${extension}`, contentType, hash, bodies };
}

const sources: Record<PageName, () => Promise<Source[]>> = {
  graphiql: graphiqlSources,
  docs: swaggerSources,
};

const page: unknown = workerData;
if (page === 'graphiql' || page === 'docs') {
  const assets = (await sources[page]()).map(toAsset);
  const memory = assets.flatMap(({ bodies }) => Object.values(bodies).map(({ buffer }) => buffer));
  parentPort?.postMessage(assets, memory);
}
