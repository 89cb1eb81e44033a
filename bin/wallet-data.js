#!/usr/bin/env node
// Starts src/cli.ts under Node 24 or newer. Where the user's own Node is older, the one that npm installed beside us
// (package node-<platform>-<architecture>) takes over. Plain JavaScript, so that any Node can read it.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = new URL('../src/cli.ts', import.meta.url);

if (Number(process.versions.node.split('.')[0]) >= 24) {
  const { main } = await import(program.href);
  await main(process.argv.slice(2));
} else {
  runUnder(pinnedNode());
}

function pinnedNode() {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    return join(dirname(manifest), 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  } catch {
    console.error(
      `wallet-data needs Node 24 or newer. This is Node ${process.versions.node}, and npm has not installed the package ` +
        `${name}: install Node 24, or run \`npm ci\` without --omit=optional.`,
    );
    process.exit(1);
  }
}

function runUnder(node) {
  const child = spawn(node, [fileURLToPath(program), ...process.argv.slice(2)], { stdio: 'inherit' });
  // Ctrl-C reaches the child by itself, being in the same group; what is sent to us alone is passed on.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(`wallet-data cannot start ${node}: ${error.message}`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
}
