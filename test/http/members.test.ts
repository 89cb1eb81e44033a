/** Members: who invites, changes and removes them, what a role may do, and the log of it. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { ensureClient } from '../../src/store/clients/client-rows.ts';
import { insertMember, updateMember } from '../../src/store/members/member-rows.ts';
import { findSession, insertSession } from '../../src/store/members/session-rows.ts';
import { insertLink, takeLink } from '../../src/store/members/sign-in-rows.ts';
import { hashSecret, newSecret } from '../../src/use-cases/access/session-text.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { storeHistory, usdc, wallet } from '../support/history.ts';
import { type OwnPage, signedInBy, signedInOwner } from '../support/own-page.ts';

let api: TestApi;
let owner: OwnPage;
beforeAll(async () => {
  api = await createTestApi({ graphql: 'real' });
  await storeHistory(api.database, api.clientId);
});
beforeEach(async () => {
  await api.database.pool.query('DELETE FROM member');
  await api.database.pool.query('DELETE FROM audit_entry');
  api.authenticator.invalidate();
  owner = await signedInOwner(api);
});
afterAll(() => api.close());

const madeSchema = z.object({ link: z.string(), member: z.object({ id: z.string(), role: z.string() }) });
const invite = async (role: string, name = 'Mia') => {
  const { status, json, text } = await owner.post('/admin/member/', { name, role });
  expect(status, text).toBe(201);
  return madeSchema.parse(json);
};
const meSchema = z.object({ member: z.object({ id: z.string() }) });
const idOf = async (page: OwnPage): Promise<string> =>
  meSchema.parse((await page.ask('GET', '/account/')).json).member.id;
const label = (page: OwnPage) =>
  page.ask('PUT', `/wallet/label/${usdc}/`, { payload: { name: 'x', tags: [] } });

test('a role says what a member may', async () => {
  const found: Record<string, readonly number[]> = {};
  for (const role of ['owner', 'editor', 'viewer']) {
    const page = await signedInBy(api, (await invite(role)).link);
    found[role] = [
      (await page.ask('GET', `/wallet/transfer/?wallet=${wallet}`)).status,
      (await label(page)).status,
      (await page.ask('GET', '/admin/key/')).status,
      (await page.ask('GET', '/admin/member/')).status,
      (await page.ask('GET', '/admin/audit/')).status,
      (await page.ask('GET', '/wallet/webhook/')).status,
      (await page.ask('GET', '/admin/client/')).status,
      (await page.post('/auth/token', { wallets: [wallet] })).status,
    ];
  }
  expect(found).toEqual({
    owner: [200, expect.any(Number), 200, 200, 200, 200, 403, 403],
    editor: [200, 200, 403, 403, 403, 403, 403, 403],
    viewer: [200, 403, 403, 403, 403, 403, 403, 403],
  });
});

test('another role ends the sessions and links of a member', async () => {
  const { link, member } = await invite('viewer');
  const mia = await signedInBy(api, link);
  const second = madeSchema.parse((await owner.post(`/admin/member/${member.id}/link/`)).json);
  const changed = await owner.ask('PATCH', `/admin/member/${member.id}/`, { payload: { role: 'editor' } });
  expect([changed.status, changed.json]).toMatchObject([200, { role: 'editor', name: 'Mia' }]);
  api.authenticator.invalidate();
  expect((await mia.ask('GET', '/account/')).status).toBe(401);
  await expect(signedInBy(api, second.link)).rejects.toThrow('UNAUTHENTICATED');
  const third = madeSchema.parse((await owner.post(`/admin/member/${member.id}/link/`)).json);
  expect((await label(await signedInBy(api, third.link))).status).toBeLessThan(300);
  // A name is no right.
  const renamed = await owner.ask('PATCH', `/admin/member/${member.id}/`, { payload: { name: 'Maria' } });
  expect(renamed.json).toMatchObject({ name: 'Maria', role: 'editor' });
});

test('the last owner who has signed in stays one', async () => {
  const own = await idOf(owner);
  const refuse = async (): Promise<void> => {
    for (const answer of [
      await owner.ask('DELETE', `/admin/member/${own}/`),
      await owner.ask('PATCH', `/admin/member/${own}/`, { payload: { role: 'editor' } }),
    ]) {
      expect([answer.status, answer.json]).toMatchObject([409, { code: 'CONFLICT' }]);
    }
  };
  await refuse();
  const invited = await invite('owner');
  // Nobody knows whether the link will be opened.
  await refuse();
  const second = await signedInBy(api, invited.link);
  const both = await Promise.all([
    owner.ask('DELETE', `/admin/member/${invited.member.id}/`),
    second.ask('DELETE', `/admin/member/${own}/`),
  ]);
  expect(both.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  const { rows } = await api.database.pool.query(
    "SELECT count(*)::int AS count FROM member WHERE role = 'owner'",
  );
  expect(rows).toEqual([{ count: 1 }]);
});

test("another client's members are none, for an owner; an administrator's key has all", async () => {
  const { id } = await ensureClient(api.database, 'bob');
  const bob = await signedInOwner(api, id);
  const theirs = await idOf(bob);
  for (const answer of [
    await owner.ask('PATCH', `/admin/member/${theirs}/`, { payload: { role: 'viewer' } }),
    await owner.ask('DELETE', `/admin/member/${theirs}/`),
    await owner.post(`/admin/member/${theirs}/link/`),
    await owner.post('/admin/member/', { client: 'bob', name: 'x', role: 'owner' }),
    await owner.ask('GET', '/admin/member/?client=bob'),
    await owner.ask('GET', '/admin/audit/?client=bob'),
    await owner.ask('GET', `/account/session/?member=${theirs}`),
  ]) {
    expect(answer.status).toBe(404);
  }
  expect((await owner.ask('GET', '/admin/member/')).text).not.toContain(theirs);
  expect((await owner.ask('GET', '/admin/audit/')).text).not.toContain(theirs);
  const bobSession = z
    .object({ session: z.object({ id: z.string() }) })
    .parse((await bob.ask('GET', '/account/')).json).session.id;
  expect((await owner.ask('DELETE', `/account/session/${bobSession}/`)).status).toBe(404);
  const admin = await api.addKey({ scopes: ['admin'] });
  const headers = { 'x-api-key': admin.key };
  expect((await api.ask('GET', '/admin/member/?client=bob', { headers })).text).toContain(theirs);
  expect((await api.ask('DELETE', `/account/session/${bobSession}/`, { headers })).status).toBe(200);
});

test('what was done is in the log, with who, what and from where', async () => {
  const { link, member } = await invite('editor');
  const mia = await signedInBy(api, link);
  const key = z
    .object({ api_key: z.object({ id: z.string() }) })
    .parse((await owner.post('/admin/key/', { client: 'default', name: 'Bot' })).json).api_key.id;
  await owner.post(`/admin/key/${key}/rotate/`, {});
  await owner.ask('DELETE', `/admin/key/${key}/`);
  await mia.ask('GET', `/wallet/transfer.csv?wallet=${wallet}`);
  await mia.ask('GET', `/wallet/transfer.csv?wallet=${wallet}`);
  const correction = z.object({ id: z.string() }).parse(
    (
      await mia.post('/wallet/correction/', {
        ...{ kind: 'OPENING_LOT', wallet, blockchain: 'ethereum', token_address: usdc, quantity: '1' },
        acquired_at: '2020-01-01',
      })
    ).json,
  ).id;
  await mia.ask('DELETE', `/wallet/correction/${correction}/`);
  await mia.post('/auth/sign-out');
  await owner.ask('DELETE', `/admin/member/${member.id}/`);
  const { json } = await owner.query(
    '{ auditLog(first: 50) { count nodes { actorKind actorName action subject address client } } }',
  );
  const { nodes } = z
    .object({ data: z.object({ auditLog: z.object({ nodes: z.array(z.record(z.string(), z.unknown())) }) }) })
    .parse(json).data.auditLog;
  const told = nodes.map(({ action, actorName, actorKind }) => [action, actorKind, actorName]).reverse();
  expect(told).toEqual([
    ['link_made', 'OPERATOR', null],
    ['signed_in', 'MEMBER', 'Owner'],
    ['member_invited', 'MEMBER', 'Owner'],
    ['link_made', 'MEMBER', 'Owner'],
    ['signed_in', 'MEMBER', 'Mia'],
    ['key_created', 'MEMBER', 'Owner'],
    ['key_rotated', 'MEMBER', 'Owner'],
    ['key_revoked', 'MEMBER', 'Owner'],
    // The same file within the hour is one entry.
    ['exported', 'MEMBER', 'Mia'],
    ['correction_added', 'MEMBER', 'Mia'],
    ['correction_undone', 'MEMBER', 'Mia'],
    ['signed_out', 'MEMBER', 'Mia'],
    ['member_removed', 'MEMBER', 'Owner'],
  ]);
  expect(nodes.map(({ address }) => address).filter((address) => address !== '127.0.0.1')).toEqual([null]);
  expect(nodes.find(({ action }) => action === 'exported')?.subject).toBe('/wallet/transfer.csv');
  const csv = await owner.ask('GET', `/admin/audit.csv?action=key_revoked&actor_id=${await idOf(owner)}`);
  expect(csv.text.trim().split('\r\n')).toHaveLength(2);
});

test('a text that nothing can hold, and a day that the database has not, are mistakes of who asks', async () => {
  for (const [method, url] of [
    ...[['GET', '/admin/audit/?action=a%00'] as const, ['GET', '/admin/usage/?key_id=a%00'] as const],
    ...[['GET', '/admin/member/?client=a%00'] as const, ['DELETE', '/admin/key/a%00/'] as const],
    ...[['DELETE', '/account/session/a%00/'] as const, ['DELETE', '/account/passkey/a%00/'] as const],
    ...[['GET', '/admin/audit/?first_day=0000-01-01'] as const],
  ]) {
    const { status, json } = await owner.ask(method, url);
    expect([url, status, json]).toMatchObject([url, 400, { code: 'BAD_INPUT' }]);
  }
  for (const query of [
    '{ auditLog(actorId: "a\\u0000") { nodes { id } } }',
    '{ apiKeyUsage(lastDay: "0000-01-01") { nodes { day } } }',
    'mutation { revokeApiKey(input: { id: "a\\u0000" }) { clientMutationId } }',
  ]) {
    const { json } = await owner.query(query);
    expect(json, query).toMatchObject({ errors: [{ extensions: { code: 'BAD_INPUT' } }] });
  }
});

test('a key with quotas of its own lets nobody in, and rotates no key with more', async () => {
  const bounded = await api.addKey({ scopes: ['keys'], quotas: { daily: 70 } });
  const [free, less] = [await api.addKey(), await api.addKey({ quotas: { daily: 60 } })];
  const { member } = await invite('owner');
  const post = async (url: string, payload: object = {}) =>
    (await api.ask('POST', url, { headers: { 'x-api-key': bounded.key }, payload })).status;
  expect(await post(`/admin/key/${less.id}/rotate/`)).toBe(201);
  expect(await post(`/admin/key/${free.id}/rotate/`)).toBe(403);
  // As an owner, whose own quotas are the client's, it would make keys without.
  expect(await post('/admin/member/', { name: 'x', role: 'owner' })).toBe(403);
  expect(await post(`/admin/member/${member.id}/link/`)).toBe(403);
});

test('where events go to is in the log, without what of the address may be a secret', async () => {
  const url = 'https://hooks.example.com/in?token=hush';
  const made = await owner.post('/wallet/webhook/', { url });
  const { id } = z.object({ id: z.string() }).parse(made.json);
  await owner.ask('PATCH', `/wallet/webhook/${id}/`, { payload: { url: `${url}2`, description: 'x' } });
  await owner.post(`/wallet/webhook/${id}/rotate/`);
  await owner.ask('DELETE', `/wallet/webhook/${id}/`);
  const { rows } = await api.database.pool.query(
    "SELECT action, subject, actor_name FROM audit_entry WHERE action LIKE 'webhook%' ORDER BY id",
  );
  expect(rows).toEqual(
    [
      ['webhook_created', `${id} hooks.example.com`],
      ['webhook_changed', `${id} url, description, hooks.example.com`],
      ['webhook_secret_rotated', id],
      ['webhook_removed', id],
    ].map(([action, subject]) => ({ action, subject, actor_name: 'Owner' })),
  );
});

test('a file that was refused is not in the log as one that was read', async () => {
  const viewer = await signedInBy(api, (await invite('viewer')).link);
  expect((await viewer.ask('GET', '/admin/member.csv')).status).toBe(403);
  expect((await viewer.ask('GET', `/wallet/transfer.csv?wallet=${wallet}`)).status).toBe(200);
  const { rows } = await api.database.pool.query("SELECT subject FROM audit_entry WHERE action = 'exported'");
  expect(rows).toEqual([{ subject: '/wallet/transfer.csv' }]);
});

test('entries older than 400 days are forgotten', async () => {
  await api.database.pool.query(
    `INSERT INTO audit_entry (at, client_id, actor_kind, actor_id, actor_name, action, subject, address)
     SELECT now() - make_interval(days => days), $1, 'key', '', '', 'exported', days::text, '' FROM unnest(ARRAY[399, 401]) days`,
    [api.clientId],
  );
  // Whatever is written next.
  await signedInOwner(api);
  const { rows } = await api.database.pool.query(
    "SELECT subject FROM audit_entry WHERE subject IN ('399', '401')",
  );
  expect(rows).toEqual([{ subject: '399' }]);
});

test('a link that is used while its member gets another role: both come to an end', async () => {
  const { database, clientId } = api;
  const by = { kind: 'operator', id: '', name: '', address: '' } as const;
  const invited = { clientId, name: 'Rae', role: 'viewer' } as const;
  const row = await insertMember(database, invited, { most: 200, actor: by });
  const memberId = row?.id ?? 0;
  const hash = hashSecret(newSecret('link'));
  await insertLink(database, { hash, memberId, clientId, minutes: 1 }, null);
  const isWaiting = async (): Promise<boolean> => {
    const text = `SELECT count(*)::int AS waiting FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    return (await database.pool.query(text)).rows[0]?.waiting > 0;
  };
  const session = { id: 'ses_race', hash: hashSecret('race'), clientId, memberId, wallet: null } as const;
  let changing: Promise<unknown> = Promise.resolve();
  await database.transaction(async (client) => {
    expect(await takeLink(client, hash)).toBe(memberId);
    changing = updateMember(database, memberId, { role: 'editor' }, by);
    await expect.poll(isWaiting).toBe(true);
    const from = { method: 'link', address: '', userAgent: '' } as const;
    await insertSession(client, { ...session, ...from }, { replaced: null, actor: by });
  });
  expect(await changing).toMatchObject({ id: memberId, role: 'editor' });
  // The sign-in came first, and the other role has ended it.
  expect(await findSession(database, session.hash)).toBeNull();
});

test('keys that are made at the same moment do not exceed what a client may have', async () => {
  await api.database.pool.query(
    `INSERT INTO api_key (id, client_id, name, hash, scopes)
     SELECT 'full_' || number, $1, '', decode(md5(number::text), 'hex'), ARRAY['read'] FROM generate_series(1, 1000) number`,
    [api.clientId],
  );
  const { rows } = await api.database.pool.query(
    'SELECT count(*)::int - 999 AS over FROM api_key WHERE client_id = $1',
    [api.clientId],
  );
  await api.database.pool.query(
    `DELETE FROM api_key WHERE id = ANY (ARRAY(SELECT 'full_' || generate_series(1, $1)))`,
    [rows[0].over],
  );
  const made = await Promise.all(
    [1, 2, 3, 4, 5].map(() => owner.post('/admin/key/', { client: 'default', name: 'x' })),
  );
  expect(made.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  await api.database.pool.query("DELETE FROM api_key WHERE id LIKE 'full_%'");
});

test('more keys of a client are not more units', async () => {
  const limits = { requestsPerSecond: 2, burst: 2 };
  const strict = await createTestApi({ database: api.database, limits, now: () => 0 });
  try {
    let answered = 0;
    for (let made = 0; made < 15; made += 1) {
      const { key } = await api.addKey();
      for (let asked = 0; asked < 2; asked += 1) {
        const { status } = await strict.ask('GET', '/wallet/manage/', { headers: { 'x-api-key': key } });
        if (status === 200) answered += 1;
      }
    }
    // Ten keys' bursts of 2, where fifteen keys would have 30.
    expect(answered).toBe(20);
  } finally {
    await strict.close();
  }
});

test('a member has the quotas that the keys of its client have', async () => {
  const shared = await createTestApi({ database: api.database, sharedUsage: true, graphql: 'real' });
  try {
    await api.database.pool.query(`UPDATE client SET settings = '{"dailyQuota": "5"}' WHERE id = $1`, [
      api.clientId,
    ]);
    const page = await signedInOwner(shared);
    const codes: number[] = [];
    for (let asked = 0; asked < 7; asked += 1) codes.push((await page.ask('GET', '/account/')).status);
    expect(codes).toEqual([200, 200, 200, 200, 200, 429, 429]);
  } finally {
    await api.database.pool.query(`UPDATE client SET settings = '{}' WHERE id = $1`, [api.clientId]);
    await shared.close();
  }
});
