/** What the service itself knows of addresses and tokens: lists of npm packages, a few of our own, and the form of files with more. */
import { z } from 'zod';
import { parseAddress } from '../domain/address.ts';
import type { Address } from '../domain/model.ts';
import { zeroAddress } from '../domain/model.ts';
import { bridgesOf } from '../domain/normalize/bridges.ts';
import { cleanName } from './metadata/contract-text.ts';
import { aaveLabels } from './sets/aave.ts';
import { evmLabels } from './sets/evm-labels.ts';
import type { DefaultLabel } from './sets/label-types.ts';
import { protocolLabels } from './sets/protocol-contracts.ts';
import { safeLabels } from './sets/safe.ts';
import { uniswapLabels } from './sets/uniswap.ts';

const everywhere: readonly Omit<DefaultLabel, 'chainId'>[] = [
  { address: zeroAddress, name: 'Null: 0x000…000', tags: ['null', 'burn'] },
  { address: '0x000000000000000000000000000000000000dead', name: 'Null: 0x000…dEaD', tags: ['burn'] },
  {
    address: '0x0000000071727de22e5e9d8baf0edac6f37da032',
    name: 'Entry Point 0.7',
    tags: ['account-abstraction'],
  },
  {
    address: '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789',
    name: 'Entry Point 0.6',
    tags: ['account-abstraction'],
  },
  { address: '0x000000000022d473030f116ddee9f6b43ac78ba3', name: 'Uniswap: Permit2', tags: ['uniswap'] },
  { address: '0xca11bde05977b3631167028862be2a173976ca11', name: 'Multicall3', tags: ['utility'] },
];

const perChain: Readonly<Record<number, readonly Omit<DefaultLabel, 'chainId'>[]>> = {
  1: [
    {
      address: '0xe592427a0aece92de3edee1f18e0157c05861564',
      name: 'Uniswap V3: Router',
      tags: ['dex', 'uniswap'],
    },
    {
      address: '0x00000000219ab540356cbb839cbe05303d7705fa',
      name: 'Beacon Deposit Contract',
      tags: ['staking'],
    },
  ],
};

/**
 * The built-in labels of a chain, each address once: our own names before those of the data sets. Read from the packages
 * on each call: for the start of a process, not for every request.
 */
export function defaultLabels(chainId: number): DefaultLabel[] {
  const labels = [
    ...[...everywhere, ...(perChain[chainId] ?? [])].map((label) => ({ chainId, ...label })),
    ...bridgesOf(chainId).map(({ address, name }) => ({ chainId, address, name, tags: ['bridge'] })),
    ...uniswapLabels(chainId),
    ...protocolLabels(chainId),
    ...safeLabels(chainId),
    ...evmLabels(chainId),
    ...aaveLabels(chainId),
  ];
  const byAddress = new Map<Address, DefaultLabel>();
  for (const label of labels) if (!byAddress.has(label.address)) byAddress.set(label.address, label);
  return [...byAddress.values()];
}

/** Longer than any name or tag, shorter than what breaks a page. */
const longestText = 200;

const labelText = z
  .string({ error: 'must be a text' })
  .transform((text) => cleanName(text) ?? '')
  .pipe(
    z
      .string()
      .min(1, { error: 'must not be empty' })
      .max(longestText, { error: `must not be longer than ${longestText} characters` }),
  );

const labelFileSchema = z.record(
  z.string(),
  z.object(
    { name: labelText, labels: z.array(labelText, { error: 'must be a list of texts' }).default([]) },
    { error: 'must be an object with a name' },
  ),
  { error: 'must be an object of addresses' },
);

/**
 * Reads a label file `{ "0xaddress": { "name": "…", "labels": ["…"] } }`, the form in which public collections are
 * published. All problems at once, each with the address it is about.
 */
export function parseLabelFile(
  chainId: number,
  content: unknown,
): { ok: true; labels: DefaultLabel[] } | { ok: false; problems: string[] } {
  const parsed = labelFileSchema.safeParse(content);
  const problems = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join('.') || 'the file'}: ${issue.message}`);
  const isObject = typeof content === 'object' && content !== null && !Array.isArray(content);
  const addresses = new Map<Address, string>();
  for (const key of isObject ? Object.keys(content) : []) {
    const address = parseAddress(key);
    if (!address.ok) problems.push(address.problem);
    else if (addresses.has(address.address)) problems.push(`'${key}' is in the file twice`);
    else addresses.set(address.address, key);
  }
  if (!parsed.success || problems.length > 0) return { ok: false, problems };
  const labels = [...addresses].flatMap(([address, key]): DefaultLabel[] => {
    const entry = parsed.data[key];
    return entry === undefined ? [] : [{ chainId, address, name: entry.name, tags: entry.labels }];
  });
  return { ok: true, labels };
}
