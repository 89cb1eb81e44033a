/** What changes its form and comes back on the same day: what is left of it, in its place. */
import { describe, expect, test } from 'vitest';
import type { CarriedFlow, CarriedPart } from '../../../../src/domain/accounting/amounts/asset-flow.ts';
import type { OrderedFlow } from '../../../../src/domain/accounting/section-104/gathered.ts';
import { withoutReturns } from '../../../../src/domain/accounting/section-104/returns.ts';

const part = (text: string): CarriedPart => {
  const [quantity = '', token = ''] = text.split(' ');
  return { account: { wallet: 'alice', token, decimals: 0 }, quantity: BigInt(quantity) };
};

/** `5 ETH, 3 DAI > 2 SHARE`: those become that. `drop 2 ETH`: given away. */
function flowOf(text: string): OrderedFlow {
  if (text.startsWith('drop ')) {
    return { day: 7, flow: { kind: 'dropped', timestamp: 0, ...part(text.slice('drop '.length)) } };
  }
  const [from = [], to = []] = text.split(' > ').map((end) => end.split(', ').map(part));
  const weighed = to.map((one) => ({ ...one, weight: null }));
  return { day: 7, flow: { kind: 'carried', timestamp: 0, from, to: weighed } };
}

const endText = (parts: CarriedFlow['from']): string =>
  parts.map(({ account, quantity }) => `${quantity} ${account.token}`).join(', ');

function textOf({ flow, day }: OrderedFlow): string {
  expect(day).toBe(7);
  if (flow.kind === 'carried') return `${endText(flow.from)} > ${endText(flow.to)}`;
  return flow.kind === 'dropped' ? `drop ${endText([flow])}` : flow.kind;
}

describe.each([
  ['all of it', ['5 ETH > 5 WETH', '5 WETH > 5 ETH'], []],
  ['a part of it', ['5 ETH > 5 WETH', '2 WETH > 2 ETH'], ['3 ETH > 3 WETH']],
  ['more than had left', ['2 ETH > 2 WETH', '5 WETH > 5 ETH'], ['3 WETH > 3 ETH']],
  ['in parts', ['5 ETH > 5 WETH', '2 WETH > 2 ETH', '3 WETH > 3 ETH'], []],
  ['of several, the last first', ['5 ETH > 10 S', '2 ETH > 4 S', '6 S > 3 ETH'], ['4 ETH > 8 S']],
  ['of several, all of them', ['5 ETH > 10 S', '2 ETH > 4 S', '14 S > 7 ETH'], []],
  ['of several, and more', ['5 ETH > 10 S', '2 ETH > 4 S', '16 S > 8 ETH'], ['2 S > 1 ETH']],
  ['and leaves again', ['5 ETH > 5 WETH', '5 WETH > 5 ETH', '1 ETH > 1 WETH'], ['1 ETH > 1 WETH']],
  [
    'more than had left, which comes back in turn',
    ['2 ETH > 2 WETH', '5 WETH > 5 ETH', '1 ETH > 1 WETH'],
    ['2 WETH > 2 ETH'],
  ],
  // What was earned on it came back, too: of one end more, of the other less, so it is no part of it.
  ['at another rate', ['5 ETH > 5 S', '4 S > 6 ETH'], ['5 ETH > 5 S', '4 S > 6 ETH']],
  ['at a better rate, all of it', ['5 ETH > 5 S', '5 S > 6 ETH'], ['5 ETH > 5 S', '5 S > 6 ETH']],
  ['at a worse rate, all of it', ['5 ETH > 5 S', '5 S > 4 ETH'], ['5 ETH > 5 S', '5 S > 4 ETH']],
  ['for more of it', ['5 ETH > 5 S', '6 S > 5 ETH'], ['5 ETH > 5 S', '6 S > 5 ETH']],
  ['for less of it', ['5 ETH > 5 S', '4 S > 5 ETH'], ['5 ETH > 5 S', '4 S > 5 ETH']],
  [
    'at the rate of the last of several, and of none before it',
    ['5 ETH > 5 S', '2 ETH > 4 S', '6 S > 2 ETH'],
    ['5 ETH > 5 S', '2 ETH > 4 S', '6 S > 2 ETH'],
  ],
  ['something else', ['5 ETH > 5 WETH', '5 WETH > 5 DAI'], ['5 ETH > 5 WETH', '5 WETH > 5 DAI']],
  ['beside a gift', ['5 ETH > 5 WETH', 'drop 1 ETH', '5 WETH > 5 ETH'], ['drop 1 ETH']],
  [
    'a part of it, in its place before what came between',
    ['5 ETH > 5 WETH', 'drop 1 ETH', '2 WETH > 2 ETH', 'drop 2 ETH'],
    ['3 ETH > 3 WETH', 'drop 1 ETH', 'drop 2 ETH'],
  ],
  // Several tokens: as a whole, or not at all.
  ['several as a whole', ['5 ETH, 3 DAI > 2 S', '2 S > 3 DAI, 5 ETH'], []],
  [
    'several twice, and a third stays',
    ['5 ETH, 3 DAI > 2 S', '5 ETH, 3 DAI > 2 S', '2 S > 5 ETH, 3 DAI'],
    ['5 ETH, 3 DAI > 2 S'],
  ],
  [
    'several in part',
    ['5 ETH, 3 DAI > 2 S', '1 S > 2 ETH, 1 DAI'],
    ['5 ETH, 3 DAI > 2 S', '1 S > 2 ETH, 1 DAI'],
  ],
  [
    'several at other quantities',
    ['5 ETH, 3 DAI > 2 S', '2 S > 5 ETH, 4 DAI'],
    ['5 ETH, 3 DAI > 2 S', '2 S > 5 ETH, 4 DAI'],
  ],
  [
    'several as others',
    ['5 ETH, 3 DAI > 2 S', '2 S > 5 ETH, 3 USDC'],
    ['5 ETH, 3 DAI > 2 S', '2 S > 5 ETH, 3 USDC'],
  ],
  [
    'several, among others',
    ['drop 1 ETH', '5 ETH, 3 DAI > 2 S', 'drop 2 ETH', '1 ETH > 1 WETH', '2 S > 5 ETH, 3 DAI'],
    ['drop 1 ETH', 'drop 2 ETH', '1 ETH > 1 WETH'],
  ],
] as const)('what comes back the same day: %s', (_, flows, left) => {
  test('is told as what is left of it', () => {
    expect(withoutReturns(flows.map(flowOf)).map(textOf)).toEqual(left);
  });
});
