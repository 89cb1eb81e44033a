/** The lowest layer: the libraries that Node is linked with, from Debian's packages of these very hashes, Node, and a user. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { directory, type Entry, entriesOf, file, serviceUser } from './entries.ts';

/** Of Debian 12. A newer version is another hash: whoever changes it builds another image. */
const packages = [
  {
    file: 'libc6_2.36-9+deb12u14_amd64.deb',
    wanted: 'libc6=2.36-9+deb12u14',
    sha256: 'ba4f88f73dbc3ae9055f3c20f4523bfdbaf1ad13ff95e258924f77d20b4fbedf',
  },
  {
    file: 'libgcc-s1_12.2.0-14+deb12u1_amd64.deb',
    wanted: 'libgcc-s1=12.2.0-14+deb12u1',
    sha256: '3016e62cb4b7cd8038822870601f5ed131befe942774d0f745622cc77d8a88f7',
  },
  {
    file: 'libstdc++6_12.2.0-14+deb12u1_amd64.deb',
    wanted: 'libstdc++6=12.2.0-14+deb12u1',
    sha256: '5cd3171216d4ab0fc911cfe9c35509bf2dd8f47761c43b7f6a4296701551a24d',
  },
];

/** What of them a program is linked with, and their licences; not tools, documentation and character sets. */
const wanted =
  /^(lib64\/|lib\/[^/]+\/[^/]+\.so|usr\/lib\/[^/]+\/[^/]+\.so|usr\/share\/doc\/[^/]+\/copyright$)/;

/**
 * @param cache where the packages lie, or are put by `apt-get download`.
 * @param node the program.
 * @throws Error when a package cannot be had, or is not the one that is named here.
 */
export function baseEntries(cache: string, node: string): Entry[] {
  mkdirSync(cache, { recursive: true });
  return [
    ...packages.flatMap((one) => unpacked(cache, fetched(cache, one))),
    file('usr/bin/node', readFileSync(node), { mode: 0o755 }),
    file('etc/passwd', `root:x:0:0:root:/:/none\nwallet-data:x:${serviceUser}:${serviceUser}::/app:/none\n`),
    file('etc/group', `root:x:0:\nwallet-data:x:${serviceUser}:\n`),
    file('etc/nsswitch.conf', 'hosts: files dns\n'),
    directory('data', { mode: 0o700, owner: serviceUser }),
    directory('tmp', { mode: 0o1777 }),
    ...['proc', 'sys', 'dev'].map((path) => directory(path)),
  ];
}

function fetched(cache: string, { file: name, wanted: version, sha256 }: (typeof packages)[number]): string {
  const path = join(cache, name);
  if (!existsSync(path)) execFileSync('apt-get', ['download', version], { cwd: cache, stdio: 'ignore' });
  const found = createHash('sha256').update(readFileSync(path)).digest('hex');
  if (found !== sha256) throw new Error(`${name} has the hash ${found} instead of ${sha256}.`);
  return path;
}

function unpacked(cache: string, path: string): Entry[] {
  const folder = `${path}.unpacked`;
  if (!existsSync(folder)) execFileSync('dpkg-deb', ['--extract', path, folder], { cwd: cache });
  return entriesOf(folder, '.')
    .map((entry) => ({ ...entry, path: entry.path.slice(2) }))
    .filter(({ path: at, kind }) => kind !== 'directory' && wanted.test(at));
}
