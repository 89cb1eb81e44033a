/** Names of ENS on a real node: only those that lead back to their address, whatever reverse records and resolvers do. */
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChainSource } from '../../src/chains/definitions/chain-source.ts';
import { createRpcSource } from '../../src/chains/rpc/rpc-source.ts';
import type { Address } from '../../src/domain/model.ts';
import { looksLikeEnsName, parseEnsName, recordedEnsName } from '../../src/domain/text/ens-name.ts';
import { RetryableError } from '../../src/errors.ts';
import { readPrimaryNames, resolveEnsName } from '../../src/labels/ens/universal-resolver.ts';
import { type EnsWorld, startEnsWorld } from '../support/ens/ens-world.ts';
import { address } from '../support/records.ts';

const [ada, bob, carol, dave, erin] = [0xa1, 0xa2, 0xa3, 0xa4, 0xa5].map(address) as [
  Address,
  Address,
  Address,
  Address,
  Address,
];
let ens: EnsWorld;
let source: ChainSource;
let asked = 0;
const gateway = createServer((_, response) => {
  asked += 1;
  response.end('{"data":"0x"}');
});

beforeAll(async () => {
  ens = await startEnsWorld();
  source = createRpcSource({ chainId: 1, urls: [ens.anvil.rpcUrl] });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await source?.close();
  await ens?.anvil.stop();
  await new Promise((resolve) => gateway.close(resolve));
});

const namesOf = async (...addresses: Address[]) =>
  (await readPrimaryNames(source, addresses)).map((answer) =>
    answer.outcome === 'answered' ? answer.name : 'unanswered',
  );

describe('primary names', () => {
  test('a name that leads back is the name, with all its labels', async () => {
    await ens.register('ada.eth', ada);
    await ens.claim(ada, 'ada.eth');
    await ens.register('pay.bob.eth', bob);
    await ens.claim(bob, 'pay.bob.eth');
    expect(await namesOf(ada, bob, carol)).toEqual(['ada.eth', 'pay.bob.eth', null]);
  });

  test('a reverse record that lies is no name, even where the resolver believes it', async () => {
    await ens.claim(carol, 'ada.eth');
    await ens.claim(dave, 'nobody.eth');
    expect(await namesOf(carol, dave)).toEqual([null, null]);
    await ens.believeEverything();
    expect(await namesOf(ada, carol, dave)).toEqual(['ada.eth', null, null]);
  });

  test.each([
    ['Cyrillic а among Latin letters', 'vit\u0430lik.eth'],
    ['an upper case that another name would shadow', 'Ada.eth'],
    ['a zero width space', 'a\u200bda.eth'],
    ['text that runs backwards', '\u202ehte.ada.eth'],
    ['an address in its place', '0xd8da6bf26964af9d7eed9e03e53415d37aa96045.eth'],
    ['no dot at all', 'eth'],
  ])('a look-alike is refused though it leads back: %s', async (_what, name) => {
    await ens.register(name, erin);
    await ens.claim(erin, name);
    expect(await namesOf(erin)).toEqual([null]);
  });

  test('resolvers that fail, burn all gas, garble or send elsewhere hold up nobody else', async () => {
    const [slow, refusing, garbled] = [
      await ens.deployResolver('EndlessResolver'),
      await ens.deployResolver('RefusingResolver'),
      await ens.deployResolver('GarbledResolver'),
    ];
    const { port } = Object(gateway.address());
    const offchain = await ens.deployOffchainResolver(`http://127.0.0.1:${port}/{sender}/{data}`);
    const hostile = [slow, refusing, garbled, offchain];
    const addresses = hostile.map((_, index) => address(0xb0 + index));
    for (const [index, resolver] of hostile.entries()) {
      await ens.setReverseResolver(addresses[index] ?? ada, resolver);
    }
    expect(await namesOf(...addresses, ada)).toEqual([null, null, null, null, 'ada.eth']);
    for (const [index, resolver] of hostile.entries()) {
      await ens.setForwardResolver(`hostile${index}.eth`, resolver);
      expect(await resolveEnsName(source, `hostile${index}.eth`)).toBeNull();
    }
    expect(asked).toBe(0);
  });

  test('a node that does not answer is no answer', async () => {
    const reader = { chainId: 1, callContracts: () => Promise.reject(new RetryableError('away')) };
    expect(await readPrimaryNames(reader, [ada])).toEqual([{ address: ada, outcome: 'unanswered' }]);
    await expect(resolveEnsName(reader, 'ada.eth')).rejects.toThrow('away');
  });
});

describe('names as input', () => {
  test('leads to an address, or to none', async () => {
    expect(await resolveEnsName(source, 'ada.eth')).toBe(ada);
    expect(await resolveEnsName(source, 'unknown.eth')).toBeNull();
  });

  // ENSIP-15: upper case folds; an emoji loses its variation selector; scripts do not mix.
  test.each([
    ['Ada.ETH', 'ada.eth'],
    ['pay.ada.eth', 'pay.ada.eth'],
    ['1\ufe0f\u20e3.eth', '1\u20e3.eth'],
  ])('%s is %s', async (text, name) => {
    expect(await parseEnsName(text)).toEqual({ ok: true, name });
    expect(await recordedEnsName(name)).toBe(name);
  });

  test.each([
    ['vit\u0430lik.eth', 'is not a valid ENS name'],
    ['a..eth', 'is not a name'],
    ['eth', 'is not a name'],
    [`${'x'.repeat(260)}.eth`, 'is not a name'],
    ['0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045.eth', 'looks like an address'],
  ])('%s is refused', async (text, problem) => {
    const parsed = await parseEnsName(text);
    expect(parsed.ok ? '' : parsed.problem).toContain(problem);
  });

  test.each([
    '12.5',
    '-1.25',
    '2024-01-01',
    '0xd8da6bf26964af9d7eed9e03e53415d37aa96045',
    'a, b.eth',
    'x y.eth',
  ])('%s is not meant as a name', (text) => expect(looksLikeEnsName(text)).toBe(false));
});
