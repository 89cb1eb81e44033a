/** What a reader can hold at once: a function fits a screen, a file has one purpose. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { measureFunctions } from './support/function-sizes.ts';
import { sourceFiles } from './support/source-files.ts';

const mostLinesOfFunction = 70;
const mostLinesOfFile = 300;

/** Functions and files that are longer, and how long they may be at most. The list only shrinks. */
const longFunctions = new Map([
  ['ingest/pricing/pricing-worker.ts: createPricingWorker', 182],
  ['ingest/loading/loading-worker.ts: createWorker', 164],
  ['ingest/pricing/price-book.ts: createPriceBook', 152],
  ['ingest/pricing/current-prices.ts: createCurrentPrices', 134],
  ['ingest/accounting/accounting-worker.ts: createAccountingWorker', 130],
  ['chains/rpc/rpc-source.ts: createRpcSource', 132],
  ['ingest/pricing/wallet-pricing.ts: createWalletPricing', 108],
  ['chains/rpc/client/client.ts: createRpcClient', 111],
  ['ingest/accounting/movement-context.ts: createMovementContexts', 99],
  ['chains/explorer/client/client.ts: createExplorerClient', 103],
  ['prices/coingecko/coingecko-source.ts: createCoinGecko', 93],
  ['ingest/accounting/run-writer.ts: createBooking', 81],
  ['chains/rpc/activity/blocks.ts: createBlockReader', 78],
  ['chains/explorer/chain-view.ts: createChainView', 73],
  ['ingest/loading/step.ts: prepareStep', 71],
]);
const longFiles = new Map([
  ['chains/rpc/client/client.ts', 313],
  ['ingest/loading/step.ts', 311],
]);

const code = sourceFiles(join(import.meta.dirname, '..', 'src'));

interface Length {
  name: string;
  lines: number;
}

/** What is longer than it may be, and what stands in the list without need. */
function faults(found: readonly Length[], most: number, listed: ReadonlyMap<string, number>): string[] {
  const long = found.filter(({ lines }) => lines > most);
  const names = new Set(long.map(({ name }) => name));
  return [
    ...long
      .filter(({ name, lines }) => lines > (listed.get(name) ?? most))
      .map(({ name, lines }) => `src/${name} has ${lines} lines`),
    ...[...listed.keys()]
      .filter((name) => !names.has(name))
      .map((name) => `take src/${name} out of the list`),
  ];
}

test('a function has at most seventy lines, with all that stands inside it', () => {
  const found = measureFunctions(code).map(({ path, name, lines }) => ({ name: `${path}: ${name}`, lines }));
  expect(faults(found, mostLinesOfFunction, longFunctions)).toEqual([]);
});

test('a file has at most three hundred lines', () => {
  const found = code.map(({ path, text }) => ({ name: path, lines: text.trimEnd().split('\n').length }));
  expect(faults(found, mostLinesOfFile, longFiles)).toEqual([]);
});

test('every form of function is measured, and what makes an object of methods as a whole', () => {
  const text = `/** Its comment does not count. */
export function createCounter() {
  let count = 0;
  return {
    add(by: number) {
      count += by;
    },
    get value() { return count; },
  };
}
const twice = (value: number) =>
  value * 2;
class Shape { constructor(readonly sides: number) {} }
`;
  expect(measureFunctions([{ path: 'example.ts', text }])).toEqual([
    { path: 'example.ts', name: 'createCounter', lines: 9 },
    { path: 'example.ts', name: 'add', lines: 3 },
    { path: 'example.ts', name: 'value', lines: 1 },
    { path: 'example.ts', name: 'twice', lines: 2 },
    { path: 'example.ts', name: 'Shape', lines: 1 },
  ]);
});
