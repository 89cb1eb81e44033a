/** Keys of clients: made, rotated, ended. What the command line and the admin API do is done here. */
import { PublicError } from '../../errors.ts';
import {
  type ApiKeyRow,
  findApiKey,
  insertApiKey,
  type Quotas,
  rotateApiKey,
} from '../../store/clients/api-key-rows.ts';
import { type Actor, operator } from '../../store/clients/audit-log.ts';
import type { KeyRoom } from '../../store/clients/key-room.ts';
import type { Database } from '../../store/connection/database.ts';
import { apiKeyPepper } from '../../store/connection/settings.ts';
import { generateApiKey, hashApiKey } from '../access/key-text.ts';
import { type BoundsInput, checkedBounds, checkedName, refusal } from './key-input.ts';

export interface NewKeyRequest {
  clientId: number;
  name: string;
  /** Of a secret key; a publishable one has `read` alone. */
  scopes: readonly string[];
  expiresAt: Date | null;
  quotas: Quotas;
  /** null: a secret key. */
  publishable: BoundsInput | null;
}

/** A key that was made. The text is shown once, since only its hash is stored. */
export interface NewKey {
  id: string;
  key: string;
  scopes: readonly string[];
}

/** Valid, or made within a day. Beyond it, somebody makes keys in a loop. */
const mostKeys = 1_000;
/** Each of them can be rotated. */
const mostWithRotated = 2 * mostKeys;
const dayMs = 86_400_000;

/** Who makes a key, and when; `isBounded`: no more than a client may have. */
export interface KeyMaker {
  actor: Actor;
  isBounded: boolean;
  /** Milliseconds since 1970. */
  now: number;
}

function roomFor({ isBounded, now }: KeyMaker, most: number): KeyRoom | null {
  return isBounded ? { most, validAt: new Date(now), madeSince: new Date(now - dayMs) } : null;
}

const noRoom = (): PublicError =>
  new PublicError(
    'LIMIT_REACHED',
    `A client can have ${mostKeys} keys, with those that were made within a day: revoke some, or wait.`,
  );

/** The command line: it is bounded by nobody. */
const byOperator = (): KeyMaker => ({ actor: operator, isBounded: false, now: Date.now() });

/** Throws BAD_INPUT that says what is wrong, and LIMIT_REACHED. */
export async function createKey(
  database: Database,
  request: NewKeyRequest,
  maker: KeyMaker = byOperator(),
): Promise<NewKey> {
  const { clientId, expiresAt, quotas } = request;
  const name = checkedName(request.name);
  const publishable = request.publishable === null ? null : checkedBounds(request.publishable);
  const scopes = publishable === null ? request.scopes : ['read'];
  if (publishable !== null && request.scopes.some((scope) => scope !== 'read')) {
    throw refusal([{ path: 'scopes', message: 'a publishable key may only read' }]);
  }
  const { id, key } = generateApiKey(publishable === null ? 'secret' : 'publishable');
  const hash = hashApiKey(key, await apiKeyPepper(database));
  const row = { id, clientId, name, hash, scopes, expiresAt, quotas, publishable };
  const made = { room: roomFor(maker, mostKeys), actor: maker.actor };
  if (!(await insertApiKey(database, row, made))) throw noRoom();
  return { id, key, scopes };
}

/**
 * A key in the place of another, with the same rights. The old one is valid until `overlapEnds`, or its own earlier end.
 * `expiresAt` undefined: the new key lasts as long as the old one was to. Throws NOT_FOUND: there is no such valid key.
 */
export async function rotateKey(
  database: Database,
  id: string,
  { overlapEnds, expiresAt }: { overlapEnds: Date; expiresAt: Date | undefined },
  maker: KeyMaker = byOperator(),
): Promise<{ key: string; row: ApiKeyRow }> {
  const old = await findApiKey(database, id);
  if (old === null) throw noSuchKey(id);
  const next = generateApiKey(old.publishable === null ? 'secret' : 'publishable');
  const stored = {
    ...{ id: next.id, hash: hashApiKey(next.key, await apiKeyPepper(database)), overlapEnds },
    expiresAt: expiresAt ?? sameLifetime(old),
  };
  const made = { room: roomFor(maker, mostWithRotated), actor: maker.actor };
  const row = await rotateApiKey(database, id, stored, made);
  if (row === 'no room') throw noRoom();
  if (row === null) throw noSuchKey(id);
  return { key: next.key, row };
}

export const noSuchKey = (id: string): PublicError =>
  new PublicError('NOT_FOUND', `There is no valid key with the id '${id.slice(0, 80)}'.`);

/** A key that was to last 90 days is followed by one that lasts 90 days. */
function sameLifetime({ createdAt, expiresAt }: ApiKeyRow): Date | null {
  return expiresAt === null ? null : new Date(Date.now() + expiresAt.getTime() - createdAt.getTime());
}
