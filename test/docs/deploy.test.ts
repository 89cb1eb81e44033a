/** The files for operators: what they name is there. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { environmentSchema } from '../../src/config.ts';
import { root } from './blocks.ts';
import { metricsByName } from './metric-names.ts';

const run = promisify(execFile);
const read = (path: string): string => readFileSync(join(root, 'deploy', path), 'utf8');

const dashboard = z.object({
  panels: z.array(
    z.object({
      title: z.string(),
      targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })).min(1),
    }),
  ),
});

/** The expressions of the alerts: a line each. */
const alerts = (): string[] =>
  [...read('prometheus/wallet-data.rules.yml').matchAll(/^ {8}expr: (.+)$/gm)].map(([, text = '']) => text);

/** The expressions of the dashboard. */
const panels = (): string[] =>
  dashboard
    .parse(JSON.parse(read('grafana/wallet-data.json')))
    .panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

/** What an expression names that is not there. */
function unknownOf(expression: string): string[] {
  const metrics = metricsByName();
  const named = [...expression.matchAll(/\b(wallet_data_\w+)(?:\{(\w+)=~?"[^"]*"\})?/g)];
  const bare = (name: string): string =>
    metrics.has(name) ? name : name.replace(/_(?:bucket|count|sum)$/, '');
  const labels = new Set(named.flatMap(([, name = '']) => metrics.get(bare(name)) ?? []));
  const by = [...expression.matchAll(/\bby \(([^)]+)\)/g)].flatMap(([, list = '']) => list.split(', '));
  const filters = named.flatMap(([, , label]) => label ?? []);
  return [
    ...named.map(([, name = '']) => name).filter((name) => !metrics.has(bare(name))),
    ...[...by, ...filters].filter((label) => !['le', 'instance'].includes(label) && !labels.has(label)),
  ];
}

test('every expression of the alerts and the dashboard names metrics and labels that there are', () => {
  const expressions = [...alerts(), ...panels()];
  expect(alerts().length).toBeGreaterThan(7);
  expect(expressions.flatMap(unknownOf)).toEqual([]);
  expect(unknownOf('sum by (chain, nothing) (wallet_data_sync_wallets{stage="x"})')).toEqual([
    'nothing',
    'stage',
  ]);
  expect(unknownOf('wallet_data_nothing')).toEqual(['wallet_data_nothing']);
});

test('the dashboard shows every metric of ours but whether a chain is enabled', () => {
  const text = panels().join('\n');
  const missing = [...metricsByName().keys()].filter((name) => !text.includes(name));
  expect(
    missing.filter(
      (name) =>
        !['wallet_data_transfers', 'wallet_data_chain_enabled', 'wallet_data_price_answers_total'].includes(
          name,
        ),
    ),
  ).toEqual([]);
});

test('every alert has an end of waiting, a severity and a sentence', () => {
  const rules = read('prometheus/wallet-data.rules.yml')
    .split(/^ {6}- /m)
    .slice(1);
  for (const rule of rules)
    expect(rule).toMatch(
      /^alert: \w+\n\s+expr: .+\n(?:\s+for: \d+m\n)?\s+labels: \{ severity: (?:page|ticket) \}\n\s+annotations:\n\s+summary: ["'].+["']\n/,
    );
});

test('the unit sets variables that there are, and may do no more than it has to', async () => {
  const unit = read('wallet-data.service');
  const [, variables = ''] = /^Environment=(.+)$/m.exec(unit) ?? [];
  const names = variables.split(' ').map((pair) => pair.split('=')[0] ?? '');
  expect(
    names.filter((name) => name !== 'NODE_ENV' && !Object.hasOwn(environmentSchema.shape, name)),
  ).toEqual([]);
  for (const line of [
    'DynamicUser=yes',
    'ProtectSystem=strict',
    'NoNewPrivileges=yes',
    'CapabilityBoundingSet=',
    'ProtectHome=yes',
    'PrivateTmp=yes',
  ])
    expect(unit.split('\n')).toContain(line);
  expect(unit).not.toMatch(/^MemoryDenyWriteExecute/m);
  // A request may take its time and ten seconds; then it is over.
  const { REQUEST_TIMEOUT_SECONDS: longest } = environmentSchema.parse({});
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(Number(longest) + 10);
  // By the tool itself where the machine has it.
  const tool = '/usr/bin/systemd-analyze';
  if (!existsSync(tool)) return;
  const { stdout } = await run(tool, [
    'security',
    '--offline=true',
    '--no-pager',
    join(root, 'deploy/wallet-data.service'),
  ]).catch((error) => error);
  const exposure = Number(/Overall exposure level for wallet-data\.service: ([\d.]+)/.exec(stdout)?.[1]);
  expect(exposure).toBeLessThanOrEqual(2);
});
