import { type EventRule, type Family, gives, takes } from '../evidence/family.ts';

const given = [gives('deposit', 'paid'), takes('receipt', 'made')];
const taken = [takes('withdraw', 'got'), gives('receipt', 'burned')];

/** What the router logs of the wallet that calls it, or that it pays. */
const rule = (name: string, list: string, flows: EventRule['flows']): EventRule => ({
  event: `${name}(address* caller, ${list})`,
  wallet: ['caller', 'receiver'],
  flows,
});

const joined = (...paid: string[]): EventRule['flows'] => [
  ...paid.map((name) => gives('join', [name])),
  takes('receipt', 'made'),
];
const left = (...got: string[]): EventRule['flows'] => [
  ...got.map((name) => takes('exit', [name])),
  gives('receipt', 'burned'),
];

const keepsYield: EventRule['flows'] = [
  gives('join', ['paid']),
  takes('receipt', 'made'),
  takes('receipt', ['yield']),
];
/** What comes stands last in a list of amounts: whatever comes of the market's tokens is it. */
const leftAs: EventRule['flows'] = [takes('exit', null), gives('receipt', 'burned')];
const exits = (name: string, count: number): EventRule[] => {
  const amounts = `(${Array.from({ length: count }, () => 'uint256').join()}) amounts`;
  return [
    rule(
      `${name}ToToken`,
      `address* market, address* token, address receiver, uint256 burned, uint256 got, ${amounts}`,
      left('got'),
    ),
    rule(`${name}ToSy`, `address* market, address* receiver, uint256 burned, ${amounts}`, leftAs),
  ];
};

const liquidity: readonly EventRule[] = [
  rule(
    'AddLiquiditySingleToken',
    'address* market, address* token, address receiver, uint256 paid, uint256 made, uint256 sy',
    joined('paid'),
  ),
  rule(
    'AddLiquidityDualTokenAndPt',
    'address* market, address* token, address receiver, uint256 paid, uint256 principal, uint256 made, uint256 sy',
    joined('paid', 'principal'),
  ),
  rule(
    'AddLiquidityDualSyAndPt',
    'address* market, address* receiver, uint256 paid, uint256 principal, uint256 made',
    joined('paid', 'principal'),
  ),
  ...['AddLiquiditySinglePt', 'AddLiquiditySingleSy'].map((name) =>
    rule(name, 'address* market, address* receiver, uint256 paid, uint256 made', joined('paid')),
  ),
  rule(
    'RemoveLiquiditySingleToken',
    'address* market, address* token, address receiver, uint256 burned, uint256 got, uint256 sy',
    left('got'),
  ),
  rule(
    'RemoveLiquidityDualTokenAndPt',
    'address* market, address* token, address receiver, uint256 burned, uint256 principal, uint256 got, uint256 sy',
    left('got', 'principal'),
  ),
  rule(
    'RemoveLiquidityDualSyAndPt',
    'address* market, address* receiver, uint256 burned, uint256 principal, uint256 got',
    left('got', 'principal'),
  ),
  // Yield that is made on the way is kept
  rule(
    'AddLiquiditySingleTokenKeepYt',
    'address* market, address* token, address receiver, uint256 paid, uint256 made, uint256 yield, uint256 minted, uint256 sy',
    keepsYield,
  ),
  rule(
    'AddLiquiditySingleSyKeepYt',
    'address* market, address* receiver, uint256 paid, uint256 minted, uint256 made, uint256 yield',
    keepsYield,
  ),
  // Before and after maturity: shares, with what else of the market the wallet has
  ...exits('ExitPreExp', 9),
  ...exits('ExitPostExp', 5),
  ...['RemoveLiquiditySinglePt', 'RemoveLiquiditySingleSy'].map((name) =>
    rule(name, 'address* market, address* receiver, uint256 burned, uint256 got', left('got')),
  ),
];

/**
 * Pendle's router: standardised yield, and liquidity. What becomes of a deposit's two halves, principal and yield, is not told here: they are
 * traded apart, so that they are bought. Source: the router's actions.
 */
export const pendle: Family = {
  name: 'Pendle',
  events: [
    rule(
      'MintSyFromToken',
      'address* token, address* sy, address receiver, uint256 paid, uint256 made',
      given,
    ),
    rule(
      'RedeemSyToToken',
      'address* token, address* sy, address receiver, uint256 burned, uint256 got',
      taken,
    ),
    ...liquidity,
  ],
};
