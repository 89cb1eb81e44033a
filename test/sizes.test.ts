/** What a reader can hold at once: a function fits a screen, a file has one purpose. */

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { measureFunctions } from './support/function-sizes.ts';
import { houseFiles, sourceFiles } from './support/source-files.ts';

const mostLinesOfFunction = 70;
/** A component of the pages has its markup in it, and often its question to the API. */
const mostLinesOfComponent = 100;
const mostLinesOfFile = 300;

const pages = sourceFiles(join(import.meta.dirname, '..', 'web', 'src'));
const code = [...houseFiles(), ...pages.map((file) => ({ ...file, path: `web/${file.path}` }))];

interface Length {
  name: string;
  lines: number;
}

/** What is longer than it may be. */
const tooLong = (found: readonly Length[], most: number): string[] =>
  found.filter(({ lines }) => lines > most).map(({ name, lines }) => `src/${name} has ${lines} lines`);

test('a function has at most seventy lines, with all that stands inside it, a component of the pages at most a hundred', () => {
  const found = measureFunctions(code).map(({ path, name, lines }) => ({ name: `${path}: ${name}`, lines }));
  const isComponent = ({ name }: Length): boolean => name.includes('.tsx: ');
  expect([
    ...tooLong(found.filter(isComponent), mostLinesOfComponent),
    ...tooLong(
      found.filter((one) => !isComponent(one)),
      mostLinesOfFunction,
    ),
  ]).toEqual([]);
});

test('a file has at most three hundred lines', () => {
  const found = code.map(({ path, text }) => ({ name: path, lines: text.trimEnd().split('\n').length }));
  expect(tooLong(found, mostLinesOfFile)).toEqual([]);
});

test('every form of function is measured, and what makes an object of methods as a whole', () => {
  const text = `/** Its comment does not count. */
export function createCounter() {
  let count = 0;
  return {
    add(by: number) {
      count += by;
    },
    get value() { return count; },
  };
}
const twice = (value: number) =>
  value * 2;
class Shape { constructor(readonly sides: number) {} }
`;
  expect(measureFunctions([{ path: 'example.ts', text }])).toEqual([
    { path: 'example.ts', name: 'createCounter', lines: 9 },
    { path: 'example.ts', name: 'add', lines: 3 },
    { path: 'example.ts', name: 'value', lines: 1 },
    { path: 'example.ts', name: 'twice', lines: 2 },
    { path: 'example.ts', name: 'Shape', lines: 1 },
  ]);
});
