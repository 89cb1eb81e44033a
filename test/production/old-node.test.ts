/** What a Node that is too old says: one sentence, no trace; and the one that npm brought takes over where there is one. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { childEnvironment } from '../support/command.ts';

const root = join(import.meta.dirname, '..', '..');
/** An older one, as far as a program can see. */
const pretence = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.4' } });`;

/** Runs a file of the project, or its copy where there are no packages, under the old Node. */
function underOldNode(file: string, { copied, words = [] }: { copied: boolean; words?: string[] }) {
  const folder = mkdtempSync(join(tmpdir(), 'old-node-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'old.cjs'), pretence);
  if (copied) {
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    mkdirSync(join(folder, file, '..'), { recursive: true });
    copyFileSync(join(root, file), join(folder, file));
  }
  const program = join(copied ? folder : root, file);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--require', join(folder, 'old.cjs'), program, ...words],
    { cwd: folder, env: childEnvironment(), encoding: 'utf8', timeout: 60_000 },
  );
  return { status, stdout, stderr };
}

test('npm ci ends with the sentence that says which Node is needed', () => {
  const { status, stdout, stderr } = underOldNode('scripts/after-install.js', { copied: true });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toBe(
    `wallet-data needs Node 24 or newer. This is Node 18.20.4, and npm has no package of Node 24 for ${process.platform} on ` +
      `${process.arch}: install Node 24 from https://nodejs.org and run \`npm ci\` again.\n`,
  );
});

test('the command says what to do where npm has brought no Node', () => {
  const { status, stdout, stderr } = underOldNode('bin/wallet-data.js', { copied: true });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(
    /^wallet-data needs Node 24 or newer\. This is Node 18\.20\.4, and npm has not installed the package node-[\w-]+: install Node 24, or .+\.\n$/,
  );
});

test('where it has, that one runs the command', () => {
  const { status, stdout, stderr } = underOldNode('bin/wallet-data.js', { copied: false, words: ['--help'] });
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain('Usage: wallet-data');
});
