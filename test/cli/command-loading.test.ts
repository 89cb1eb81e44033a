/** A command starts soon: it loads its own files, and not those of the others. */
import { execFile } from 'node:child_process';
import { readdir, readFile, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createWholeProgram } from '../../src/cli/program.ts';
import { runCommand, runInProcess } from '../support/command.ts';

const run = promisify(execFile);

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
  expect(loaded.filter((url) => /\/src\/cli\/(commands|export|ledger|lookups)\//.test(url))).toEqual([
    expect.stringMatching(/\/src\/cli\/commands\/keys\.ts$/),
  ]);
  expect(loaded.filter((url) => /\/src\/(chains\/rpc|prices|ingest|graphql)\//.test(url))).toEqual([]);
  // What the admin API does, and nothing that reads a history.
  expect(loaded.filter((url) => /\/src\/use-cases\/(?!admin|access|model)/.test(url))).toEqual([]);
});

test('help of the program loads no command, nothing of the configuration and no chains', async () => {
  const loaded = await loadedBy('--help');
  expect(loaded.some((url) => url.endsWith('/src/cli/program.ts'))).toBe(true);
  expect(
    loaded.filter((url) =>
      /\/src\/(?!cli\.ts|errors\.ts|processes\/compiled\.ts|cli\/program\.ts|cli\/terminal\/output\.ts|http\/api-version\.ts)/.test(
        url,
      ),
    ),
  ).toEqual([]);
  expect(loaded.filter((url) => /\/node_modules\/(?!commander\/)/.test(url))).toEqual([]);
});

test('--version is the version that the changelog knows', async () => {
  const changelog = await readFile(new URL('../../CHANGELOG.md', import.meta.url), 'utf8');
  const [, newest] = /^## (\d+\.\d+) - /m.exec(changelog) ?? [];
  const { code, stdout } = await runInProcess(['--version'], {});
  expect([code, stdout]).toEqual([0, `${newest} (Node.js ${process.versions.node})\n`]);
});

test('what Node compiled is kept beside the packages for the next start', async () => {
  const kept = fileURLToPath(new URL('../../node_modules/.cache/wallet-data/', import.meta.url));
  await rm(kept, { recursive: true, force: true });
  const { PATH = '' } = process.env;
  const command = [fileURLToPath(new URL('../../src/cli.ts', import.meta.url)), '--version'];
  await run(process.execPath, command, { env: { PATH } });
  const files = await readdir(kept, { recursive: true, withFileTypes: true });
  expect(files.filter((file) => file.isFile()).length).toBeGreaterThan(0);
  // Where none can be written, the command runs all the same.
  await run(process.execPath, command, { env: { PATH, NODE_COMPILE_CACHE: '/dev/null/nowhere' } });
});

test('it says of each command what the command says of itself', async () => {
  const whole = await createWholeProgram();
  const { stdout } = await runInProcess(['--help'], {});
  const shown = stdout.replaceAll(/\s+/g, ' ');
  expect(whole.commands.length).toBeGreaterThan(12);
  for (const command of whole.commands)
    expect(shown).toContain(` ${command.name()} ${command.description()} `);
});

test('no command loads the definitions of all chains there are', async () => {
  const loaded = await loadedBy('help', 'keys');
  expect(loaded.some((url) => url.endsWith('/src/chains/rpc/rpc-source.ts'))).toBe(true);
  expect(loaded.filter((url) => /\/viem\/_esm\/chains\/definitions\//.test(url))).toEqual([]);
});

/** What bash offers at the end of a line. */
async function offered(...line: string[]): Promise<string[]> {
  const { stdout: script } = await runInProcess(['completion', 'bash'], {});
  const words = ['wallet-data', ...line].map((word) => `'${word}'`).join(' ');
  const ask = `${script}\nCOMP_WORDS=(${words}); COMP_CWORD=${line.length}; _wallet_data; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await run('bash', ['-c', ask]);
  return stdout.trimEnd().split('\n');
}

test('completion: commands, what is below them, and options, by the word that has been begun', async () => {
  expect(await offered('wal')).toEqual(['wallets']);
  expect(await offered('wallets', 're')).toEqual(['register', 'reload', 'reconcile']);
  expect(await offered('wallets', 'register', '0x1', '--c')).toEqual(['--client']);
  expect(await offered('keys', 'create', '--sco')).toEqual(['--scopes']);
  // Where an address or a file is to stand, no option is put; one that is begun by a dash is found.
  expect(await offered('wallets', 'register', '')).toEqual(['']);
  expect(await offered('wallets', 'status', '-')).toContain('--watch');
  const zsh = (await runInProcess(['completion', 'zsh'], {})).stdout;
  expect(zsh).toMatch(/^ {4}'keys'\) below=\('create:[^\n]*\) options=\('--help:say what this takes'\) ;;$/m);
  const fish = (await runInProcess(['completion', 'fish'], {})).stdout;
  const after = "-n '__fish_seen_subcommand_from keys; and __fish_seen_subcommand_from create'";
  expect(fish).toContain(`complete -c wallet-data ${after} -l scopes -r -d '`);
  // No files are offered where commands are, and only there.
  expect(fish).not.toMatch(/^complete -c wallet-data -f$/m);
  expect(fish.match(/ -f -a '/g)).toHaveLength(fish.match(/ -a '/g)?.length ?? 0);
  expect(await runInProcess(['completion', 'tcsh'], {})).toMatchObject({
    code: 2,
    stderr: "'tcsh' is not one of bash, zsh, fish.\n",
  });
});
