/**
 * Contracts that many wallets call, by protocol. Addresses are facts; no package under a permissive licence lists them together. Each is confirmed
 * for each of its chains by a source apart from this list: the protocol's repository or documentation, a recorded transaction, or a list of the chain's
 * contracts. Written with their EIP-55 checksums: a mistyped digit shows in a test.
 */
import { lowerAddress } from '../../domain/address.ts';
import { type ProtocolSlug, protocols } from '../../domain/protocols.ts';
import type { DefaultLabel } from './label-types.ts';

/** Its title, its address, and the chains where it stands there. */
type Contract = readonly [title: string, address: `0x${string}`, chainIds: readonly number[]];

const ethereum = 1;
const optimism = 10;
const bnb = 56;
const gnosis = 100;
const polygon = 137;
const base = 8453;
const arbitrum = 42161;
const avalanche = 43114;

const contracts: { readonly [Slug in ProtocolSlug]?: readonly Contract[] } = {
  across: [
    ['Spoke Pool', '0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5', [ethereum]],
    ['Spoke Pool', '0xe35e9842fceaCA96570B734083f4a58e8F7C5f2A', [arbitrum]],
    ['Spoke Pool', '0x9295ee1d8C5b022Be115A2AD3c30C72E34e7F096', [polygon]],
    ['Spoke Pool', '0x6f26Bf09B1C792e3228e5467807a900A503c0281', [optimism]],
  ],
  aerodrome: [
    ['Router', '0xcF77a3Ba9A5CA399B7c97c74d54e5b1Beb874E43', [base]],
    ['Voter', '0x16613524e02ad97eDfeF371bC883F2F5d6C480A5', [base]],
    ['veNFT', '0xeBf418Fe2512e7E6bd9b87a8F0f294aCDC67e6B4', [base]],
  ],
  balancer: [
    [
      'Vault V2',
      '0xBA12222222228d8Ba445958a75a0704d566BF2C8',
      [ethereum, optimism, gnosis, polygon, base, arbitrum, avalanche],
    ],
    [
      'Vault V3',
      '0xbA1333333333a1BA1108E8412f11850A5C319bA9',
      [ethereum, optimism, gnosis, base, arbitrum, avalanche],
    ],
  ],
  basenames: [['Registrar Controller', '0x4cCb0BB02FCABA27e82a56646E81d8c5bC4119a5', [base]]],
  camelot: [['Router V2', '0xc873fEcbd354f5A56E00E710B90EF4201db2448d', [arbitrum]]],
  cctp: [
    ['Token Messenger', '0xBd3fa81B58Ba92a82136038B25aDec7066af3155', [ethereum]],
    ['Token Messenger', '0x19330d10D9Cc8751218eaf51E8885D058642E08A', [arbitrum]],
    ['Token Messenger', '0x1682Ae6375C4E4A97e4B583BC394c861A46D8962', [base]],
    ['Token Messenger', '0x2B4069517957735bE00ceE0fadAE88a26365528f', [optimism]],
    ['Token Messenger', '0x9daF8c91AEFAE50b9c0E69629D3F6Ca40cA3B3FE', [polygon]],
    [
      'Token Messenger V2',
      '0x28b5a0e9C621a5BadaA536219b3a228C8168cf5d',
      [ethereum, optimism, polygon, base, arbitrum, avalanche],
    ],
  ],
  compound: [
    ['V2 Comptroller', '0x3d9819210A31b4961b30EF54bE2aeD79B9c9Cd3B', [ethereum]],
    ['V3 USDC', '0xc3d688B66703497DAA19211EEdff47f25384cdc3', [ethereum]],
    ['V3 USDC.e', '0xF25212E676D1F7F89Cd72fFEe66158f541246445', [polygon]],
    ['V3 USDC.e', '0xA5EDBDD9646f8dFF606d7448e414884C7d905dCA', [arbitrum]],
    ['V3 USDC', '0x9c4ec768c28520B50860ea7a15bd7213a9fF58bf', [arbitrum]],
    ['V3 USDC', '0xb125E6687d4313864e53df431d5425969c15Eb2F', [base]],
    ['V3 WETH', '0x46e6b214b524310239732D51387075E0e70970bf', [base]],
  ],
  'cow-protocol': [
    [
      'Settlement',
      '0x9008D19f58AAbD9eD0D60971565AA8510560ab41',
      [ethereum, gnosis, arbitrum, base, polygon, avalanche, bnb],
    ],
    [
      'Vault Relayer',
      '0xC92E8bdf79f0507f65a392b0ab4667716BFE0110',
      [ethereum, gnosis, arbitrum, base, polygon, avalanche, bnb],
    ],
    ['ETH Flow', '0x40A50cf069e992AA4536211B23F286eF88752187', [ethereum, gnosis]],
    [
      'ETH Flow',
      '0xbA3cB449bD2B4ADddBc894D8697F5170800EAdeC',
      [ethereum, gnosis, arbitrum, base, polygon, avalanche, bnb],
    ],
  ],
  curve: [
    ['Router', '0x16C6521Dff6baB339122a0FE25a9116693265353', [ethereum]],
    ['Router', '0x0DCDED3545D565bA3B19E683431381007245d983', [optimism, gnosis, polygon]],
    ['Router', '0x2191718CD32d02B8E60BAdFFeA33E4B5DD9A0A0D', [arbitrum]],
    ['Router', '0x4f37A9d177470499A2dD084621020b023fcffc1F', [base]],
    [
      'Child Gauge Factory',
      '0xabC000d88f23Bb45525E447528DBF656A9D55bf5',
      [optimism, arbitrum, polygon, gnosis, base],
    ],
  ],
  ens: [['Registrar Controller', '0x253553366Da8546fC250F225fe3d25d0C782303b', [ethereum]]],
  gmx: [
    ['Router', '0xaBBc5F99639c9B6bCb58544ddf04EFA6802F4064', [arbitrum]],
    ['Reward Router V2', '0xA906F338CB21815cBc4Bc87ace9e68c87eF8d8F1', [arbitrum]],
    ['Position Router', '0xb87a436B93fFE9D75c5cFA7bAcFff96430b09868', [arbitrum]],
    ['Vault', '0x489ee077994B6658eAfA855C308275EAd8097C4A', [arbitrum]],
  ],
  'gnosis-bridge': [
    ['xDai Bridge', '0x7301CFA0e1756B71869E93d4e4Dca5c7d0eb0AA6', [gnosis]],
    ['Omnibridge', '0xf6A78083ca3e2a662D6dd1703c939c8aCE2e268d', [gnosis]],
    ['Omnibridge', '0x88ad09518695c6c3712AC10a214bE5109a655671', [ethereum]],
  ],
  kyberswap: [
    [
      'Router V2',
      '0x6131B5fae19EA4f9D964eAc0408E4408b66337b5',
      [ethereum, optimism, bnb, polygon, base, arbitrum, avalanche],
    ],
  ],
  'li-fi': [
    [
      'Diamond',
      '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE',
      [ethereum, optimism, bnb, gnosis, polygon, base, arbitrum, avalanche],
    ],
  ],
  'metamask-swaps': [
    ['Swap Router', '0x881D40237659C251811CEC9c364ef91dC08D300C', [ethereum]],
    ['Swap Router', '0x1a1ec25DC08e98e5E93F1104B5e5cdD298707d31', [bnb, polygon]],
    ['Swap Router', '0x9dDA6Ef3D919c9bC8885D5560999A3640431e8e6', [optimism, base, arbitrum]],
  ],
  morpho: [['Morpho Blue', '0xBBBBBbbBBb9cC5e90e3b3Af64bdAF62C37EEFFCb', [ethereum, base]]],
  odos: [
    ['Router V2', '0xCf5540fFFCdC3d510B18bFcA6d2b9987b0772559', [ethereum]],
    ['Router V2', '0xa669e7A0d4b3e4Fa48af2dE86BD4CD7126Be4e13', [arbitrum]],
    ['Router V2', '0x19cEeAd7105607Cd444F5ad10dd51356436095a1', [base]],
    ['Router V2', '0x4E3288c9ca110bCC82bf38F09A7b425c095d92Bf', [polygon]],
    ['Router V2', '0x89b8AA89FDd0507a99d334CBe3C808fAFC7d850E', [bnb]],
    ['Router V2', '0xCa423977156BB05b13A2BA3b76Bc5419E2fE9680', [optimism]],
    ['Router V1', '0xdd94018F54e565dbfc939F7C44a16e163FaAb331', [arbitrum]],
    ['Router V1', '0xa32EE1C40594249eb3183c10792BcF573D4Da47C', [polygon]],
  ],
  'one-inch': [
    [
      'Router V4',
      '0x1111111254fb6c44bAC0beD2854e76F90643097d',
      [ethereum, bnb, gnosis, polygon, arbitrum, avalanche],
    ],
    [
      'Router V5',
      '0x1111111254EEB25477B68fb85Ed929f73A960582',
      [ethereum, optimism, bnb, gnosis, polygon, base, arbitrum, avalanche],
    ],
    [
      'Router V6',
      '0x111111125421cA6dc452d289314280a0f8842A65',
      [ethereum, optimism, bnb, gnosis, polygon, base, arbitrum, avalanche],
    ],
  ],
  openocean: [
    [
      'Exchange V2',
      '0x6352a56caadC4F1E25CD6c75970Fa768A3304e64',
      [ethereum, optimism, bnb, gnosis, polygon, base, arbitrum, avalanche],
    ],
  ],
  opensea: [
    [
      'Seaport 1.5',
      '0x00000000000000ADc04C56Bf30aC9d3c0aAF14dC',
      [ethereum, optimism, bnb, gnosis, polygon, base, arbitrum, avalanche],
    ],
    [
      'Seaport 1.6',
      '0x0000000000000068F116a894984e2DB1123eB395',
      [ethereum, optimism, bnb, gnosis, polygon, base, arbitrum, avalanche],
    ],
  ],
  pancakeswap: [
    ['Router V2', '0x10ED43C718714eb63d5aA57B78B54704E256024E', [bnb]],
    ['Smart Router V3', '0x13f4EA83D0bd40E75C8222255bc855a974568Dd4', [ethereum, bnb]],
    ['MasterChef', '0x73feaa1eE314F8c655E354234017bE2193C9E24E', [bnb]],
    ['MasterChef V2', '0xa5f8C5Dbd5F286960b9d90548680aE5ebFf07652', [bnb]],
    ['Universal Router', '0x1A0A18AC4BECDDbd6389559687d1A73d8927E416', [bnb]],
  ],
  paraswap: [
    [
      'Augustus V5',
      '0xDEF171Fe48CF0115B1d80b88dc8eAB59176FEe57',
      [ethereum, optimism, bnb, polygon, arbitrum, avalanche],
    ],
    ['Augustus V5', '0x59C7C832e96D2568bea6db468C1aAdcbbDa08A52', [base]],
    [
      'Augustus V6.2',
      '0x6A000F20005980200259B80c5102003040001068',
      [ethereum, optimism, bnb, gnosis, polygon, base, arbitrum, avalanche],
    ],
    [
      'Augustus V6',
      '0x00000000FdAC7708D0D360BDDc1bc7d097F47439',
      [ethereum, optimism, bnb, polygon, base, arbitrum, avalanche],
    ],
  ],
  quickswap: [
    ['Router V2', '0xa5E0829CaCEd8fFDD4De3c43696c57F7D7A678ff', [polygon]],
    ['Router V3', '0xf5b509bB0909a69B1c207E495f687a596C168E12', [polygon]],
  ],
  spark: [
    ['Pool', '0xC13e21B648A5Ee794902342038FF3aDAB66BE987', [ethereum]],
    ['Pool', '0x2Dae5307c5E3FD1CF5A72Cb6F698f915860607e0', [gnosis]],
  ],
  superfluid: [
    ['Host', '0x3E14dC1b13c488a8d5D310918780c983bD5982E7', [polygon]],
    ['Host', '0x2dFe937cD98Ab92e59cF3139138f18c823a4efE7', [gnosis]],
    ['Host', '0xCf8Acb4eF033efF16E8080aed4c7D5B9285D2192', [arbitrum]],
    ['Host', '0x4C073B3baB6d8826b8C5b229f3cfdC1eC6E47E74', [base]],
  ],
  sushi: [
    ['V2 Router', '0xd9e1cE17f2641f24aE83637ab66a2cca9C378B9F', [ethereum]],
    ['V2 Router', '0x1b02dA8Cb0d097eB8D57A175b88c7D8b47997506', [bnb, gnosis, polygon, arbitrum, avalanche]],
    ['MiniChef', '0xF4d73326C13a4Fc5FD7A064217e12780e9Bd62c3', [arbitrum]],
    ['MiniChef', '0x0769fd68dFb93167989C6f7254cd0D766Fb2841F', [polygon]],
  ],
  'trader-joe': [['Router', '0x60aE616a2155Ee3d9A68541Ba4544862310933d4', [avalanche]]],
  velodrome: [['Router V2', '0xa062aE8A9c5e11aaA026fc2670B0D65cCc8B2858', [optimism]]],
  venus: [['Comptroller', '0xfD36E2c2a6789Db23113685031d7F16329158384', [bnb]]],
  woofi: [
    ['Router (old)', '0x9aEd3A8896A85FE9a8CAc52C9B402D092B629a30', [arbitrum]],
    [
      'Router V2',
      '0x4c4AF8DBc524681930a27b2F1Af5bcC8062E6fB7',
      [optimism, bnb, polygon, base, arbitrum, avalanche],
    ],
  ],
  'zero-ex': [
    [
      'Exchange Proxy',
      '0xDef1C0ded9bec7F1a1670819833240f027b25EfF',
      [ethereum, bnb, polygon, base, arbitrum, avalanche],
    ],
    ['Exchange Proxy', '0xDEF1ABE32c034e558Cdd535791643C58a13aCC10', [optimism]],
    [
      'Allowance Holder',
      '0x0000000000001fF3684f28c67538d4D072C22734',
      [ethereum, optimism, bnb, polygon, base, arbitrum, avalanche],
    ],
  ],
};

/** Every address as it is written above, for the test of checksums. */
export const protocolAddresses: readonly string[] = Object.values(contracts).flatMap((listed) =>
  listed.map(([, address]) => address),
);

export function protocolLabels(chainId: number): DefaultLabel[] {
  return Object.entries(contracts).flatMap(([slug, listed]) =>
    listed.flatMap(([title, address, chainIds]): DefaultLabel[] => {
      const protocol = protocols.get(slug);
      if (protocol === undefined || !chainIds.includes(chainId)) return [];
      const tags = [protocol.category, slug];
      return [{ chainId, address: lowerAddress(address), name: `${protocol.name}: ${title}`, tags }];
    }),
  );
}
