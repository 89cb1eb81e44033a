/** The machine that the service runs on: Node, room on the disk, whom it listens to. */
import { existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Config } from '../../config.ts';
import { isLoopbackName } from '../../config-values.ts';
import { errorText } from '../../errors.ts';
import { listenAddresses, requireFreeAddress } from '../../http/listening.ts';
import type { Running } from '../terminal/running.ts';
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

/** What runs beside this command: it listens where its own configuration said, which need not be this one. */
export function lookAtRunning(running: Running | null): Finding[] {
  if (running?.service == null) return [];
  const { url, isDemo } = running.service;
  const text = `${isDemo ? 'a demo' : 'a service'} at ${url}, on ${running.dataDir}: commands reach it`;
  const others = isDemo ? '. It brings a chain and prices: those told of here are of `serve`' : '';
  return [finding('running', 'ok', text + others)];
}

/** Keys and figures must not cross a network in plain text. */
export function lookAtListening({ http, role }: Config, running: Running | null = null): Finding[] {
  if (role === 'worker') return [];
  const text = `${running?.service == null ? '' : '`serve` with this configuration: '}${http.host}:${http.port}`;
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

/** Whether `serve` could listen now at all that it would listen on. With another database, what listens may be the service itself. */
export async function lookAtPorts(config: Config, running: Running | null): Promise<Finding[]> {
  const isService = running?.service != null && !running.service.isDemo;
  if (isService || config.database.url !== null) return [];
  const findings: Finding[] = [];
  for (const address of listenAddresses(config)) {
    const fault = await requireFreeAddress(address).then(() => null, errorText);
    if (fault !== null) findings.push(finding('listening', 'warning', fault));
  }
  return findings;
}
