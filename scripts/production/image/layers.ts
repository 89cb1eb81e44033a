/** A layer of an OCI image: a tar archive, compressed, whose bytes depend on nothing but what is in it. */
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { completed, type Entry } from './entries.ts';

export interface Layer {
  /** What it brings, for the image's history. */
  readonly title: string;
  readonly compressed: Buffer;
  /** Digest of the archive before compression, as the image's configuration names it. */
  readonly diffId: string;
  /** Bytes of all files. */
  readonly unpacked: number;
}

export const digestOf = (bytes: Uint8Array): string =>
  `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

/** Every time is 1970, so that two builds are the same bytes. */
const noTime = new Date(0);

export async function makeLayer(title: string, entries: readonly Entry[]): Promise<Layer> {
  const archive = pack();
  const bytes = buffer(archive);
  const all = completed(entries);
  for (const { path, kind, mode, owner, content, target } of all) {
    const name = kind === 'directory' ? `${path}/` : path;
    const linkname = target === undefined ? {} : { linkname: target };
    archive.entry({ name, type: kind, mode, uid: owner, gid: owner, mtime: noTime, ...linkname }, content);
  }
  archive.finalize();
  const tar = await bytes;
  return {
    title,
    // zlib writes neither time nor name, and the system as the same number on all of them since Node is built so.
    compressed: gzipSync(tar, { level: 9 }),
    diffId: digestOf(tar),
    unpacked: all.reduce((sum, { content }) => sum + content.length, 0),
  };
}
