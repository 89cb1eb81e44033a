/** Alert rules evaluated over series that were scraped, by Prometheus' own `promtool test rules`. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { z } from 'zod';

/** What a scrape answered, by name with labels as the text has it; null: it did not answer. */
export type Scrape = ReadonlyMap<string, number> | null;

export interface Firing {
  readonly alert: string;
  /** Seconds from the first scrape. */
  readonly at: number;
}

const rulesSchema = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
});

/** Samples of the text format, without the words around them. */
export function readSamples(text: string): Map<string, number> {
  const samples = [...text.matchAll(/^(wallet_data_\w+(?:\{[^\n]*\})?) (\S+)$/gm)];
  return new Map(samples.map(([, series = '', value = '']) => [series, Number(value)]));
}

/**
 * When each alert begins to fire.
 * @param stepSeconds how far the scrapes lie apart
 * @param folder for the file that promtool reads
 */
export async function firings(
  rulesFile: string,
  scrapes: readonly Scrape[],
  { stepSeconds, folder }: { stepSeconds: number; folder: string },
): Promise<Firing[]> {
  const { groups } = rulesSchema.parse(parse(readFileSync(rulesFile, 'utf8')));
  const rules = groups.flatMap(({ rules }) => rules);
  const times = scrapes.map((_, index) => index * stepSeconds);
  const file = join(folder, 'rules-test.yml');
  const test = {
    interval: `${stepSeconds}s`,
    input_series: inputSeries(scrapes, rules.map(({ expr }) => expr).join('\n')),
    // Nothing is expected, so that promtool names what it finds.
    alert_rule_test: rules.flatMap(({ alert }) =>
      times.map((at) => ({ eval_time: `${at}s`, alertname: alert, exp_alerts: [] })),
    ),
  };
  writeFileSync(
    file,
    stringify({ rule_files: [rulesFile], evaluation_interval: `${stepSeconds}s`, tests: [test] }),
  );
  const output = await promtool(file);
  const found = [...output.matchAll(/alertname: (\w+), time: (\w+),/g)].map(([, alert = '', time = '']) => ({
    alert,
    at: secondsOf(time),
  }));
  const first = new Map<string, number>();
  for (const { alert, at } of found) first.set(alert, Math.min(at, first.get(alert) ?? at));
  return [...first].map(([alert, at]) => ({ alert, at })).sort((one, other) => one.at - other.at);
}

/** Of all that was scraped what the rules name, as Prometheus keeps it: with the job and the instance. */
function inputSeries(scrapes: readonly Scrape[], expressions: string): { series: string; values: string }[] {
  const seen = new Set(scrapes.flatMap((scrape) => [...(scrape?.keys() ?? [])]));
  const named = [...seen].filter((series) => expressions.includes(series.split('{')[0] ?? ''));
  const target = 'instance="wallet-data:9464",job="wallet-data"';
  return [
    { series: `up{${target}}`, values: scrapes.map((scrape) => (scrape === null ? '0' : '1')).join(' ') },
    ...named.map((series) => {
      const [name = '', labels = ''] = series.split(/[{}]/);
      return {
        series: `${name}{${labels === '' ? '' : `${labels},`}${target}}`,
        values: scrapes.map((scrape) => written(scrape?.get(series))).join(' '),
      };
    }),
  ];
}

/** Without an exponent, which stands for something else there; `_` where there was none. */
function written(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return '_';
  return Number.isInteger(value) ? BigInt(value).toString() : value.toFixed(6);
}

/** `1m30s`, `45s`, `0s`. */
function secondsOf(time: string): number {
  const units: Readonly<Record<string, number>> = { h: 3_600, m: 60, s: 1 };
  return [...time.matchAll(/(\d+)([hms])/g)].reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (units[unit] ?? 0),
    0,
  );
}

/** What it wrote. It ends with 1 where it found something. @throws Error when it could not read the file, or is not there. */
function promtool(file: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      '/usr/bin/promtool',
      ['test', 'rules', file],
      { maxBuffer: 64e6, timeout: 120_000 },
      (error, stdout, stderr) => {
        const output = `${stdout}\n${stderr}`;
        if (error === null || /alertname: \w+, time: /.test(output)) resolve(output);
        else reject(new Error(`promtool: ${error.message}\n${output}`, { cause: error }));
      },
    );
  });
}
