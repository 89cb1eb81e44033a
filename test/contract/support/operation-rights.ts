/** Every operation of both APIs: what it needs, and a body with which nothing is wrong. */
import { exchange, usdc, wallet } from '../../support/history.ts';

/**
 * What an operation needs. read: figures of a wallet; export: the same as a file; notes: what the client has said of a wallet (corrections);
 * correct: saying it; labels: what it calls addresses; change: what concerns the whole client; mint:
 * handing out a part of it; keys: the keys and members of the client; admin: all clients; hooks: having events sent somewhere; identity: who
 * asks; self: what is of the one who has signed in; people: the same, or of those whom the asking one manages.
 */
export type Right =
  | 'read'
  | 'export'
  | 'notes'
  | 'correct'
  | 'labels'
  | 'change'
  | 'mint'
  | 'keys'
  | 'admin'
  | 'hooks'
  | 'identity'
  | 'self'
  | 'people';

export const graphqlRights: Readonly<Record<string, Right>> = {
  ...{ blockchains: 'read', counterparty: 'read', counterpartyTotals: 'read', node: 'read', nodes: 'read' },
  ...{
    results: 'read',
    holdings: 'read',
    tokenBalances: 'read',
    totals: 'read',
    transaction: 'read',
    transactions: 'read',
  },
  ...{ transfers: 'read' },
  ...{ wallet: 'read', wallets: 'read', corrections: 'notes', customLabels: 'labels' },
  ...{ transferAdded: 'read', walletSync: 'read', events: 'read' },
  ...{ addOpeningLot: 'correct', correctTransfer: 'correct', undoCorrection: 'correct' },
  ...{ previewCorrection: 'correct', previewUndo: 'correct', reloadWallets: 'admin' },
  ...{ setCustomLabel: 'change', updateCustomLabel: 'change', deleteCustomLabel: 'change' },
  ...{ registerWallets: 'change', unregisterWallets: 'change' },
  ...{ apiKeys: 'keys', apiKeyUsage: 'keys', createApiKey: 'keys', rotateApiKey: 'keys' },
  ...{ requestProblems: 'keys', serviceState: 'admin' },
  ...{ updateApiKey: 'keys', revokeApiKey: 'keys' },
  ...{ clients: 'admin', createClient: 'admin', setClientSettings: 'admin' },
  ...{ webhooks: 'hooks', createWebhook: 'hooks', updateWebhook: 'hooks', deleteWebhook: 'hooks' },
  ...{
    rotateWebhookSecret: 'hooks',
    testWebhook: 'hooks',
    replayWebhook: 'hooks',
    skipWebhookEvent: 'hooks',
  },
  ...{ members: 'keys', auditLog: 'keys', inviteMember: 'keys', createMemberLink: 'keys' },
  ...{ updateMember: 'keys', removeMember: 'keys' },
  ...{
    me: 'identity',
    sessions: 'self',
    endOtherSessions: 'self',
    endSession: 'people',
    removePasskey: 'people',
  },
};

export const restRights: Readonly<Record<string, Right>> = {
  'GET /wallet/manage/': 'read',
  'POST /wallet/manage/': 'change',
  'DELETE /wallet/manage/{address}/': 'change',
  'POST /wallet/manage/{address}/reload/': 'admin',
  'GET /wallet/label/': 'labels',
  'POST /wallet/label/': 'change',
  'GET /wallet/label/{address}/': 'labels',
  'PUT /wallet/label/{address}/': 'change',
  'PATCH /wallet/label/{address}/': 'change',
  'DELETE /wallet/label/{address}/': 'change',
  'GET /wallet/correction/': 'notes',
  'GET /wallet/correction/{id}/': 'notes',
  'POST /wallet/correction/': 'correct',
  'DELETE /wallet/correction/{id}/': 'correct',
  'POST /auth/token': 'mint',
  ...{
    'GET /admin/client/': 'admin',
    'POST /admin/client/': 'admin',
    'PATCH /admin/client/{name}/': 'admin',
  },
  ...{ 'GET /admin/key/': 'keys', 'POST /admin/key/': 'keys', 'GET /admin/usage/': 'keys' },
  'GET /admin/problem/': 'keys',
  ...{ 'PATCH /admin/key/{id}/': 'keys', 'DELETE /admin/key/{id}/': 'keys' },
  'POST /admin/key/{id}/rotate/': 'keys',
  ...{ 'GET /admin/member/': 'keys', 'POST /admin/member/': 'keys', 'GET /admin/audit/': 'keys' },
  ...{ 'PATCH /admin/member/{id}/': 'keys', 'DELETE /admin/member/{id}/': 'keys' },
  'POST /admin/member/{id}/link/': 'keys',
  ...{ 'GET /account/': 'identity', 'GET /account/session/': 'self', 'DELETE /account/session/': 'self' },
  ...{ 'DELETE /account/session/{id}/': 'people', 'DELETE /account/passkey/{id}/': 'people' },
  'GET /wallet/webhook/': 'hooks',
  'POST /wallet/webhook/': 'hooks',
  'GET /wallet/webhook/{id}/': 'hooks',
  'PATCH /wallet/webhook/{id}/': 'hooks',
  'DELETE /wallet/webhook/{id}/': 'hooks',
  'GET /wallet/webhook/{id}/attempts/': 'hooks',
  'GET /wallet/webhook/{id}/lanes/': 'hooks',
  'POST /wallet/webhook/{id}/rotate/': 'hooks',
  'POST /wallet/webhook/{id}/test/': 'hooks',
  'POST /wallet/webhook/{id}/replay/': 'hooks',
  'POST /wallet/webhook/{id}/skip/': 'hooks',
};

export const openingLot = {
  ...{ kind: 'OPENING_LOT', wallet, blockchain: 'ethereum', token_address: usdc, quantity: '1' },
  acquired_at: '2020-01-01',
};

/** What is written: nothing is wrong with it. */
const bodies: Readonly<Record<string, unknown>> = {
  'POST /wallet/manage/': { address: wallet },
  'POST /wallet/label/': { address: exchange, name: 'x', tags: [] },
  'PUT /wallet/label/{address}/': { name: 'x', tags: [] },
  'PATCH /wallet/label/{address}/': { name: 'x' },
  'POST /auth/token': { wallets: [wallet] },
  'POST /admin/client/': { name: 'x' },
  'PATCH /admin/client/{name}/': { settings: {} },
  'POST /admin/key/': { client: 'default', name: 'x' },
  'POST /admin/key/{id}/rotate/': {},
  'PATCH /admin/key/{id}/': {},
  'POST /admin/member/': { name: 'x', role: 'viewer' },
  'PATCH /admin/member/{id}/': {},
  'POST /wallet/correction/': openingLot,
  'POST /wallet/webhook/': { url: 'https://hooks.example/a' },
  'PATCH /wallet/webhook/{id}/': { description: 'x' },
  'POST /wallet/webhook/{id}/replay/': { from: '2024-01-01' },
  'POST /wallet/webhook/{id}/skip/': { wallet },
};

export const bodyOf = (name: string): unknown => bodies[name];
