/** Uniswap's deployments, from the addresses that @uniswap/sdk-core 7.19.4 (MIT) lists. */
import type { Address } from '../../domain/model.ts';
import type { DefaultLabel } from './label-types.ts';

const parts = [
  'V2: Factory',
  'V2: Router',
  'V3: Factory',
  'V3: Positions NFT',
  'V3: Router 2',
  'V4: Pool Manager',
  'V4: Positions NFT',
] as const;

const v3Factory = '0x1f98431c8ad98523631ae4a59f267346ea31f984';
const v3Positions = '0xc36442b4a4522e871399cd717abdd847ab11fe88';
const v3Router = '0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45';

/** Per chain, in the order of `parts`. */
const deployments: Readonly<Record<number, readonly Address[]>> = {
  1: [
    '0x5c69bee701ef814a2b6a3edd4b1652cb9cc5aa6f',
    '0x7a250d5630b4cf539739df2c5dacb4c659f2488d',
    v3Factory,
    v3Positions,
    v3Router,
    '0x000000000004444c5dc75cb358380d2e3de08a90',
    '0xbd216513d74c8cf14cf4747e6aaa6420ff64ee9e',
  ],
  10: [
    '0x0c3c1c532f1e39edf36be9fe0be1410313e074bf',
    '0x4a7b5da61326a6379179b40d00f57e5bbdc962c2',
    v3Factory,
    v3Positions,
    v3Router,
    '0x9a13f98cb987694c9f086b1f5eb990eea8264ec3',
    '0x3c3ea4b57a46241e54610e5f022e5c45859a1017',
  ],
  56: [
    '0x8909dc15e40173ff4699343b6eb8132c65e18ec6',
    '0x4752ba5dbc23f44d87826276bf6fd6b1c372ad24',
    '0xdb1d10011ad0ff90774d0c6bb92e5c5c8b4461f7',
    '0x7b8a01b39d58278b5de7e48c8449c9f4f5170613',
    '0xb971ef87ede563556b2ed4b1c0b0019111dd85d2',
    '0x28e2ea090877bf75740558f6bfb36a5ffee9e9df',
    '0x7a4a5c919ae2541aed11041a1aeee68f1287f95b',
  ],
  137: [
    '0x9e5a52f57b3038f1b8eee45f28b3c1967e22799c',
    '0xedf6066a2b290c185783862c7f4776a2c8077ad1',
    v3Factory,
    v3Positions,
    v3Router,
    '0x67366782805870060151383f4bbff9dab53e5cd6',
    '0x1ec2ebf4f37e7363fdfe3551602425af0b3ceef9',
  ],
  8453: [
    '0x8909dc15e40173ff4699343b6eb8132c65e18ec6',
    '0x4752ba5dbc23f44d87826276bf6fd6b1c372ad24',
    '0x33128a8fc17869897dce68ed026d694621f6fdfd',
    '0x03a520b32c04bf3beef7beb72e919cf822ed34f1',
    '0x2626664c2603336e57b271c5c0b26f421741e481',
    '0x498581ff718922c3f8e6a244956af099b2652b2b',
    '0x7c5f5a4bbd8fd63184577525326123b519429bdc',
  ],
  42161: [
    '0xf1d7cc64fb4452f05c498126312ebe29f30fbcf9',
    '0x4752ba5dbc23f44d87826276bf6fd6b1c372ad24',
    v3Factory,
    v3Positions,
    v3Router,
    '0x360e68faccca8ca495c1b759fd9eee466db9fb32',
    '0xd88f38f930b7952f2db2432cb002e7abbf3dd869',
  ],
  43114: [
    '0x9e5a52f57b3038f1b8eee45f28b3c1967e22799c',
    '0x4752ba5dbc23f44d87826276bf6fd6b1c372ad24',
    '0x740b1c1de25031c31ff4fc9a62f554a55cdc1bad',
    '0x655c406ebfa14ee2006250925e54ec43ad184f8b',
    '0xbb00ff08d01d300023c629e8ffffcb65a5a578ce',
    '0x06380c0e0912312b5150364b9dc4542ba0dbbc85',
    '0xb74b1f14d2754acfcbbe1a221023a5cf50ab8acd',
  ],
};

export function uniswapLabels(chainId: number): DefaultLabel[] {
  return (deployments[chainId] ?? []).flatMap((address, index): DefaultLabel[] => {
    const part = parts[index];
    if (part === undefined) return [];
    const tags = part.endsWith('NFT') ? ['dex', 'uniswap', 'nft'] : ['dex', 'uniswap'];
    return [{ chainId, address, name: `Uniswap ${part}`, tags }];
  });
}
