/** `wallet-data prices`: what each source says of a token's price, and why the result was chosen. */
import type { Command } from 'commander';
import type { ChainStatus } from '../../chains/definitions/chain-list.ts';
import { createSources } from '../../chains/sources.ts';
import { type Config, loadConfig } from '../../config.ts';
import { parseAddress } from '../../domain/address.ts';
import { zeroAddress } from '../../domain/model.ts';
import { formatTime, parseTime } from '../../domain/time/time.ts';
import { type ExplainedPrice, explainHour } from '../../ingest/pricing/explain-price.ts';
import { createConfiguredQuoter, wrappedCoins } from '../../ingest/pricing/start-pricing.ts';
import { nowSeconds, systemClock } from '../../outgoing/clock.ts';
import { uncountedRequests } from '../../outgoing/daily-budget.ts';
import { originalOf } from '../../prices/quote/derived.ts';
import type { PriceToken } from '../../prices/source/price-source.ts';
import { type OutputOptions, print, printJson, printTable, UsageError } from '../terminal/output.ts';

type EnabledChain = Extract<ChainStatus, { enabled: true }>;

export function addPriceCommands(program: Command): void {
  const prices = program.command('prices').description('Where prices come from');
  prices
    .command('explain')
    .description(
      "Ask every configured source for the price that is kept for a moment's hour (the one at the hour's beginning), and say why it was chosen",
    )
    .argument('<token>', 'address of the token, or `native`')
    .argument('<time>', 'ISO 8601 date or date-time, UTC unless it says otherwise; or `now`')
    .option('--chain <id>', 'chain id or slug; may be left out when one chain is configured')
    .option('--json', 'print JSON')
    .action((token: string, time: string, options: OutputOptions & { chain?: string }) =>
      explain(token, time, options),
    );
}

async function explain(
  tokenText: string,
  timeText: string,
  options: OutputOptions & { chain?: string },
): Promise<void> {
  const config = loadConfig();
  if (config.prices.order.length === 0) {
    throw new UsageError('No price source is configured: `prices.order` in CONFIG_FILE is empty.');
  }
  const chain = chooseChain(config, options.chain);
  const token = { chainId: chain.chain.chainId, address: readToken(tokenText) };
  const time = timeText === 'now' ? null : readTime(timeText);
  const sourceOf = createSources(() => {}, uncountedRequests);
  const chains = config.chains
    .filter((status): status is EnabledChain => status.enabled)
    .map((status) => ({
      config: status.chain,
      source: sourceOf(status.chain, status.way),
    }));
  try {
    const { quoter, readerOf } = createConfiguredQuoter(config.prices, chains);
    const wrapped = wrappedCoins(chains);
    if (time !== null) {
      const parts = { quoter, readerOf, wrapped, now: nowSeconds(systemClock) };
      printQuote(token, await explainHour(token, time, parts), options);
      return;
    }
    const asked = originalOf(token, wrapped) ?? token;
    const [quote] = await quoter.current([{ point: { token: asked, time: 0 } }], { askAll: true });
    if (quote !== undefined) printQuote(token, { quote, asked }, options);
  } finally {
    await Promise.all(chains.map(({ source }) => source.close()));
  }
}

/** The chain asked for; a price needs no way to load wallets, so that it need not be enabled. */
function chooseChain(config: Config, wanted: string | undefined): ChainStatus {
  if (wanted === undefined) {
    const enabled = config.chains.filter((status) => status.enabled);
    const [only] = enabled.length === 1 ? enabled : config.chains;
    if (only !== undefined && (enabled.length === 1 || config.chains.length === 1)) return only;
    throw new UsageError(`--chain is needed, one of: ${slugsOf(config)}.`);
  }
  const found = config.chains.find(({ chain }) => chain.slug === wanted || String(chain.chainId) === wanted);
  if (found === undefined) {
    throw new UsageError(
      `--chain: '${wanted}' is not a known chain. Known are ${slugsOf(config)}; name others in CONFIG_FILE. ` +
        "The demo's chain stands in no file.",
    );
  }
  return found;
}

const slugsOf = (config: Config): string => config.chains.map(({ chain }) => chain.slug).join(', ');

function readToken(text: string): PriceToken['address'] {
  if (text.toLowerCase() === 'native') return zeroAddress;
  const parsed = parseAddress(text);
  if (!parsed.ok) throw new UsageError(`TOKEN: ${parsed.problem}`);
  return parsed.address;
}

function readTime(text: string): number {
  const time = parseTime(text);
  if (time === null) throw new UsageError(`TIME: '${text}' is not an ISO 8601 date or date-time, nor 'now'.`);
  return Math.floor(time);
}

function printQuote(token: PriceToken, { quote, asked }: ExplainedPrice, { json }: OutputOptions): void {
  const { price, provenance, point } = quote;
  if (json) {
    const priceOf = asked === token ? {} : { priceOf: asked };
    printJson({ token, ...priceOf, time: formatTime(point.time), price, ...provenance });
    return;
  }
  print(`At ${formatTime(point.time)}${asked === token ? '' : ', of the coin that it wraps'}:`);
  print('');
  printTable(
    ['SOURCE', 'PRICE USD', 'OBSERVED', 'CONFIDENCE', 'OFF', 'NOTE'],
    provenance.answers.map((answer) => [
      ...[answer.source, answer.priceUsd ?? '-'],
      answer.observedAt === null ? '-' : formatTime(answer.observedAt),
      ...[String(answer.confidence ?? '-'), answer.deviation ?? '-'],
      [answer.isOutlier ? 'left out' : null, answer.reason, answer.detail].filter(Boolean).join(': '),
    ]),
  );
  print('');
  print(price === null ? 'No price.' : `${price.priceUsd} USD, confidence ${price.confidence}.`);
  print(`Why: ${provenance.explanation}.`);
}
