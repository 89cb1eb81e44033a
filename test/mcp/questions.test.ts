/** Questions that a program without a model answers over MCP, on the demo's two years: in few calls, cheaply, and as the API says. */
import { isDeepStrictEqual } from 'node:util';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PricedWorld, sharePricedWorld, startPriced, waitForRow } from '../pricing/priced-world.ts';
import { type TestService, testKey } from '../support/service.ts';
import { explainQuestions, gainQuestions } from './gain-questions.ts';
import { historyQuestions, stateQuestions } from './history-questions.ts';
import { type Agent, connectAgent } from './mcp-client.ts';
import type { Api, Place } from './question.ts';
import { holdingQuestions, portfolioQuestions } from './worth-questions.ts';

const questions = [
  ...[...portfolioQuestions, ...holdingQuestions, ...historyQuestions, ...gainQuestions],
  ...[...stateQuestions, ...explainQuestions],
];

const openLedgers = `SELECT count(*)::int FROM registration LEFT JOIN ledger_wallet USING (client_id, wallet_id)
  LEFT JOIN ledger_input USING (wallet_id) WHERE input_version IS DISTINCT FROM version`;

let world: PricedWorld;
let service: TestService;
let agent: Agent;
let api: Api;
let place: Place;

beforeAll(async () => {
  world = await sharePricedWorld();
  service = await startPriced(world);
  await waitForRow(service.databaseUrl, openLedgers, ({ count }) => count === 0);
  agent = await connectAgent(service.url, testKey);
  const wallets = world.addresses;
  const [wallet = ''] = wallets;
  const named = { $all: JSON.stringify(wallets), $one: JSON.stringify(wallet) };
  api = {
    query: (text) =>
      service.api.query(
        text.replace(/\$(?:all|one)/g, (name) => (name === '$all' ? named.$all : named.$one)),
      ),
    get: async (path) => (await service.api.get(path)).body,
  };
  const now = new Date();
  place = {
    ...{ chainId: world.chain.chainId, wallets, wallet, lastYear: now.getUTCFullYear() - 1 },
    earlier: `${new Date(now.getTime() - 300 * 86_400_000).toISOString().slice(0, 10)}T00:00:00Z`,
  };
});

afterAll(async () => {
  await agent?.close();
  await service?.stop();
  await world?.anvil.stop();
});

test('there are forty, and no two are the same', () => {
  expect(new Set(questions.map(({ question }) => question)).size).toBeGreaterThanOrEqual(40);
});

test.each(questions)('$question', async ({ answer, expected }) => {
  let [calls, tokens] = [0, 0];
  const ask = async (name: string, input?: Record<string, unknown>): Promise<string> => {
    const text = await agent.call(name, input);
    calls += 1;
    tokens += countTokens(text);
    const most = input?.detail === 'full' ? 8_000 : 1_500;
    expect(countTokens(text)).toBeLessThanOrEqual(most);
    if (name === 'explain') expect(text).not.toContain('cut:');
    expect(text).toMatch(/^as_of: \d{4}-\d\d-\d\dT[\d:]+Z\ncomplete: (?:true|false; .+)$/m);
    return text;
  };
  // What is worth something now is worth another sum a moment later: both are asked again when a new price came between.
  await expect
    .poll(async () => {
      [calls, tokens] = [0, 0];
      const found = await answer(ask, place);
      return { found, told: await expected(api, place) };
    })
    .toSatisfy(({ found, told }) => isDeepStrictEqual(found, told));
  expect(calls).toBeLessThanOrEqual(3);
  expect(tokens).toBeLessThanOrEqual(4_000);
});
