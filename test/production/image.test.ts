/** The image's layout, read again by other code than wrote it: digests, who it runs as, and the same bytes from two builds. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { extract, type Header } from 'tar-stream';
import { expect, onTestFinished, test } from 'vitest';
import { directory, entriesOf, file } from '../../scripts/production/image/entries.ts';
import { makeLayer } from '../../scripts/production/image/layers.ts';
import { architectures, machineOf, machines } from '../../scripts/production/image/machines.ts';
import { writeImage } from '../../scripts/production/image/oci.ts';

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'image-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

/** A name of more than the 100 bytes that tar's first form has room for. */
const longName = `${'deep/'.repeat(30)}end.js`;

/** The same files as somebody else might have them: made in another order, at another time, under another umask. */
async function service(order: 1 | -1): Promise<string> {
  const path = await folder();
  const files = [
    ['bin/start.js', 0o755],
    ['readme', 0o644],
    [longName, 0o644],
  ] as const;
  for (const [name, mode] of order === 1 ? files : files.toReversed()) {
    await mkdir(join(path, name, '..'), { recursive: true });
    await writeFile(join(path, name), `content of ${name}`);
    await chmod(join(path, name), order === 1 ? mode : mode & 0o700);
    await utimes(join(path, name), order * 1e9, 2e9 + order);
  }
  await symlink('start.js', join(path, 'bin', 'other.js'));
  return path;
}

async function image(order: 1 | -1): Promise<{ at: string; digest: string }> {
  const at = await folder();
  const base = [directory('data', { mode: 0o700, owner: 65_532 }), file('etc/passwd', 'root:x:0:0\n')];
  const layers = [
    await makeLayer('base', order === 1 ? base : base.toReversed()),
    await makeLayer('service', entriesOf(await service(order), 'app')),
  ];
  return { at, digest: writeImage(at, layers, { version: '1.2.3', architecture: 'amd64' }) };
}

async function unpack(tar: Buffer): Promise<Map<string, Header & { content: string }>> {
  const found = new Map<string, Header & { content: string }>();
  const reader = extract();
  reader.end(tar);
  for await (const entry of reader) {
    const parts: Buffer[] = [];
    for await (const part of entry) parts.push(part as Buffer);
    found.set(entry.header.name, { ...entry.header, content: Buffer.concat(parts).toString() });
  }
  return found;
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

test('two builds of the same files are one digest', async () => {
  const [one, other] = [await image(1), await image(-1)];
  expect(other.digest).toBe(one.digest);
});

test('every blob is what its name says, and the layers hold the files as they are', async () => {
  const { at, digest } = await image(1);
  const blob = (name: string): Buffer => {
    const bytes = readFileSync(join(at, 'blobs', 'sha256', name.slice('sha256:'.length)));
    expect(`sha256:${sha256(bytes)}`).toBe(name);
    return bytes;
  };
  const json = (bytes: Buffer) => JSON.parse(bytes.toString());
  const index = json(readFileSync(join(at, 'index.json')));
  expect(json(readFileSync(join(at, 'oci-layout')))).toEqual({ imageLayoutVersion: '1.0.0' });
  expect(index.manifests.map((one: { digest: string }) => one.digest)).toEqual([digest]);
  const manifest = json(blob(digest));
  const config = json(blob(manifest.config.digest));
  const archives = manifest.layers.map((layer: { digest: string; size: number }) => {
    const bytes = blob(layer.digest);
    expect(bytes.length).toBe(layer.size);
    return gunzipSync(bytes);
  });
  expect(archives.map((tar: Buffer) => `sha256:${sha256(tar)}`)).toEqual(config.rootfs.diff_ids);
  const [base, app] = await Promise.all(archives.map(unpack));
  expect(base.get('data/')).toMatchObject({ uid: 65_532, gid: 65_532, mode: 0o700 });
  expect(app.get('app/bin/start.js')).toMatchObject({
    mode: 0o755,
    uid: 0,
    content: 'content of bin/start.js',
  });
  expect(app.get('app/readme')).toMatchObject({ mode: 0o644, uid: 0, mtime: new Date(0) });
  expect(app.get('app/bin/other.js')).toMatchObject({ type: 'symlink', linkname: 'start.js' });
  expect(app.get(`app/${longName}`)?.content).toBe(`content of ${longName}`);
  // Every folder stands before what is in it.
  const names = [...app.keys()];
  expect(names.indexOf('app/')).toBe(0);
  expect(names.indexOf('app/bin/')).toBeLessThan(names.indexOf('app/bin/start.js'));
});

test('a program says in its header for which machine it is', () => {
  // ELF 1.2, figure 1-3, and the supplement for AArch64: e_machine, two bytes from the eighteenth on; EM_X86_64 is 62, EM_AARCH64 183.
  const header = (machine: string): Buffer =>
    Buffer.from(`7f454c46020101${'00'.repeat(9)}0300${machine}01000000`, 'hex');
  expect(machineOf(header('3e00'))).toBe(machines.amd64.elf);
  expect(machineOf(header('b700'))).toBe(machines.arm64.elf);
  expect(architectures.map((one) => machines[one].elf)).toEqual([62, 183]);
  expect(machineOf(Buffer.from('#!/bin/sh\necho what is long enough'))).toBeNull();
  expect(machineOf(Buffer.from('7f454c46', 'hex'))).toBeNull();
});

test('it runs as nobody of the system, and says whether it is well', async () => {
  const { at, digest } = await image(1);
  const read = (name: string) => JSON.parse(readFileSync(join(at, 'blobs', 'sha256', name.slice(7)), 'utf8'));
  const { architecture, os, config } = read(read(digest).config.digest);
  expect({ architecture, os }).toEqual({ architecture: 'amd64', os: 'linux' });
  expect(config).toMatchObject({
    User: '65532:65532',
    Entrypoint: ['/usr/bin/node', '/app/bin/wallet-data.js'],
    Cmd: ['serve'],
    ExposedPorts: { '4000/tcp': {} },
  });
  expect(config.Healthcheck.Test.slice(0, 3)).toEqual(['CMD', '/usr/bin/node', '-e']);
});
