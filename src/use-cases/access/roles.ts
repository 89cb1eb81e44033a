/** What members may do, by their role. */
import type { MemberRoleName } from '../model/member-model.ts';
import type { Scope } from '../model/view-model.ts';

/** Nobody has `admin` by a role: that is the operator's, who has the command line. */
export const scopesOfRole: Readonly<Record<MemberRoleName, readonly Scope[]>> = {
  owner: ['read', 'write', 'webhooks', 'keys'],
  editor: ['read', 'write'],
  viewer: ['read'],
};
