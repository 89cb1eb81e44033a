/**
 * Takes out of a production install what the service never loads: more than a third of it. Only files that the rules name go; a package
 * that is laid out differently keeps them. `npm ci --omit=dev` runs it, and so do the release and the image.
 *
 *     node scripts/production/slim.ts node_modules
 */
import { globSync, lstatSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

interface Rule {
  /** What goes, below node_modules. Folders go with what is in them. */
  readonly patterns: readonly string[];
  readonly why: string;
}

export const rules: readonly Rule[] = [
  {
    patterns: [
      '@prisma/client/runtime/query_compiler_*.{cockroachdb,mysql,sqlite,sqlserver}.*',
      '@prisma/client/runtime/query_compiler_small_*',
      '@prisma/client/runtime/query_compiler_fast_bg.postgresql*.js',
    ],
    why: 'Compilers of queries for other databases, and in other forms than the one that our client loads.',
  },
  {
    patterns: ['typescript', '@typescript', '@types'],
    why: 'Types are for whoever compiles. npm brings the compiler because other packages would use it if it were there.',
  },
  {
    patterns: ['node-*/{include,share}', 'node-*/CHANGELOG.md'],
    why: 'Headers are for whoever compiles addons.',
  },
  {
    patterns: ['*/prebuilds/{android,ios}*'],
    why: 'Addons for systems that the service does not run on.',
  },
  {
    patterns: ['@metamask/contract-metadata/images'],
    why: 'Pictures of tokens: the service shows none of these.',
  },
  {
    patterns: [
      '{viem,ox,abitype}/{_cjs,_types}',
      '{viem,ox,abitype}/**/*.ts',
      '@graphql-yoga/render-graphiql/cjs',
    ],
    why: 'The same code for `require`, which nothing here uses, and as it was written.',
  },
  {
    patterns: ['**/*.{d.ts,d.mts,d.cts}', '**/*.{js,mjs,cjs,css}.map', '**/*.{d.ts,d.mts,d.cts}.map'],
    why: 'Types and source maps are read by compilers and debuggers alone.',
  },
];

/** Removes what the rules name. Answers the bytes that were freed. A second run finds nothing and does nothing. */
export function slimDown(modules: string): number {
  const found = rules.flatMap(({ patterns }) => globSync([...patterns], { cwd: modules }));
  let freed = 0;
  for (const path of found) {
    freed += sizeOf(join(modules, path));
    rmSync(join(modules, path), { recursive: true, force: true });
  }
  return freed;
}

/** Bytes of a file, or of all files below a folder; links are not followed. */
export function sizeOf(path: string): number {
  const about = lstatSync(path, { throwIfNoEntry: false });
  if (about === undefined) return 0;
  if (!about.isDirectory()) return about.size;
  return globSync('**/*', { cwd: path, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

if (import.meta.main) {
  const [, , modules] = process.argv;
  if (modules === undefined)
    throw new Error('Which node_modules? node scripts/production/slim.ts node_modules');
  console.log(`${Math.round(slimDown(modules) / 1e6)} MB taken away.`);
}
