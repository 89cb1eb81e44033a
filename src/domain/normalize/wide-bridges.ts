/**
 * Bridges that stand on many chains. Written with EIP-55 checksums: a mistyped digit shows in a test.
 *
 * Solvers are accounts, and no contracts, that take what shall cross, and pay it out on the other chain. An account is whoever holds its key, on every chain
 * alike. Sources: Relay's list of chains (api.relay.link/chains), Orbiter's makers as L2BEAT lists them, Wormhole's
 * list of contract addresses.
 */
/** All pay out; what is deposited goes to the first, or to a contract. */
export const relaySolvers: readonly string[] = [
  '0xf70da97812CB96acDF810712Aa562db8dfA3dbEF',
  '0x0EC4e45f9ce3020024c0418a74cd31FBC487038F',
  '0x18DD3C14e34c1BC379F7538068c59160D9F68e25',
  '0x2bB27B73c602643F42471D4751Fe4fC4EeBEFBd1',
  '0x331D9a049D496385998067ABF6CBb6371C8D2466',
  '0x344daADDE53A81F95bCc46A99d39107A509251A1',
  '0x370A7E2d300c14D79d4A7ee07aACA46c4B3012cF',
  '0x511808449bE470EfaF4131838B2D4998500A6F72',
  '0x56c262027e0De4aeA31d2489529CB25D23E58a8B',
  '0x698dd6c03b50c3D4aF12932A0388338bCdD3AAeD',
  '0x728f51950FF096DC03a48F5e83f45aC8Bb75F500',
  '0x919968A4238A54B381f022a360260eF5D7E015aC',
  '0xA5a5491bCa93dD4C076e4906e79E7673F4A5A142',
  '0xa67D7Eb4dc68fa6ce8e34Ef8CaDaF075b9893FBb',
  '0xabb2aCD3BE814a80e502575d6c1Dc5F789e9cd10',
  '0xadA5bb90d0de0bD1b6F3938708F49295A8D1F7CB',
  '0xC1A6E71C0f69aD498AA4029BDF9F8CDBa79f9678',
  '0xca7ded7e4F4Ba8aB3B10009236Ae6d1b95094589',
  '0xCC4bc7882D5ec4a3716e589aB3d816b61Ae47a1A',
  '0xd782268F600403843484b70710dAeE6846FC0DB8',
  '0xE209E0047731Aa494289E1Af9a0d03DA19c5EF08',
  '0xf42b73d2e4D3912EAdE2A5f7AB39b54064c2acEc',
];

export const orbiterMakers: readonly string[] = [
  '0x80C67432656d59144cEFf962E8fAF8926599bCF8',
  '0xE4eDb277e41dc89aB076a1F049f4a3EfA700bCE8',
  '0x41d3D33156aE7c62c094AAe2995003aE63f587B3',
  '0xd7Aa9ba6cAAC7b0436c91396f22ca5a7F31664fC',
];

/** Portal's, by chain. */
export const tokenBridges: Readonly<Record<number, string>> = {
  1: '0x3ee18B2214AFF97000D974cf647E7C347E8fa585',
  10: '0x1D68124e65faFC907325e3EDbF8c4d84499DAa8b',
  56: '0xB6F6D86a8f9879A9c87f643768d9efc38c1Da6E7',
  137: '0x5a58505a96D1dbf8dF91cB21B54419FC36e93fdE',
  8453: '0x8d2de8d2f73F1F4cAB472AC9A881C9b123C79627',
  42161: '0x0b2402144Bb366A632D14B83F244D2e0e21bD39c',
  43114: '0x0e082F06FF657D94310cB8cE8B0D9a04541d8052',
};
