/** Reading the data files of npm packages, lazily: a chain that is not configured costs nothing. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { z } from 'zod';
import { lowerAddress } from '../../domain/address.ts';
import type { Address } from '../../domain/model.ts';

const require = createRequire(import.meta.url);

/** A JSON file of a package, checked. `main` is what the package's bare name resolves to: `path` starts in its folder. */
export function readPackageJson<Schema extends z.ZodType>(
  main: string,
  path: string,
  schema: Schema,
): z.output<Schema> {
  return schema.parse(JSON.parse(readFileSync(join(folderOf(main), path), 'utf8')));
}

/** What a CommonJS file of a package exports, without any claim to what that is. */
export function requirePackageFile(main: string, path: string): unknown {
  return require(join(folderOf(main), path));
}

function folderOf(main: string): string {
  return dirname(require.resolve(main));
}

/** An address as a list writes it, in any letter case; null when it is none. */
export function listedAddress(text: unknown): Address | null {
  return typeof text === 'string' && /^0x[0-9a-fA-F]{40}$/.test(text) ? lowerAddress(text) : null;
}
