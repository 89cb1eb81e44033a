/** Browsers that are signed in, without the sign-in. */
import type { Address } from '../../src/domain/model.ts';
import { operator } from '../../src/store/clients/audit-log.ts';
import type { Database } from '../../src/store/connection/database.ts';
import { insertMember, type MemberRole } from '../../src/store/members/member-rows.ts';
import { insertSession } from '../../src/store/members/session-rows.ts';
import { hashSecret, newSecret, newSessionId } from '../../src/use-cases/access/session-text.ts';

/** The headers of a script of the service's own page, over http, for a new member of that role, or a guest of that wallet. */
export async function sessionHeaders(
  database: Database,
  clientId: number,
  who: { role: MemberRole } | { wallet: Address },
): Promise<Record<string, string>> {
  const member =
    'role' in who
      ? await insertMember(
          database,
          { clientId, name: who.role, role: who.role },
          { most: 200, actor: operator },
        )
      : null;
  const cookie = newSecret('session');
  const session = {
    ...{ id: newSessionId(), hash: hashSecret(cookie), clientId, memberId: member?.id ?? null },
    wallet: 'wallet' in who ? who.wallet : null,
    ...{ method: 'link' as const, address: '127.0.0.1', userAgent: 'a test' },
  };
  await database.transaction((client) => insertSession(client, session, { replaced: null, actor: operator }));
  return { 'x-api-key': '', cookie: `wd=${cookie}`, 'x-wd-csrf': '1', 'sec-fetch-site': 'same-origin' };
}
