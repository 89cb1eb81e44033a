/**
 * An image run without a daemon: its layers unpacked, and its program started as a container runtime would: under the image's user, with a root
 * that nobody can write, `/data` and `/tmp` beside it, no capability, and no way to gain one. Root is needed for the mounts alone.
 */
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type SupervisedProcess, spawnSupervised } from '../../../src/processes/supervised.ts';
import { runToEnd } from './machine.ts';

const descriptor = z.object({ digest: z.string().regex(/^sha256:[0-9a-f]{64}$/), size: z.number() });
const indexSchema = z.object({ manifests: z.tuple([descriptor]) });
const manifestSchema = z.object({ config: descriptor, layers: z.array(descriptor) });
const configSchema = z.object({
  config: z.object({
    User: z.string().regex(/^\d+:\d+$/),
    Env: z.array(z.string()),
    Entrypoint: z.array(z.string()),
    Cmd: z.array(z.string()),
    Healthcheck: z.object({ Test: z.array(z.string()) }),
  }),
});

export interface Unpacked {
  readonly root: string;
  readonly about: z.infer<typeof configSchema>['config'];
  readonly digest: string;
  /** Of the compressed layers. */
  readonly bytes: number;
}

/** Unpacks an OCI layout with one image into an empty folder. */
export async function unpackImage(layout: string, root: string): Promise<Unpacked> {
  const blob = (digest: string): string => join(layout, 'blobs', 'sha256', digest.slice('sha256:'.length));
  const json = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
  const [{ digest }] = indexSchema.parse(json(join(layout, 'index.json'))).manifests;
  const { config, layers } = manifestSchema.parse(json(blob(digest)));
  mkdirSync(root, { recursive: true });
  for (const layer of layers) {
    const words = ['--extract', '--gzip', '--same-owner', '--numeric-owner', '--same-permissions'];
    await runToEnd('/bin/tar', [...words, '--directory', root, '--file', blob(layer.digest)], { cwd: root });
  }
  const about = configSchema.parse(json(blob(config.digest))).config;
  return { root, about, digest, bytes: layers.reduce((sum, { size }) => sum + size, 0) };
}

export interface ContainerOptions {
  /** Beyond the image's own. */
  readonly environment: Readonly<Record<string, string>>;
  /** Becomes `/data`. */
  readonly data: string;
  /** Names of the loopback, as a network of containers has them. */
  readonly hosts?: readonly string[];
}

/** $1: root, $2: data. Then the environment, `--`, and the command. Every mount goes with the process. */
const script = `
set -eu
root=$1; data=$2; shift 2
mount --bind "$root" "$root"
mount --bind "$data" "$root/data"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for one in null urandom; do touch "$root/dev/$one"; mount --bind "/dev/$one" "$root/dev/$one"; done
mount --rbind /proc "$root/proc"
mount -o remount,bind,ro "$root"
exec /usr/bin/setpriv --no-new-privs --inh-caps=-all --bounding-set=-all,+sys_chroot,+setuid,+setgid /usr/bin/env -i "$@"
`;

/** Starts the image's program, or another command in it. */
export function runContainer(
  { root, about }: Unpacked,
  { environment, data, hosts = [] }: ContainerOptions,
  command: readonly string[] = [...about.Entrypoint, ...about.Cmd],
): Promise<SupervisedProcess> {
  const [uid = 0, gid = 0] = about.User.split(':').map(Number);
  chownSync(data, uid, gid);
  writeFileSync(
    join(root, 'etc', 'hosts'),
    ['localhost', ...hosts].map((name) => `127.0.0.1 ${name}\n`).join(''),
  );
  const settings = [...about.Env, ...Object.entries(environment).map(([name, value]) => `${name}=${value}`)];
  const inside = ['/usr/sbin/chroot', `--userspec=${about.User}`, root, ...command];
  return spawnSupervised(
    '/usr/bin/unshare',
    ['--mount', '/bin/sh', '-c', script, 'container', root, data, ...settings, ...inside],
    { cwd: '/', stopTimeoutMs: 45_000, keptLines: 40 },
  );
}

/** What the kernel says of the running program: who it is, what it may do, and whether it could write its root. */
export function rightsOf(pid: number): string {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const field = (name: string): string => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1] ?? '?';
  const mounts = readFileSync(`/proc/${pid}/mountinfo`, 'utf8').split('\n');
  // Seen from inside, its root is at `/`; the last mount there is the one that counts.
  const options = mounts.findLast((line) => line.split(' ')[4] === '/')?.split(' ')[5] ?? '?';
  return `user ${field('Uid')}, capabilities ${field('CapEff')}, no new privileges ${field('NoNewPrivs')}, root ${options.split(',')[0]}`;
}
