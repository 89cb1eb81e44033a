/** How many functions of real transactions have a name, and what the table of packages' signatures holds. */
import { toFunctionSelector } from 'viem/utils';
import { describe, expect, test } from 'vitest';
import { functionSignatures } from '../../scripts/signatures/abi-functions.ts';
import { functionSelector } from '../../src/domain/classify/records.ts';
import {
  createSelectorNames,
  listedSignatures,
  packageSignatures,
} from '../../src/labels/signatures/selectors.ts';
import { isMeaningPresent, meaningCases } from '../domain/classify/meaning/cases.ts';

/** What is reached; only ever raised. It was 94 with the signatures of tokens, Uniswap, OpenZeppelin and Safe alone. */
const leastNamed = 245;

describe.runIf(isMeaningPresent)('decided cases', () => {
  test('functions named', () => {
    const nameOf = createSelectorNames();
    const calls = new Map(
      meaningCases().map(({ chainId, transaction }) => [
        transaction.hash,
        { chainId, selector: functionSelector(transaction) },
      ]),
    );
    const named = new Map<number, { named: number; all: number }>();
    for (const { chainId, selector } of calls.values()) {
      if (selector === null) continue;
      const count = named.get(chainId) ?? { named: 0, all: 0 };
      named.set(chainId, {
        named: count.named + (nameOf(selector) === null ? 0 : 1),
        all: count.all + 1,
      });
    }
    for (const [chainId, count] of named) console.info(`${chainId}: ${count.named} of ${count.all}`);
    const total = [...named.values()].reduce((sum, count) => sum + count.named, 0);
    console.info(`functions named: ${total}`);
    expect(total).toBeGreaterThanOrEqual(leastNamed);
  });
});

test('each selector of the table is that of its signature, and in order', () => {
  const table = Object.entries(packageSignatures());
  expect(table.length).toBeGreaterThan(2_000);
  expect(table.map(([, signature]) => toFunctionSelector(signature))).toEqual(
    table.map(([selector]) => selector),
  );
  expect(table.map(([selector]) => selector)).toEqual(table.map(([selector]) => selector).sort());
});

test('no selector stands for two known signatures', () => {
  const known = new Set([...listedSignatures, ...Object.values(packageSignatures())]);
  const selectors = new Set([...known].map((signature) => toFunctionSelector(signature)));
  expect(selectors.size).toBe(known.size);
});

test('two signatures of one selector name nothing', () => {
  // Found by search, both 0xa9059cbb and both 0x42966c68.
  const nameOf = createSelectorNames(['many_msg_babbage(bytes1)', 'collate_propagate_storage(bytes16)']);
  expect(toFunctionSelector('many_msg_babbage(bytes1)')).toBe(
    toFunctionSelector('transfer(address,uint256)'),
  );
  expect([nameOf('0xa9059cbb'), nameOf('0x42966c68')]).toEqual([null, null]);
  expect(createSelectorNames()('0xa9059cbb')).toBe('transfer');
});

test('a signature that is listed twice keeps its name', () => {
  const nameOf = createSelectorNames(['transfer(address,uint256)', 'transfer(address,uint256)']);
  expect(nameOf('0xa9059cbb')).toBe('transfer');
});

describe('functions of ABIs in files', () => {
  const entry = {
    type: 'function',
    name: 'swap',
    stateMutability: 'payable',
    inputs: [
      { name: 'way', type: 'tuple[]', components: [{ type: 'address' }, { type: 'uint256[2]' }] },
      { type: 'bytes' },
    ],
  };

  test.each([
    ['JSON', JSON.stringify([entry])],
    [
      'JSON within a text of a script',
      `export default JSON.parse("${JSON.stringify([entry]).replaceAll('"', '\\"')}")`,
    ],
    [
      'a script',
      `const abi = [{ inputs: [{ name: 'way', type: 'tuple[]', components: [{ type: 'address' }, { type: 'uint256[2]' },], },
       { type: 'bytes' }], name: 'swap', type: 'function', stateMutability: 'payable' }]`,
    ],
    [
      'an older ABI',
      JSON.stringify([{ ...entry, stateMutability: undefined, constant: false, payable: true }]),
    ],
  ])('%s', (_form, text) => {
    expect([...functionSignatures(text)]).toEqual(['swap((address,uint256[2])[],bytes)']);
  });

  test.each([
    ['a view', JSON.stringify({ ...entry, stateMutability: 'view' })],
    ['a view of an older ABI', JSON.stringify({ ...entry, stateMutability: undefined, constant: true })],
    ['a name that is none', JSON.stringify({ ...entry, name: 'visit https://evil.example' })],
    ['code', `({ type: 'function', name: steal(), inputs: [] })`],
    ['a type that is none', JSON.stringify({ ...entry, inputs: [{ type: 'uint256) //' }] })],
    ['no object at all', `typeof x === "function"; "type": "function"`],
  ])('is left out: %s', (_what, text) => {
    expect([...functionSignatures(text)]).toEqual([]);
  });
});
