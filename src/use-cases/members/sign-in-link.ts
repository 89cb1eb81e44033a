/** The first sign-in of a client: a link for its owner, from whoever has the command line. */
import { type Actor, operator } from '../../store/clients/audit-log.ts';
import type { Database } from '../../store/connection/database.ts';
import { ensureOwner } from '../../store/members/member-rows.ts';
import { insertLink } from '../../store/members/sign-in-rows.ts';
import { hashSecret, newSecret } from '../access/session-text.ts';
import { signInUrl } from '../pages/page-links.ts';

/** How long a link of the command line is good for. */
export const linkMinutes = 10;

/**
 * The URL of a page that signs in the client's first owner, once, within ten minutes; the owner comes into being where there is none.
 * `isAsked`: by a person, which the log tells; a start of the service is none.
 */
export async function createOwnerLink(
  database: Database,
  { clientId, baseUrl, isAsked }: { clientId: number; baseUrl: string; isAsked: boolean },
): Promise<string> {
  const owner = await ensureOwner(database, clientId, 'Owner');
  const secret = newSecret('link');
  const actor: Actor | null = isAsked ? operator : null;
  const link = { hash: hashSecret(secret), memberId: owner.id, clientId, minutes: linkMinutes };
  await insertLink(database, link, actor);
  return signInUrl(baseUrl, secret);
}
