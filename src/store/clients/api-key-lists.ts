/** Pages of API keys. */
import type { Database } from '../connection/database.ts';
import { type ApiKeyRow, toRow, withClient } from './api-key-rows.ts';

/** Keys of one client, or of all, oldest first. */
export async function pageApiKeys(
  database: Database,
  { clientId, offset, limit }: { clientId: number | undefined; offset: number; limit: number },
): Promise<ApiKeyRow[]> {
  const keys = await database.prisma.apiKey.findMany({
    where: clientId === undefined ? {} : { clientId },
    include: withClient,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    ...{ skip: offset, take: limit },
  });
  return keys.map(toRow);
}

export const countApiKeys = (database: Database, clientId: number | undefined): Promise<number> =>
  database.prisma.apiKey.count({ where: clientId === undefined ? {} : { clientId } });
