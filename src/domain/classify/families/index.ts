/** The registry of protocol families: a new one is one file and one line here. Where two speak of one flow, see claims.ts. */

import type { Family } from '../evidence/family.ts';
import { auctions } from './auctions.ts';
import { across } from './bridges/across.ts';
import { bridgeAggregators } from './bridges/aggregators.ts';
import { gnosisBridges } from './bridges/canonical/gnosis.ts';
import { lineaBridge } from './bridges/canonical/linea.ts';
import { polygonBridge } from './bridges/canonical/polygon.ts';
import { rollupBridges } from './bridges/canonical/rollups.ts';
import { scrollBridge } from './bridges/canonical/scroll.ts';
import { zksyncBridge } from './bridges/canonical/zksync.ts';
import { cctp } from './bridges/cctp.ts';
import { circleGateway } from './bridges/circle-gateway.ts';
import { hop } from './bridges/hop.ts';
import { layerZero } from './bridges/layer-zero.ts';
import { liquidityBridges } from './bridges/liquidity-bridges.ts';
import { messengers } from './bridges/messengers.ts';
import { solverBridges } from './bridges/solvers.ts';
import { vaultBridges } from './bridges/vaults.ts';
import { wormhole } from './bridges/wormhole.ts';
import { conversions } from './conversions.ts';
import { curve } from './curve.ts';
import { distributors } from './distributors.ts';
import { farming } from './farming.ts';
import { aave } from './lending/aave.ts';
import { aave4 } from './lending/aave-4.ts';
import { abracadabra } from './lending/abracadabra.ts';
import { compound } from './lending/compound.ts';
import { dolomite } from './lending/dolomite.ts';
import { euler } from './lending/euler.ts';
import { gearbox } from './lending/gearbox.ts';
import { isolatedLending } from './lending/isolated.ts';
import { liquity } from './lending/liquity.ts';
import { maker } from './lending/maker.ts';
import { morpho } from './lending/morpho.ts';
import { midas } from './midas.ts';
import { orders } from './orders.ts';
import { pendle } from './pendle.ts';
import { pools } from './pools.ts';
import { positions } from './positions.ts';
import { kinetiq } from './staking/kinetiq.ts';
import { liquidRestaking } from './staking/liquid-restaking.ts';
import { liquidStaking } from './staking/liquid-staking.ts';
import { staking } from './staking/staking.ts';
import { veda } from './staking/veda.ts';
import { vaults } from './vaults.ts';
import { zaps } from './zaps.ts';

export const families: readonly Family[] = [
  cctp,
  circleGateway,
  across,
  layerZero,
  hop,
  gnosisBridges,
  polygonBridge,
  scrollBridge,
  zksyncBridge,
  lineaBridge,
  rollupBridges,
  wormhole,
  messengers,
  liquidityBridges,
  solverBridges,
  vaultBridges,
  bridgeAggregators,
  aave,
  aave4,
  compound,
  morpho,
  liquity,
  maker,
  euler,
  // Before those that log the same of another account
  gearbox,
  isolatedLending,
  abracadabra,
  dolomite,
  curve,
  pools,
  pendle,
  positions,
  vaults,
  midas,
  liquidStaking,
  liquidRestaking,
  kinetiq,
  veda,
  staking,
  farming,
  zaps,
  orders,
  auctions,
  conversions,
  distributors,
];
