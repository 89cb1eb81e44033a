/** The machine that the service runs on: Node, room on the disk, whom it listens to. */
import { existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Config } from '../../config.ts';
import { isLoopbackName } from '../../config-values.ts';
import { bytesText, type Finding, finding } from './findings.ts';

const neededNode = 24;
/** Below that, PostgreSQL stops writing soon: its log alone may take 1 GB. */
const littleRoom = 2_000_000_000;
const noRoom = 200_000_000;

export function lookAtNode(version = process.versions.node): Finding[] {
  const text = `Node ${version} on ${process.platform} ${process.arch}`;
  if (Number(version.split('.')[0]) >= neededNode) return [finding('node', 'ok', text)];
  return [finding('node', 'failed', `${text}: install Node ${neededNode} or newer`)];
}

/** The room where the data lies, or will lie. */
export function lookAtDisk({ database }: Config, readRoom: (path: string) => number = roomAt): Finding[] {
  const room = readRoom(database.dataDir);
  const text = `${bytesText(room)} free where DATA_DIR lies (${database.dataDir})`;
  // Its own database writes there; with another one, only keys and locks do.
  const hasDatabase = database.url === null;
  if (room < noRoom) return [finding('disk', 'failed', `${text}: make room, or move DATA_DIR`)];
  if (room < littleRoom && hasDatabase)
    return [finding('disk', 'warning', `${text}: the database stops when it is full`)];
  return [finding('disk', 'ok', text)];
}

function roomAt(path: string): number {
  let there = path;
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there);
  const { bavail, bsize } = statfsSync(there);
  return bavail * bsize;
}

/** Keys and figures must not cross a network in plain text. */
export function lookAtListening({ http, role }: Config): Finding[] {
  if (role === 'worker') return [];
  const text = `${http.host}:${http.port}`;
  if (isLoopbackName(http.host)) return [finding('listening', 'ok', `${text}, for this machine alone`)];
  if (http.publicUrl?.startsWith('https:') === true)
    return [finding('listening', 'ok', `${text}, behind ${http.publicUrl}`)];
  return [
    finding(
      'listening',
      'warning',
      `${text}: whoever reaches this machine can ask, and keys travel unencrypted. Put a proxy with TLS before it and set PUBLIC_URL to its https address`,
    ),
  ];
}
