/** Every example of the documents, one after the other as a reader goes, against one service on the demo's chain. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { worldPrices } from '../../demo/world-prices.ts';
import { loadConfig } from '../../src/config.ts';
import { storeLabels, waitForCurrentPrices, waitForRow } from '../pricing/priced-world.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createTestWorld, type TestWorld } from '../support/world.ts';
import { type Block, blocksOf, pages, root } from './blocks.ts';
import { differences, matches } from './compare.ts';
import { addPrograms, type Place, runGraphql, runShell } from './run-block.ts';

const pending = `SELECT count(*)::int FROM registration LEFT JOIN ledger_wallet USING (client_id, wallet_id)
  LEFT JOIN ledger_input USING (wallet_id) WHERE input_version IS DISTINCT FROM version`;
const unpriced = `SELECT count(*)::int FROM transfer JOIN token ON address = token_address
  WHERE is_trusted AND spam_reason IS NULL AND price IS NULL`;

let world: TestWorld;
let service: TestService;
let place: Place;

beforeAll(async () => {
  const directory = await mkdtemp(join(tmpdir(), 'wallet-data-docs-'));
  await addPrograms(directory);
  world = await createTestWorld();
  service = await startTestService([world.chain], { prices: worldPrices(world.world) });
  const { url, databaseUrl } = service;
  await storeLabels(world, databaseUrl);
  place = { ...{ url, databaseUrl, directory, key: '' }, ids: new Map() };
  const made = await runShell(
    'npm run -s wallet-data -- keys create --json --scopes read,write,webhooks,keys',
    place,
    null,
  );
  place.key = /wdk_\w+/.exec(made)?.[0] ?? '';
  await service.api.load(world.addresses);
  await waitForRow(databaseUrl, unpriced, ({ count }) => count === 0);
  // Prices of now come after those of the history, and ledgers after both.
  await waitForCurrentPrices(databaseUrl);
  await waitForRow(databaseUrl, pending, ({ count }) => count === 0);
});

afterAll(async () => {
  await service?.stop();
  await world?.anvil.stop();
  if (place !== undefined) await rm(place.directory, { recursive: true, force: true });
});

const isExcused = ({ note }: Block): boolean => note?.[0] === 'not run' || note?.[0] === 'run by';
const isCommand = ({ language }: Block): boolean => language === 'sh' || language === 'graphql';

/** What is wrong with an answer. */
function faults(shown: Block, answer: string): string[] {
  const given = answer.replaceAll('\r\n', '\n');
  const expected = shown.text.replaceAll('http://127.0.0.1:4000', place.url);
  if (shown.language === 'text')
    return matches(expected, given) ? [] : [`shown:\n${expected}\nanswered:\n${given.slice(0, 2_000)}`];
  const varies = new Set(shown.note?.[0] === 'varies' ? shown.note[1].split(', ') : []);
  return differences(JSON.parse(expected), JSON.parse(answer), varies);
}

/** Runs a block, and compares what it answers with the block behind it where that is its answer. */
async function run(block: Block, behind: Block | undefined): Promise<void> {
  if (block.note?.[0] === 'file') await writeFile(join(place.directory, block.note[1]), block.text);
  if (block.words.includes('config')) loadConfig({ environment: {}, file: JSON.parse(block.text) });
  if (!isCommand(block)) return;
  const shown = behind !== undefined && isAnswer(behind) ? behind : null;
  const isEnough =
    block.text.includes('curl -sN') && shown !== null
      ? (output: string) => matches(shown.text, output)
      : null;
  const answer =
    block.language === 'sh'
      ? await runShell(block.text, place, isEnough)
      : await runGraphql(block.text, place);
  if (shown !== null) expect(faults(shown, answer), answer.slice(0, 2_000)).toEqual([]);
}

const isAnswer = (block: Block): boolean =>
  !isExcused(block) &&
  ['json', 'text'].includes(block.language) &&
  block.note?.[0] !== 'file' &&
  !block.words.includes('config');

for (const page of pages) {
  const blocks = blocksOf(page);

  test(`${page}: every block is run, is an answer, or says why it is neither`, () => {
    const unclear = blocks.filter((block, index) => {
      const [kind, text] = block.note ?? ['', ''];
      if (kind === 'not run') return false;
      if (kind === 'run by') return !existsSync(join(root, text));
      if (isAnswer(block)) return !blocks.slice(0, index).some(isCommand) || !isRunBefore(blocks, index);
      return !isCommand(block) && !['json', 'text'].includes(block.language);
    });
    expect(unclear.map(({ place: where, text }) => `${where}: ${text.split('\n', 1)[0]}`)).toEqual([]);
  });

  test.each(
    blocks.flatMap((block, index) =>
      isExcused(block) || isAnswer(block) ? [] : [{ block, behind: blocks[index + 1], name: block.place }],
    ),
  )('$name', async ({ block, behind }) => run(block, behind));
}

/** Whether the block directly before an answer is a command that is run. */
function isRunBefore(blocks: readonly Block[], index: number): boolean {
  const before = blocks[index - 1];
  return before !== undefined && isCommand(before) && !isExcused(before);
}

test('a block of which nothing is said is found', () => {
  const found = blocksOf(
    'page.md',
    'Text\n\n    indented\n\n<!-- not run: why -->\n\n```sh\nls\n```\n\n- item\n\n    of the list\n',
  );
  expect(found.map(({ place: where, language, note }) => [where, language, note])).toEqual([
    ['page.md:3', '', null],
    ['page.md:7', 'sh', ['not run', 'why']],
  ]);
});

test.each([
  [{ a: 1 }, { a: 1, b: 2 }, []],
  [{ a: 1 }, { b: 2 }, ['the answer has no a']],
  [{ a: 'x…' }, { a: 'xyz' }, []],
  [{ a: 'x…' }, { a: 'yz' }, ['a is "yz", shown is "x…"']],
  [{ a: '1' }, { a: 1 }, ['a is 1, shown is "1"']],
  [{ a: [1, '…'] }, { a: [1, 2, 3] }, []],
  [{ a: [1] }, { a: [1, 2, 3] }, ['a has 3 items, shown are 1']],
  [{ n: 5 }, { n: 6 }, []],
  [{ n: 5 }, { n: '6' }, ['the answer.n is a string']],
])('%j as %j: %j', (shown, answer, found) => {
  expect(differences(shown, answer, new Set(['n']))).toEqual(found);
});
