/** The canonical bridges of each chain, and others that are one contract: those whose word that something crossed to or from another chain counts. */
import { lowerAddress } from '../address.ts';
import type { Address } from '../model.ts';
import { chainflipVaults, orbiterMakers, otherSolvers, relaySolvers, tokenBridges } from './wide-bridges.ts';

export interface Bridge {
  address: Address;
  name: string;
}

/** Predeployed at the same addresses on every OP-stack chain. */
const opStack: readonly Bridge[] = [
  { address: '0x4200000000000000000000000000000000000010', name: 'OP Stack: L2 Standard Bridge' },
  { address: '0x4200000000000000000000000000000000000016', name: 'OP Stack: L2 To L1 Message Passer' },
];

const bridgesByChain: Readonly<Record<number, readonly Bridge[]>> = {
  1: [
    { address: '0x99c9fc46f92e8a1c0dec1b1747d010903e884be1', name: 'Optimism: L1 Standard Bridge' },
    { address: '0xbeb5fc579115071764c7423a4f12edde41f106ed', name: 'Optimism: Portal' },
    { address: '0x3154cf16ccdb4c6d922629664174b904d80f2c35', name: 'Base: L1 Standard Bridge' },
    { address: '0x49048044d57e1c92a77f79988d21fa8faf74e97e', name: 'Base: Portal' },
    { address: '0x4dbd4fc535ac27206064b68ffcf827b0a60bab3f', name: 'Arbitrum: Delayed Inbox' },
    { address: '0x8315177ab297ba92a06054ce80a67ed4dbd7ed3a', name: 'Arbitrum: Bridge' },
    { address: '0x72ce9c846789fdb6fc1f34ac4ad25dd9ef7031ef', name: 'Arbitrum: L1 Gateway Router' },
    { address: '0xa3a7b6f88361f48403514059f1f16c8e78d60eec', name: 'Arbitrum: L1 ERC20 Gateway' },
    { address: '0xcee284f754e854890e311e3280b767f80797180d', name: 'Arbitrum: L1 Custom Gateway' },
    { address: '0xd3b5b60020504bc3489d6949d545893982ba3011', name: 'Arbitrum: L1 DAI Gateway' },
    { address: '0x10e6593cdda8c58a1d0f14c5164b376352a55f2f', name: 'Optimism: L1 DAI Bridge' },
    { address: '0x4aa42145aa6ebf72e164c9bbc74fbd3788045016', name: 'Gnosis: xDAI Bridge' },
  ],
  10: [
    ...opStack,
    { address: '0x467194771dae2967aef3ecbedd3bf9a310c76c65', name: 'Optimism: L2 DAI Bridge' },
  ],
  8453: opStack,
  42161: [
    { address: '0x0000000000000000000000000000000000000064', name: 'Arbitrum: ArbSys' },
    { address: '0x5288c571fd7ad117bea99bf60fe0846c4e84f933', name: 'Arbitrum: L2 Gateway Router' },
    { address: '0x09e9222e96e7b4ae2a407b98d48e330053351eee', name: 'Arbitrum: L2 ERC20 Gateway' },
    { address: '0x096760f208390250649e3e8763348e783aef5562', name: 'Arbitrum: L2 Custom Gateway' },
    { address: '0x467194771dae2967aef3ecbedd3bf9a310c76c65', name: 'Arbitrum: L2 DAI Gateway' },
    { address: '0x2df1c51e09aecf9cacb7bc98cb1742757f163df7', name: 'Hyperliquid: Bridge' },
  ],
};

const solvers: readonly Bridge[] = [
  { name: 'Relay: Solver', addresses: relaySolvers },
  { name: 'Orbiter Finance: Maker', addresses: orbiterMakers },
  ...otherSolvers,
].flatMap(({ name, addresses }) => addresses.map((address) => ({ address: lowerAddress(address), name })));

/** Those that give on one chain what they took on the other, and nothing else for it. */
function carriersOf(chainId: number): readonly Bridge[] {
  const portal = tokenBridges[chainId];
  return [
    ...(bridgesByChain[chainId] ?? []),
    ...(portal === undefined ? [] : [{ address: lowerAddress(portal), name: 'Wormhole: Token Bridge' }]),
  ];
}

/** The canonical bridges that stand on a chain, Wormhole's, Chainflip's, and the solvers that pay on all of them. */
export function bridgesOf(chainId: number): readonly Bridge[] {
  const vault = chainflipVaults[chainId];
  return [
    ...carriersOf(chainId),
    ...(vault === undefined ? [] : [{ address: lowerAddress(vault), name: 'Chainflip: Vault' }]),
    ...solvers,
  ];
}

/** Whether a bridge may give something else for what it takes: all but those that are listed as carriers. */
export function mayExchange(chainId: number, bridge: string): boolean {
  return carriersOf(chainId).every(({ address }) => address !== bridge);
}
