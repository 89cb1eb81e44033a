/** What the portal's pages keep in their URLs. What is wrong in one is left out. */

export const spans = [7, 30, 90] as const;
export interface UsageSearch {
  /** How far back. */
  days?: (typeof spans)[number];
}
export function readUsage(search: Record<string, unknown>): UsageSearch {
  const days = spans.find((one) => one === search.days);
  return days === undefined ? {} : { days };
}

export interface RequestsSearch {
  /** The id of one request. */
  request?: string;
  code?: string;
}
export function readRequests({ request, code }: Record<string, unknown>): RequestsSearch {
  return {
    ...(typeof request === 'string' && /^[\w.-]{1,100}$/.test(request) ? { request } : {}),
    ...(typeof code === 'string' && /^[A-Z_]{1,40}$/.test(code) ? { code } : {}),
  };
}

/** As the API names them. */
export const auditActions = [
  ...(['signed_in', 'signed_out', 'session_ended', 'passkey_added', 'passkey_removed'] as const),
  ...(['address_linked', 'member_invited', 'member_changed', 'member_removed', 'link_made'] as const),
  ...(['key_created', 'key_rotated', 'key_changed', 'key_revoked', 'client_created'] as const),
  ...(['webhook_created', 'webhook_changed', 'webhook_secret_rotated', 'webhook_removed'] as const),
  ...(['settings_changed', 'exported', 'correction_added', 'correction_undone', 'wallet_reloaded'] as const),
] as const;
export interface AuditSearch {
  action?: (typeof auditActions)[number];
}
export function readAudit(search: Record<string, unknown>): AuditSearch {
  const action = auditActions.find((one) => one === search.action);
  return action === undefined ? {} : { action };
}
