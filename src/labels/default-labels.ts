/** What the service itself knows of addresses and tokens: small built-in lists, and the shape in which more come in. */
import { z } from 'zod';
import { parseAddress } from '../domain/address.ts';
import type { Address } from '../domain/model.ts';
import { zeroAddress } from '../domain/model.ts';

/** A default label as the store keeps it. */
export interface DefaultLabel {
  chainId: number;
  address: Address;
  name: string;
  tags: readonly string[];
}

/** A listed token: never spam, and its symbol is what others imitate. */
export interface TrustedToken {
  chainId: number;
  address: Address;
  symbol: string;
  name: string;
  decimals: number;
  /** The asset that it is a form of, across chains; null: an asset of its own. */
  assetSlug: string | null;
}

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
      address: '0x7a250d5630b4cf539739df2c5dacb4c659f2488d',
      name: 'Uniswap V2: Router 2',
      tags: ['dex', 'uniswap'],
    },
    {
      address: '0xe592427a0aece92de3edee1f18e0157c05861564',
      name: 'Uniswap V3: Router',
      tags: ['dex', 'uniswap'],
    },
    {
      address: '0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45',
      name: 'Uniswap V3: Router 2',
      tags: ['dex', 'uniswap'],
    },
    {
      address: '0x00000000219ab540356cbb839cbe05303d7705fa',
      name: 'Beacon Deposit Contract',
      tags: ['staking'],
    },
  ],
};

/** The built-in labels of a chain. Addresses that mean the same everywhere come first. */
export function defaultLabels(chainId: number): DefaultLabel[] {
  return [...everywhere, ...(perChain[chainId] ?? [])].map((label) => ({ chainId, ...label }));
}

const addressText = z.string().transform((text, context): Address => {
  const parsed = parseAddress(text);
  if (parsed.ok) return parsed.address;
  context.addIssue({ code: 'custom', message: parsed.problem });
  return z.NEVER;
});

const labelFileSchema = z.record(
  z.string(),
  z.object({ name: z.string().trim().min(1), labels: z.array(z.string().trim().min(1)).default([]) }),
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
  if (!parsed.success) {
    return {
      ok: false,
      problems: parsed.error.issues.map((issue) => `${issue.path.join('.') || 'the file'}: ${issue.message}`),
    };
  }
  const problems: string[] = [];
  const labels = Object.entries(parsed.data).flatMap(([key, { name, labels: tags }]): DefaultLabel[] => {
    const address = addressText.safeParse(key);
    if (address.success) return [{ chainId, address: address.data, name, tags }];
    problems.push(...address.error.issues.map((issue) => issue.message));
    return [];
  });
  return problems.length === 0 ? { ok: true, labels } : { ok: false, problems };
}
