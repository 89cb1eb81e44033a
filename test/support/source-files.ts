/** The project's own files and what they import, for the tests that walk the tree. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';

export interface SourceFile {
  /** Relative to the folder that was read, with forward slashes. */
  path: string;
  text: string;
  lines: number;
  /** Imported files relative to that folder. */
  imports: string[];
  /** Imported packages by name, Node's own with `node:`. */
  packages: string[];
}

/** All files of TypeScript under a folder but generated ones and packages. */
export function sourceFiles(folder: string): SourceFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.split(sep).includes('__generated__'))
    .filter((name) => !name.startsWith(join('store', 'generated')))
    .filter((name) => !name.split(sep).includes('node_modules'))
    .map((name) => readSource(folder, name));
}

const root = join(import.meta.dirname, '..', '..');

/** The files of src, by their path in it, and those of the demo, by `demo/…`, as if it were a folder of src. */
export function houseFiles(): SourceFile[] {
  const demo = sourceFiles(join(root, 'demo')).map((file) => ({
    ...file,
    path: `demo/${file.path}`,
    imports: file.imports.map((path) =>
      path.startsWith('../src/') ? path.slice('../src/'.length) : `demo/${path}`,
    ),
  }));
  return [...sourceFiles(join(root, 'src')), ...demo];
}

function readSource(folder: string, name: string): SourceFile {
  const text = readFileSync(join(folder, name), 'utf8');
  const specifiers = [...text.matchAll(/(?:from\s+|import\s+|import\()\s*'([^']+)'/g)].map(
    ([, path]) => path ?? '',
  );
  const isRelative = (specifier: string): boolean => specifier.startsWith('.');
  return {
    path: name,
    text,
    lines: text.split('\n').length,
    imports: specifiers
      .filter(isRelative)
      .map((specifier) => relative(folder, normalize(join(folder, dirname(name), specifier)))),
    packages: specifiers
      .filter((specifier) => !isRelative(specifier))
      .map((specifier) =>
        specifier
          .split('/')
          .slice(0, specifier.startsWith('@') ? 2 : 1)
          .join('/'),
      ),
  };
}
