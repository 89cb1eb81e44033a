/** The notices that the licences of packages ask to be passed on. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LockFile, reachedFrom } from './lock-file.ts';

/** The licences of all packages of a production install that are installed here, each with its name and version. */
export function noticesOf(from: string, { packages }: LockFile): string {
  const parts = [...reachedFrom(packages)].sort().flatMap((path) => {
    const folder = join(from, path);
    if (!existsSync(folder)) return [];
    const texts = readdirSync(folder)
      .filter((name) => /^(licen[cs]e|notice|copying)(\.(md|txt))?$/i.test(name))
      .sort()
      .map((name) => readFileSync(join(folder, name), 'utf8').trim());
    const { license = 'see its files', version } = packages[path] ?? {};
    return `${path.slice(path.lastIndexOf('node_modules/') + 13)} ${version ?? ''} (${String(license)})\n\n${texts.join('\n\n')}`;
  });
  return `Packages that come with wallet-data\n\n${parts.map((part) => part.trim()).join(`\n\n${'-'.repeat(72)}\n\n`)}\n`;
}
