/** What the documents point at is there: files, headings, commands of package.json. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { families } from '../src/domain/classify/families/index.ts';

const root = join(import.meta.dirname, '..');
const documents = [
  ...['README.md', 'SECURITY.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'BENCHMARKS.md'],
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
].map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

const withoutFences = (text: string): string => text.replace(/^```.*?^```/gms, '');

/** The names that GitHub gives headings: lower case, without signs, hyphens for blanks, numbered when repeated. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of withoutFences(text).matchAll(/^#{1,6} +(.+)$/gm)) {
    const name = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
    let number = 0;
    while (anchors.has(number === 0 ? name : `${name}-${number}`)) number += 1;
    anchors.add(number === 0 ? name : `${name}-${number}`);
  }
  return anchors;
}

/** What is wrong with a link of a document; null: nothing. */
function faultOf(path: string, link: string): string | null {
  if (/^[a-z]+:/.test(link)) return null;
  const [file = '', anchor] = link.split('#', 2);
  const target = file === '' ? path : relative(root, join(root, dirname(path), file));
  if (!existsSync(join(root, target))) return `${path}: ${link} leads to no file`;
  if (anchor === undefined || anchorsOf(readFileSync(join(root, target), 'utf8')).has(anchor)) return null;
  return `${path}: ${link} leads to no heading`;
}

test('a heading is named as GitHub names it', () => {
  const text = '# One & two\n\n## A `code.ts`, and more\n\n```\n# no heading\n```\n\n## One & two\n';
  expect([...anchorsOf(text)]).toEqual(['one--two', 'a-codets-and-more', 'one--two-1']);
});

test('the README is a first page, and no page is long', () => {
  const pages = documents.filter(({ path }) => path === 'README.md' || /^docs\/[^/]+$/.test(path));
  const lengths = pages.map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }));
  expect(lengths.filter(({ path, lines }) => lines > (path === 'README.md' ? 150 : 300))).toEqual([]);
});

test('every link leads to a file, and to a heading in it', () => {
  const links = documents.flatMap(({ path, text }) =>
    [...withoutFences(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => ({ path, link })),
  );
  expect(links.length).toBeGreaterThan(20);
  expect(links.map(({ path, link }) => faultOf(path, link)).filter((fault) => fault !== null)).toEqual([]);
});

test('every `npm run` names a script of package.json', () => {
  const named = documents.flatMap(({ path, text }) =>
    [...text.matchAll(/npm run (?:-s )?([a-z][\w:-]*)/g)].map(([, name = '']) => ({ path, name })),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ name }) => !Object.hasOwn(scripts, name))).toEqual([]);
});

test('every path in backquotes is there', () => {
  const paths = documents.flatMap(({ path, text }) =>
    [...text.matchAll(/`((?:src|test|scripts|docs|prisma)\/[\w./-]+)`/g)].map(([, named = '']) => ({
      path,
      named,
    })),
  );
  expect(paths.length).toBeGreaterThan(50);
  expect(paths.filter(({ named }) => !existsSync(join(root, named)))).toEqual([]);
});

test('every heading of docs/design.md that a comment cites is there', () => {
  const headings = new Set(
    [...readFileSync(join(root, 'docs/design.md'), 'utf8').matchAll(/^#+ (.+)$/gm)].map(
      ([, name = '']) => name,
    ),
  );
  const cited = ['src', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.includes('generated'))
      .flatMap((name) =>
        [...readFileSync(join(root, folder, name), 'utf8').matchAll(/docs\/design\.md, "([^"]+)"/g)].map(
          ([, heading = '']) => ({ file: join(folder, name), heading }),
        ),
      ),
  );
  expect(cited.length).toBeGreaterThan(5);
  expect(cited.filter(({ heading }) => !headings.has(heading))).toEqual([]);
});

test('docs/protocols.md has each family of protocols, in the order of their list', () => {
  const text = readFileSync(join(root, 'docs', 'protocols.md'), 'utf8');
  const named = [...text.matchAll(/^\| ([^|]+?) +\|/gm)].map(([, name]) => name).slice(2);
  expect(named).toEqual(families.map(({ name }) => name));
});
