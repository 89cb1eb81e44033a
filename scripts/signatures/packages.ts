/** Packages under licences that ask for no more than a notice, whose ABIs name functions that wallets call. */

export interface AbiPackage {
  readonly name: string;
  readonly version: string;
  /** What the package states; checked when it is read. */
  readonly licence: string;
  /** Where its ABIs are; one of several copies is enough. */
  readonly folder: string;
}

export const abiPackages: readonly AbiPackage[] = [
  { name: '@aave/contract-helpers', version: '1.38.0', licence: 'MIT', folder: 'dist/esm' },
  { name: '@arbitrum/sdk', version: '4.1.0', licence: 'Apache-2.0', folder: 'dist/lib' },
  { name: '@balancer/sdk', version: '6.1.1', licence: 'MIT', folder: 'dist' },
  { name: '@composable-finance/v1-sdk-defi-protocols', version: '1.0.5', licence: 'MIT', folder: '.' },
  { name: '@curvefi/api', version: '2.70.1', licence: 'MIT', folder: 'lib/constants/abis' },
  { name: '@dhedge/v2-sdk', version: '2.1.3', licence: 'MIT', folder: 'src/abi' },
  { name: '@hop-protocol/core', version: '0.0.1-beta.236', licence: 'MIT', folder: 'abi' },
  { name: '@morpho-org/blue-sdk-viem', version: '5.2.1', licence: 'MIT', folder: '.' },
  { name: '@synapseprotocol/sdk', version: '0.94.1', licence: 'ISC', folder: 'dist' },
  { name: 'viem', version: '2.57.1', licence: 'MIT', folder: '_esm' },
];
