/** Swaps are known by topics that are computed from signatures: here as documents of live logs have them, cut to four bytes. */
import { expect, test } from 'vitest';
import { swapTopics } from '../../../src/domain/normalize/topics.ts';

test.each([
  ['Uniswap 2', '0xd78ad95f'],
  ['Uniswap 3', '0xc42079f9'],
  ['Uniswap 4', '0x40e9cecb'],
  ['UniswapX', '0x78ad7ec0'],
  ['Aerodrome, Velodrome 2', '0xb3e27736'],
  ['Balancer 1', '0x908fb5ee'],
  ['Balancer 2', '0x2170c741'],
  ['Balancer 3', '0x0874b2d5'],
  ['Curve', '0x8b3e96f2'],
  ["Curve's crypto pools since 2023", '0x143f1f8e'],
  ['Saddle', '0xc6c1e063'],
  ['PancakeSwap Infinity', '0x04206ad2'],
  ['Liquidity Book 2.0', '0xc528cda9'],
  ['Liquidity Book 2.1', '0xad7d6f97'],
  ['Fluid', '0xdc004dbc'],
  ['iZiSwap', '0x0fe977d6'],
  ['Maverick 2', '0x103ed084'],
  ['DODO, the pool', '0xc2c0245e'],
  ['DODO, the router', '0x92ceb067'],
  ['Trident', '0xcd3829a3'],
  ['WOOFi, the pool', '0x0e8e403c'],
  ['WOOFi, the pool before it told volumes', '0x74ef34e2'],
  ['WOOFi, the router', '0x27c98e91'],
  ['WOOFi, the first router', '0x82487275'],
  ['Carbon', '0x95f3b013'],
  ['1inch 5', '0xb9ed0243'],
  ['1inch 6', '0xfec33135'],
])('%s', (_name, start) => {
  expect([...swapTopics].filter((topic) => topic.startsWith(start))).toHaveLength(1);
});
