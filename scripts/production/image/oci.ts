/**
 * An image as a folder, by the OCI image layout 1.0 (https://github.com/opencontainers/image-spec): `skopeo copy oci:FOLDER docker://…`,
 * `podman load` and `docker load` take it. Written without a daemon.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceUser } from './entries.ts';
import { digestOf, type Layer } from './layers.ts';
import type { Architecture } from './machines.ts';

interface Descriptor {
  mediaType: string;
  digest: string;
  size: number;
}

export interface ImageAbout {
  readonly version: string;
  readonly architecture: Architecture;
}

/** Is asked inside the image, which has no shell and no curl. */
const healthCheck = `fetch('http://127.0.0.1:' + (process.env.PORT || 4000) + '/livez').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))`;

/** What runs, as whom, and where it may write. */
export const imageConfig = {
  User: `${serviceUser}:${serviceUser}`,
  ExposedPorts: { '4000/tcp': {} },
  Env: ['PATH=/usr/bin', 'NODE_ENV=production', 'HOST=0.0.0.0', 'DATA_DIR=/data'],
  Entrypoint: ['/usr/bin/node', '/app/bin/wallet-data.js'],
  Cmd: ['serve'],
  WorkingDir: '/app',
  Volumes: { '/data': {} },
  StopSignal: 'SIGTERM',
  // Of Docker's; the OCI configuration has no such field and lets others be.
  Healthcheck: {
    Test: ['CMD', '/usr/bin/node', '-e', healthCheck],
    ...{ Interval: 10e9, Timeout: 5e9, StartPeriod: 60e9, Retries: 3 },
  },
} as const;

/** Writes the layout into an empty folder. Answers the digest of the image's manifest. */
export function writeImage(folder: string, layers: readonly Layer[], about: ImageAbout): string {
  const blobs = join(folder, 'blobs', 'sha256');
  mkdirSync(blobs, { recursive: true });
  const keep = (mediaType: string, bytes: Buffer): Descriptor => {
    const digest = digestOf(bytes);
    writeFileSync(join(blobs, digest.slice('sha256:'.length)), bytes);
    return { mediaType, digest, size: bytes.length };
  };
  const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
  const config = keep('application/vnd.oci.image.config.v1+json', json(configurationOf(layers, about)));
  const manifest = keep(
    'application/vnd.oci.image.manifest.v1+json',
    json({
      schemaVersion: 2,
      mediaType: 'application/vnd.oci.image.manifest.v1+json',
      config,
      layers: layers.map(({ compressed }) => keep('application/vnd.oci.image.layer.v1.tar+gzip', compressed)),
    }),
  );
  const index = {
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.index.v1+json',
    manifests: [
      {
        ...manifest,
        platform: { architecture: about.architecture, os: 'linux' },
        annotations: { 'org.opencontainers.image.ref.name': about.version },
      },
    ],
  };
  writeFileSync(join(folder, 'index.json'), json(index));
  writeFileSync(join(folder, 'oci-layout'), json({ imageLayoutVersion: '1.0.0' }));
  return manifest.digest;
}

function configurationOf(layers: readonly Layer[], { version, architecture }: ImageAbout): object {
  return {
    architecture,
    os: 'linux',
    created: new Date(0).toISOString(),
    config: {
      ...imageConfig,
      Labels: {
        'org.opencontainers.image.title': 'wallet-data',
        'org.opencontainers.image.version': version,
        'org.opencontainers.image.licenses': 'MIT',
      },
    },
    rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => diffId) },
    history: layers.map(({ title }) => ({ created: new Date(0).toISOString(), created_by: title })),
  };
}
