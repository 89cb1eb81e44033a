/** A command starts soon: it loads its own files, and not those of the others. */
import { expect, test } from 'vitest';
import { runCommand } from '../support/command.ts';

/** Has Node say which files it loads. */
const listing = `data:text/javascript,${encodeURIComponent(
  `import { registerHooks } from 'node:module';
   registerHooks({ load: (url, context, next) => (console.error('loaded ' + url), next(url, context)) });`,
)}`;

async function loadedBy(...commandLine: string[]): Promise<string[]> {
  const { code, stderr } = await runCommand(commandLine, {
    environment: { NODE_OPTIONS: `--import=${listing}` },
  });
  expect(code).toBe(0);
  return [...stderr.matchAll(/^loaded (.*)$/gm)].map(([, url = '']) => url);
}

test('a command that needs no chains loads none of them, and no other command', async () => {
  const loaded = await loadedBy('keys', '--help');
  expect(loaded.filter((url) => /\/src\/cli\/(commands|export|ledger)\//.test(url))).toEqual([
    expect.stringMatching(/\/src\/cli\/commands\/keys\.ts$/),
  ]);
  expect(loaded.filter((url) => /\/src\/(chains\/rpc|prices|ingest|graphql)\//.test(url))).toEqual([]);
  // What the admin API does, and nothing that reads a history.
  expect(loaded.filter((url) => /\/src\/use-cases\/(?!admin|access|model)/.test(url))).toEqual([]);
});

test('no command loads the definitions of all chains there are', async () => {
  const loaded = await loadedBy('--help');
  expect(loaded.some((url) => url.endsWith('/src/chains/rpc/rpc-source.ts'))).toBe(true);
  expect(loaded.filter((url) => /\/viem\/_esm\/chains\/definitions\//.test(url))).toEqual([]);
});
