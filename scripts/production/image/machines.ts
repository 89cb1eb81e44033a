/** The machines that an image can be for, whatever machine writes it: Debian's packages and Node for each, and whether a program is for it. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLock } from '../lock-file.ts';

/** As Debian and Go call them. */
export const architectures = ['amd64', 'arm64'] as const;
export type Architecture = (typeof architectures)[number];

interface Machine {
  /** As Node calls it. */
  readonly node: string;
  /** As the header of its programs has it (ELF, `e_machine`). */
  readonly elf: number;
  /** SHA-256 of each package below. A newer version is another hash: whoever changes it builds another image. */
  readonly hashes: readonly [libc: string, libgcc: string, libstdcxx: string];
}

export const machines: Readonly<Record<Architecture, Machine>> = {
  amd64: {
    node: 'x64',
    elf: 0x3e,
    hashes: [
      'ba4f88f73dbc3ae9055f3c20f4523bfdbaf1ad13ff95e258924f77d20b4fbedf',
      '3016e62cb4b7cd8038822870601f5ed131befe942774d0f745622cc77d8a88f7',
      '5cd3171216d4ab0fc911cfe9c35509bf2dd8f47761c43b7f6a4296701551a24d',
    ],
  },
  arm64: {
    node: 'arm64',
    elf: 0xb7,
    hashes: [
      '01f4330719fd4f65580e16ea5a0527f372fca750e8f588d26deaf09f2d3b1cf4',
      '576926b283613db80168ddf76380a3bd877602778cf0d226caa7bfbfa71eacf3',
      '26e138c677a985775331373828a6c286c551ff397cb735d00e2383cb273d1cb2',
    ],
  },
};

/** Of Debian 12: the libraries that Node is linked with. */
const libraries = [
  ['libc6', '2.36-9+deb12u14'],
  ['libgcc-s1', '12.2.0-14+deb12u1'],
  ['libstdc++6', '12.2.0-14+deb12u1'],
] as const;

/**
 * Debian's packages for a machine, as files in the cache.
 * @throws Error when one cannot be had, or is not the one that is named here.
 */
export function debianPackages(cache: string, architecture: Architecture): string[] {
  return libraries.map(([name, version], index) => {
    const file = `${name}_${version}_${architecture}.deb`;
    const path = join(cache, file);
    if (!existsSync(path)) {
      const options = aptOptions(cache, architecture);
      execFileSync('apt-get', [...options, 'download', `${name}=${version}`], {
        cwd: cache,
        stdio: 'ignore',
      });
    }
    const found = createHash('sha256').update(readFileSync(path)).digest('hex');
    const expected = machines[architecture].hashes[index];
    if (found !== expected) throw new Error(`${file} has the hash ${found} instead of ${expected}.`);
    return path;
  });
}

/** For another machine than this one apt gets lists of its own, so that nothing of this machine's is changed. */
function aptOptions(cache: string, architecture: Architecture): string[] {
  if (machines[architecture].node === process.arch) return [];
  const state = join(cache, `apt-${architecture}`);
  const settings = {
    'APT::Architecture': architecture,
    'APT::Architectures': architecture,
    'Dir::State::lists': join(state, 'lists'),
    'Dir::State::status': join(state, 'status'),
    'Dir::Cache': join(state, 'cache'),
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  if (!existsSync(settings['Dir::State::status'])) {
    mkdirSync(join(settings['Dir::State::lists'], 'partial'), { recursive: true });
    mkdirSync(settings['Dir::Cache'], { recursive: true });
    execFileSync('apt-get', [...options, 'update'], { cwd: state, stdio: 'ignore' });
    writeFileSync(settings['Dir::State::status'], '');
  }
  return options;
}

/**
 * The program `node` for a machine: the one that runs this, or that of npm's package of the very same version, by the hash in the lock file.
 * @throws Error when the lock file has none, or npm brings another one.
 */
export function nodeProgram(root: string, cache: string, architecture: Architecture): string {
  const { node } = machines[architecture];
  if (node === process.arch) return process.execPath;
  const name = `node-linux-${node}`;
  const { version, integrity } = readLock(root).packages[`node_modules/${name}`] ?? {};
  if (version === undefined || typeof integrity !== 'string') {
    throw new Error(`package-lock.json has no ${name}.`);
  }
  const archive = join(cache, `${name}-${version}.tgz`);
  if (!existsSync(archive)) {
    execFileSync('npm', ['pack', `${name}@${version}`, '--silent'], { cwd: cache, stdio: 'ignore' });
  }
  const found = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
  if (found !== integrity) throw new Error(`${name} has the hash ${found} instead of ${integrity}.`);
  const folder = join(cache, `${name}-${version}`);
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['--extract', '--gzip', '--file', archive, '--directory', folder, 'package/bin/node']);
  return join(folder, 'package', 'bin', 'node');
}

/** Of a program or a library, for which machine it is (ELF, `e_machine`); null: it is something else. */
export function machineOf(content: Buffer): number | null {
  return content.length > 20 && content.readUInt32BE(0) === 0x7f454c46 ? content.readUInt16LE(18) : null;
}
