/** Sign-In with Ethereum: what has to be signed, by whom, and what is refused. Signatures are made by viem's accounts; contracts answer on a real node. */

import { privateKeyToAccount } from 'viem/accounts';
import { createSiweMessage, type SiweMessage } from 'viem/siwe';
import { hashMessage } from 'viem/utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { loadConfig } from '../../src/config.ts';
import { type ContractSignatures, openContractSignatures } from '../../src/prepare-sign-in.ts';
import { registerWallets } from '../../src/store/sync/registrations.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { type HardhatNode, startHardhat } from '../support/hardhat.ts';
import { storeHistory, wallet } from '../support/history.ts';
import { type OwnPage, openPage, ownOrigin, signedInBy, signedInOwner } from '../support/own-page.ts';

const account = privateKeyToAccount(`0x${'01'.repeat(32)}`);
const stranger = privateKeyToAccount(`0x${'02'.repeat(32)}`);
const chainId = 31337;

/**
 * Contracts that answer `isValidSignature(bytes32,bytes)` (selector 1626ba7e). The first says yes where the signature is the hash itself:
 * calldata holds the hash at 4 and the first word of the signature at 4 + 3 * 32 = 0x64.
 * PUSH1 04 CALLDATALOAD PUSH1 64 CALLDATALOAD EQ PUSH4 1626ba7e MUL PUSH1 e0 SHL PUSH1 00 MSTORE PUSH1 20 PUSH1 00 RETURN
 */
const honest = {
  address: `0x${'c1'.repeat(20)}`,
  code: '0x600435606435146316 26ba7e0260e01b60005260206000f3'.replace(' ', ''),
} as const;
/** Answers 1626ba7f, whatever is signed. */
const wrong = { address: `0x${'c2'.repeat(20)}`, code: '0x631626ba7f60e01b60005260206000f3' } as const;
/** Answers the value 1, as a function that returns a boolean would. */
const boolean = { address: `0x${'c3'.repeat(20)}`, code: '0x600160005260206000f3' } as const;
/** Answers 64 bytes that begin with the value. */
const long = { address: `0x${'c4'.repeat(20)}`, code: '0x631626ba7e60e01b60005260406000f3' } as const;
/** Reverts. */
const reverting = { address: `0x${'c5'.repeat(20)}`, code: '0x60006000fd' } as const;

let node: HardhatNode;
let signatures: ContractSignatures;
let api: TestApi;
/** Where whoever proves an address is let in. */
let open: TestApi;

beforeAll(async () => {
  node = await startHardhat(chainId);
  for (const { address, code } of [honest, wrong, boolean, long, reverting]) {
    await node.ask('hardhat_setCode', address, code);
  }
  const chain = { chainId, name: 'Local', slug: 'local', symbol: 'ETH', rpc: [node.rpcUrl] };
  const config = loadConfig({ environment: {}, file: { chains: [chain] } });
  signatures = openContractSignatures(config, { debug() {}, info() {}, warn() {}, error() {} });
  const chains = {
    enabledChains: [
      { chainId, fromBlock: 0 },
      { chainId: 1, fromBlock: 0 },
    ],
  };
  const options = { ...chains, graphql: 'real', contractSignature: signatures.check } as const;
  // On the chain 1 somebody else has put the same contract at each address.
  api = await createTestApi({
    ...options,
    contractSignature: (question) => signatures.check({ ...question, chainId }),
  });
  open = await createTestApi({ ...options, guests: true });
});
afterAll(async () => {
  await open?.close();
  await api?.close();
  await signatures?.close();
  await node?.stop();
});

const nonceOf = async (page: OwnPage): Promise<string> =>
  z.object({ nonce: z.string() }).parse((await page.post('/auth/siwe/nonce')).json).nonce;

const message = (nonce: string, change: Partial<SiweMessage> = {}): string =>
  createSiweMessage({
    ...{ address: account.address, chainId, domain: 'localhost:4000', nonce, uri: ownOrigin, version: '1' },
    ...change,
  });

async function signIn(page: OwnPage, text: string, signer = account) {
  const signature = await signer.signMessage({ message: text });
  return page.post('/auth/siwe', { message: text, signature });
}

/** A page of somebody who has linked the account. */
async function linked(at: TestApi, who = account): Promise<OwnPage> {
  const page = await signedInOwner(at);
  const text = message(await nonceOf(page), { address: who.address });
  const signature = await who.signMessage({ message: text });
  const { status, text: said } = await page.post('/auth/siwe/account', { message: text, signature });
  if (status !== 200) throw new Error(said);
  return page;
}

test('the service writes the message, whose account signs a member in from then on', async () => {
  const page = await signedInOwner(api);
  const asked = await page.post('/auth/siwe/nonce', {
    address: account.address.toLowerCase(),
    chain_id: chainId,
  });
  const { nonce, message: text } = z
    .object({ nonce: z.string().regex(/^[\da-f]{32}$/), message: z.string() })
    .parse(asked.json);
  const lines = text.split('\n');
  expect(lines.slice(0, 9)).toEqual([
    'localhost:4000 wants you to sign in with your Ethereum account:',
    account.address,
    '',
    'Sign in to Wallet data. This costs nothing and moves nothing.',
    '',
    'URI: http://localhost:4000',
    'Version: 1',
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce}`,
  ]);
  const signature = await account.signMessage({ message: text });
  const linkedTo = await page.post('/auth/siwe/account', { message: text, signature });
  expect([linkedTo.status, linkedTo.json]).toEqual([200, { address: account.address.toLowerCase() }]);
  const other = openPage(api);
  expect((await signIn(other, message(await nonceOf(other)))).status).toBe(204);
  const { json } = await other.query('{ me { member { name address } session { method } wallet } }');
  const member = { name: 'Owner', address: account.address.toLowerCase() };
  expect(json).toMatchObject({ data: { me: { member, session: { method: 'ETHEREUM' }, wallet: null } } });
});

describe('refused is', () => {
  beforeAll(() => linked(api));

  test('a nonce that was used, by anybody, however it ended', async () => {
    const page = openPage(api);
    const text = message(await nonceOf(page));
    const signature = await account.signMessage({ message: text });
    expect((await signIn(page, text, stranger)).status).toBe(401);
    expect((await page.post('/auth/siwe', { message: text, signature })).status).toBe(401);
    const again = message(await nonceOf(page));
    expect((await signIn(page, again)).status).toBe(204);
    const cookies = new Map(page.cookies);
    const replayed = openPage(api);
    for (const [name, value] of cookies) replayed.cookies.set(name, value);
    expect((await signIn(replayed, again)).status).toBe(401);
  });

  test('two uses of one nonce at the same moment: one of them', async () => {
    const page = openPage(api);
    const text = message(await nonceOf(page));
    const cookie = [...page.cookies].map((pair) => pair.join('=')).join('; ');
    const signature = await account.signMessage({ message: text });
    const answers = await Promise.all(
      [1, 2, 3].map(() => openPage(api).post('/auth/siwe', { message: text, signature }, { cookie })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 401, 401]);
  });

  test('a nonce of another browser, and one that nobody gave', async () => {
    const [page, other] = [openPage(api), openPage(api)];
    const theirs = message(await nonceOf(other));
    await nonceOf(page);
    expect((await signIn(page, theirs)).status).toBe(401);
    expect((await signIn(page, message('0'.repeat(32)))).status).toBe(401);
    expect((await signIn(openPage(api), message('0'.repeat(32)))).status).toBe(401);
  });

  test.each<[string, (now: number) => Partial<SiweMessage>]>([
    ['another domain', () => ({ domain: 'evil.example' })],
    ['another port', () => ({ domain: 'localhost:4001' })],
    ['a page of elsewhere', () => ({ uri: 'https://evil.example/' })],
    ['another scheme', () => ({ scheme: 'https' })],
    ['a chain that is not enabled', () => ({ chainId: 10 })],
    ['a time to come', (now) => ({ issuedAt: new Date(now + 120_000) })],
    ['a time long past', (now) => ({ issuedAt: new Date(now - 700_000) })],
    ['an end that is over', (now) => ({ expirationTime: new Date(now - 1_000) })],
    ['a beginning that is not yet', (now) => ({ notBefore: new Date(now + 120_000) })],
  ])('a message for %s, in words that say so', async (_name, change) => {
    const page = openPage(api);
    const text = message(await nonceOf(page), change(Date.now()));
    const answer = await signIn(page, text);
    expect([answer.status, answer.json]).toMatchObject([400, { code: 'BAD_INPUT' }]);
    // The nonce is used up by it.
    const nonce = /Nonce: (\w+)/.exec(text)?.[1] ?? '';
    expect((await signIn(page, message(nonce))).status).toBe(401);
  });

  test('a text that says more than was read of it, or has no checksum', async () => {
    const page = openPage(api);
    const text = message(await nonceOf(page));
    for (const other of [
      `${text}\nAnd give all to me.`,
      `Something else\n${text}`,
      text.replace('Version: 1', 'Version: 2'),
      text.replace(account.address, account.address.toLowerCase()),
      text.replace(/Z$/, '+00:00'),
      'hello',
      '',
    ]) {
      expect((await signIn(page, other)).status, other).toBe(400);
    }
  });

  test("another's signature, none, and an address that is no member's, all alike", async () => {
    const details = new Set<string>();
    for (const [who, signer] of [
      [account, stranger],
      [stranger, stranger],
    ] as const) {
      const page = openPage(api);
      const { status, json } = await signIn(
        page,
        message(await nonceOf(page), { address: who.address }),
        signer,
      );
      expect(status).toBe(401);
      details.add(z.object({ detail: z.string() }).parse(json).detail);
    }
    for (const signature of ['0x', '0x00', 'nothing', `0x${'00'.repeat(65)}`]) {
      const page = openPage(api);
      const { status, json } = await page.post('/auth/siwe', {
        message: message(await nonceOf(page)),
        signature,
      });
      expect(status).toBe(401);
      details.add(z.object({ detail: z.string() }).parse(json).detail);
    }
    expect(details.size).toBe(1);
  });
});

describe('contract wallets', () => {
  const bySignature = async (contract: { address: `0x${string}` }, sign: (text: string) => string) => {
    const page = await signedInOwner(open);
    const text = message(await nonceOf(page), { address: contract.address });
    return page.post('/auth/siwe/account', { message: text, signature: sign(text) });
  };

  test('are linked by what they answer on the chain, and by nothing else; no guest comes in by one', async () => {
    // It proves the address on one chain, and guests see it on all.
    const guest = openPage(open);
    const text = message(await nonceOf(guest), { address: honest.address });
    const signature = hashMessage(text);
    expect((await guest.post('/auth/siwe', { message: text, signature })).status).toBe(401);
    expect((await bySignature(honest, hashMessage)).status).toBe(200);
    expect((await bySignature(honest, () => hashMessage('something else'))).status).toBe(401);
    for (const contract of [wrong, boolean, long, reverting]) {
      expect((await bySignature(contract, hashMessage)).status, contract.address).toBe(401);
    }
    // No contract, and no key that anybody has.
    expect((await bySignature({ address: `0x${'c9'.repeat(20)}` }, hashMessage)).status).toBe(401);
  });

  test('sign in a member on the chain where they were linked alone, and never for an account that has a key', async () => {
    const invited = await (await signedInOwner(api)).post('/admin/member/', { name: 'Safe', role: 'editor' });
    const safe = await signedInBy(api, z.object({ link: z.string() }).parse(invited.json).link);
    const prove = async (page: OwnPage, path: string, change: Partial<SiweMessage>) => {
      const text = message(await nonceOf(page), change);
      return (await page.post(path, { message: text, signature: hashMessage(text) })).status;
    };
    expect(await prove(safe, '/auth/siwe/account', { address: honest.address })).toBe(200);
    expect(await prove(openPage(api), '/auth/siwe', { address: honest.address })).toBe(204);
    expect(await prove(openPage(api), '/auth/siwe', { address: honest.address, chainId: 1 })).toBe(401);
    // Linked by its key, and code stands there since.
    const keyed = privateKeyToAccount(`0x${'03'.repeat(32)}`);
    const text = message(await nonceOf(safe), { address: keyed.address });
    const signature = await keyed.signMessage({ message: text });
    expect((await safe.post('/auth/siwe/account', { message: text, signature })).status).toBe(200);
    await node.ask('hardhat_setCode', keyed.address, honest.code);
    expect(await prove(openPage(api), '/auth/siwe', { address: keyed.address })).toBe(401);
  });

  test('are not asked where there is no node, and not before they are there', async () => {
    const page = openPage(open);
    const text = message(await nonceOf(page), { address: honest.address, chainId: 1 });
    expect((await page.post('/auth/siwe', { message: text, signature: hashMessage(text) })).status).toBe(401);
    // EIP-6492: 32 bytes of 6492 at the end.
    const wrapped = (message: string) => `${hashMessage(message)}${'6492'.repeat(16)}`;
    expect((await bySignature(honest, wrapped)).status).toBe(401);
  });
});

test('a guest sees the wallet that was proved, and nothing else', async () => {
  const { database, clientId } = open;
  await storeHistory(database, clientId);
  const own = stranger.address.toLowerCase() as `0x${string}`;
  await registerWallets(database, { clientId, addresses: [own], chains: [{ chainId: 1, fromBlock: 0 }] });
  const page = openPage(open);
  const text = message(await nonceOf(page), { address: stranger.address });
  expect((await signIn(page, text, stranger)).status).toBe(204);
  const { json } = await page.query('{ me { scopes member { id } wallet } wallets { nodes { address } } }');
  expect(json).toMatchObject({
    data: { me: { scopes: ['read'], member: null, wallet: own }, wallets: { nodes: [{ address: own }] } },
  });
  expect((await page.ask('GET', `/wallet/transfer/?wallet=${own}`)).status).toBe(200);
  expect((await page.ask('GET', `/wallet/transfer/?wallet=${wallet}`)).status).toBe(404);
  expect((await page.post('/wallet/label/', { address: wallet, name: 'x', tags: [] })).status).toBe(403);
  expect((await page.query('{ members { nodes { id } } }')).text).toContain('FORBIDDEN');
  // Where guests are let in no more, those who are in are out.
  const closed = await createTestApi({ database });
  try {
    const elsewhere = openPage(closed);
    elsewhere.cookies.set('wd', page.cookies.get('wd') ?? '');
    expect((await elsewhere.ask('GET', `/wallet/transfer/?wallet=${own}`)).status).toBe(401);
  } finally {
    await closed.close();
  }
});

test('failures are limited by account, and those of others keep nobody out', async () => {
  await linked(api);
  // Three a minute, and time stands still.
  const time = Date.now();
  const strict = await createTestApi({
    ...{ database: api.database, limits: { failedKeysPerMinute: 3 }, now: () => time },
    enabledChains: [{ chainId, fromBlock: 0 }],
  });
  try {
    const trying = async (remoteAddress: string, signer: typeof account) => {
      const page = openPage(strict);
      const text = message(await nonceOf(page));
      const payload = { message: text, signature: await signer.signMessage({ message: text }) };
      return (await page.ask('POST', '/auth/siwe', { payload, remoteAddress })).status;
    };
    for (let tried = 0; tried < 3; tried += 1) expect(await trying('192.0.2.1', stranger)).toBe(401);
    expect(await trying('192.0.2.1', stranger)).toBe(429);
    expect(await trying('192.0.2.2', account)).toBe(204);
    // Who has failed oneself is held by the account's limit, long before the address's own three.
    expect(await trying('192.0.2.3', stranger)).toBe(401);
    expect(await trying('192.0.2.3', account)).toBe(429);
  } finally {
    await strict.close();
  }
});

test('an account signs in as one member', async () => {
  await linked(open);
  const invited = await (await signedInOwner(open)).post('/admin/member/', { name: 'Mia', role: 'viewer' });
  const { link } = z.object({ link: z.string() }).parse(invited.json);
  const mia = await signedInBy(open, link);
  const text = message(await nonceOf(mia));
  const signature = await account.signMessage({ message: text });
  const answer = await mia.post('/auth/siwe/account', { message: text, signature });
  expect([answer.status, answer.json]).toMatchObject([409, { code: 'CONFLICT' }]);
});
