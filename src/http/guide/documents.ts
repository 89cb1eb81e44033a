/** The documents of the project, as pages of the guide: where each stands in the repository and below /docs. */
import { readdir, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';

export const projectDirectory = join(import.meta.dirname, '..', '..', '..');

export interface GuideDocument {
  /** Its address below `/docs/`: `rest`, `decisions/0004-exact-decimals`. */
  name: string;
  /** Its file in the repository: `docs/rest.md`. */
  path: string;
  /** Its first heading, as text. */
  title: string;
  markdown: string;
}

export interface DocumentGroup {
  title: string;
  documents: readonly GuideDocument[];
}

/** What the menu shows first, in this order. What is in `docs/` and not here stands under "More", decisions under "Inside". */
const order: readonly (readonly [title: string, names: readonly string[]])[] = [
  ['Start', ['guide', 'demo', 'explorer', 'portal', 'migration']],
  [
    'Ask',
    [
      'frontend',
      'rest',
      'following',
      'events',
      'webhooks',
      'agents',
      'errors',
      'limits',
      'sign-in',
      'client',
    ],
  ],
  ['Figures', ['meaning', 'protocols', 'prices', 'accounting', 'forms', 'labels']],
  ['Run', ['chains', 'configuration', 'commands', 'operations', 'growing', 'security']],
  [
    'Inside',
    ['architecture', 'design', 'decisions/index', 'testing', 'contributing', 'changelog', 'benchmarks'],
  ],
];

/** The documents beside `docs/`, by their names below `/docs/`. */
const ofRoot: Readonly<Record<string, string>> = {
  guide: 'README.md',
  security: 'SECURITY.md',
  architecture: 'ARCHITECTURE.md',
  contributing: 'CONTRIBUTING.md',
  changelog: 'CHANGELOG.md',
  benchmarks: 'BENCHMARKS.md',
};

/** A project has some dozens of pages and pictures: more are something else, and not kept in memory. */
const mostFiles = 300;
const mostBytes = 1024 * 1024;

const pictureTypes = new Map([
  ['.png', 'image/png'],
  ['.svg', 'image/svg+xml'],
  ['.webp', 'image/webp'],
]);

export interface Picture {
  contentType: string;
  content: Uint8Array;
}

/** Everything that the guide shows, by its name below `/docs/`; pictures by the name of their file in `docs/`. */
export interface GuideContent {
  documents: ReadonlyMap<string, GuideDocument>;
  groups: readonly DocumentGroup[];
  pictures: ReadonlyMap<string, Picture>;
}

/** Reads all documents. A document that is missing is left out; one that is too large is a fault. `directory`: the project's, for tests. */
export async function readContent(directory = projectDirectory): Promise<GuideContent> {
  const [pages, decisions] = await Promise.all([
    namesIn(join(directory, 'docs')),
    namesIn(join(directory, 'docs', 'decisions')),
  ]);
  const paths = new Map([
    ...Object.entries(ofRoot),
    ...pages
      .filter((name) => name.endsWith('.md'))
      .map((name) => [name.slice(0, -3), `docs/${name}`] as const),
    ...decisions
      .filter((name) => name.endsWith('.md'))
      .map(
        (name) =>
          [
            `decisions/${name === 'README.md' ? 'index' : name.slice(0, -3)}`,
            `docs/decisions/${name}`,
          ] as const,
      ),
  ]);
  if (paths.size > mostFiles)
    throw new Error(`there are ${paths.size} documents: the guide shows ${mostFiles}`);
  const documents = new Map<string, GuideDocument>();
  for (const [name, path] of paths) {
    const file = await readBounded(join(directory, path));
    if (file === null) continue;
    const markdown = file.toString('utf8');
    documents.set(name, { name, path, markdown, title: titleOf(markdown) ?? name });
  }
  const pictures = new Map<string, Picture>();
  for (const name of pages.slice(0, mostFiles)) {
    const contentType = pictureTypes.get(posix.extname(name));
    const content = contentType === undefined ? null : await readBounded(join(directory, 'docs', name));
    if (contentType !== undefined && content !== null) pictures.set(name, { contentType, content });
  }
  return { documents, groups: groupsOf(documents), pictures };
}

function groupsOf(documents: GuideContent['documents']): DocumentGroup[] {
  const named = new Set(order.flatMap(([, names]) => names));
  const others = [...documents.keys()].filter((name) => !named.has(name) && !name.startsWith('decisions/'));
  return [...order, ['More', others] as const]
    .map(([title, names]) => ({
      title,
      documents: names.flatMap((name) => documents.get(name) ?? []),
    }))
    .filter((group) => group.documents.length > 0);
}

const titleOf = (markdown: string): string | undefined =>
  /^# +(.+)$/m.exec(markdown)?.[1]?.replaceAll('`', '');

const namesIn = (directory: string): Promise<string[]> =>
  readdir(directory).then((names) => names.sort(), orNothing([]));

async function readBounded(path: string): Promise<Buffer | null> {
  const content = await readFile(path).catch(orNothing(null));
  if (content !== null && content.length > mostBytes)
    throw new Error(`${path} is larger than ${mostBytes} bytes: the guide does not show it`);
  return content;
}

/** An install may come without some of the documents. */
const orNothing =
  <Nothing>(nothing: Nothing) =>
  (error: unknown): Nothing => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return nothing;
    throw error;
  };
