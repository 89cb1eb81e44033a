/** The files of a release, laid out in a folder: what the archive and the image are made of. */
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { productionLock, productionManifest, readLock } from './lock-file.ts';
import { noticesOf } from './notices.ts';

/** Files and folders of the project that a running service needs, or whoever runs it. */
const parts = [
  ...['bin', 'src', 'prisma', 'docs', 'deploy', 'web/dist', 'schema.graphql'],
  ...['scripts/after-install.js', 'scripts/production/slim.ts'],
  ...['README.md', 'CHANGELOG.md', 'SECURITY.md', 'LICENSE', '.npmrc'],
];
/** Without these it would not be a release. */
const required = ['src/store/generated/client.ts', 'web/dist/index.html'];

/** Writes them into an empty folder. @throws Error that says what to run first, if something was not built. */
export function stageRelease(root: string, target: string): void {
  const missing = required.filter((path) => !existsSync(join(root, path)));
  if (missing.length > 0) throw new Error(`${missing.join(' and ')} is not there: run \`npm ci\` first.`);
  for (const part of parts) {
    if (!existsSync(join(root, part))) continue;
    mkdirSync(dirname(join(target, part)), { recursive: true });
    cpSync(join(root, part), join(target, part), { recursive: true });
  }
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  write(join(target, 'package.json'), productionManifest(manifest));
  // The name that an archive of npm may carry; `npm ci` reads either.
  const lock = readLock(root);
  write(join(target, 'npm-shrinkwrap.json'), productionLock(lock));
  writeFileSync(join(target, 'THIRD-PARTY.txt'), noticesOf(root, lock));
}

const write = (file: string, content: unknown): void =>
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
