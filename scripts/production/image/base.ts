/** The lowest layer: the libraries that Node is linked with, from Debian's packages of these very hashes, Node, and a user. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { directory, type Entry, entriesOf, file, serviceUser } from './entries.ts';
import { type Architecture, debianPackages, machineOf, machines, nodeProgram } from './machines.ts';

/** What of them a program is linked with, and their licences; not tools, documentation and character sets. */
const wanted =
  /^(lib64\/|lib\/ld-linux-|lib\/[^/]+\/[^/]+\.so|usr\/lib\/[^/]+\/[^/]+\.so|usr\/share\/doc\/[^/]+\/copyright$)/;

/**
 * @param root of the project.
 * @param cache where packages lie, or are put by `apt-get download` and `npm pack`.
 * @throws Error when a package cannot be had, is not the one that is meant, or has a program for another machine.
 */
export function baseEntries(root: string, cache: string, architecture: Architecture): Entry[] {
  mkdirSync(cache, { recursive: true });
  const entries = [
    ...debianPackages(cache, architecture).flatMap((path) => unpacked(cache, path)),
    file('usr/bin/node', readFileSync(nodeProgram(root, cache, architecture)), { mode: 0o755 }),
    file('etc/passwd', `root:x:0:0:root:/:/none\nwallet-data:x:${serviceUser}:${serviceUser}::/app:/none\n`),
    file('etc/group', `root:x:0:\nwallet-data:x:${serviceUser}:\n`),
    file('etc/nsswitch.conf', 'hosts: files dns\n'),
    directory('data', { mode: 0o700, owner: serviceUser }),
    directory('tmp', { mode: 0o1777 }),
    ...['proc', 'sys', 'dev'].map((path) => directory(path)),
  ];
  const { elf } = machines[architecture];
  const stranger = entries.find(({ content }) => ![elf, null].includes(machineOf(content)));
  if (stranger !== undefined)
    throw new Error(`${stranger.path} is a program for another machine than ${architecture}.`);
  return entries;
}

function unpacked(cache: string, path: string): Entry[] {
  const folder = `${path}.unpacked`;
  if (!existsSync(folder)) execFileSync('dpkg-deb', ['--extract', path, folder], { cwd: cache });
  return entriesOf(folder, '.')
    .map((entry) => ({ ...entry, path: entry.path.slice(2) }))
    .filter(({ path: at, kind }) => kind !== 'directory' && wanted.test(at));
}
