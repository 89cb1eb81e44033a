/** How many keys a client may have. */
import type { Prisma } from '../generated/client.ts';

/** Keys that are valid at a time, or were made since another: so counted, those that come and go in a loop have an end. */
export interface KeyRoom {
  most: number;
  validAt: Date;
  madeSince: Date;
}

/** In the transaction that adds one: others of the same client wait until it is over, so that no two take the last place. */
export async function hasRoom(
  transaction: Prisma.TransactionClient,
  clientId: number,
  { most, validAt, madeSince }: KeyRoom,
): Promise<boolean> {
  await transaction.$queryRaw`SELECT id FROM client WHERE id = ${clientId} FOR NO KEY UPDATE`;
  const isValid = { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: validAt } }] };
  const count = await transaction.apiKey.count({
    where: { clientId, OR: [isValid, { createdAt: { gt: madeSince } }] },
  });
  return count < most;
}
