/** wallet-data doctor: what stands between this configuration and a service that runs, on one screen. */
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { type Config, loadConfig } from '../../config.ts';
import { ConfigurationError } from '../../errors.ts';
import { lookAtChains } from '../doctor/chains.ts';
import { lookAtDatabases } from '../doctor/database.ts';
import { type Finding, finding, type Health, lookFor } from '../doctor/findings.ts';
import { lookAtDisk, lookAtListening, lookAtNode, lookAtPorts, lookAtRunning } from '../doctor/machine.ts';
import { lookAtPrices } from '../doctor/prices.ts';
import { lookAtRates } from '../doctor/rates.ts';
import { type OutputOptions, print, printJson } from '../terminal/output.ts';
import { findRunning } from '../terminal/running.ts';

const words: Readonly<Record<Health, string>> = { ok: 'ok', warning: 'WARNING', failed: 'FAILED' };

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('Look at what the service needs: configuration, database, nodes, prices, disk, clock')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExit code: 0 where nothing failed (there may be warnings), 1 otherwise. Nothing is changed.',
    )
    .action(async ({ json }: OutputOptions) => {
      const found = await examine();
      const failures = found.filter(({ health }) => health === 'failed').length;
      if (json) printJson({ healthy: failures === 0, findings: found });
      else print(screenOf(found));
      if (failures > 0) throw new Error(`${failures} of ${found.length} looks failed.`);
    });
}

async function examine(): Promise<Finding[]> {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  const start = [finding('version', 'ok', `wallet-data ${version}`), ...lookAtNode()];
  let config: Config;
  try {
    config = loadConfig();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const problems = error.problems.map(({ path, message }) =>
      finding('configuration', 'failed', `${path} ${message}`),
    );
    return [...start, ...problems];
  }
  const found = config.database.url === null ? findRunning(config) : Promise.resolve(null);
  // Why it cannot be known is told once, by the look at the database.
  const running = await found.catch(() => null);
  const looks = await Promise.all([
    lookFor('listening', () => lookAtPorts(config, running)),
    lookFor('disk', async () => lookAtDisk(config)),
    lookFor('database', async () => lookAtDatabases(config, await found)),
    lookAtChains(config.chains),
    lookAtPrices(config.prices),
    lookFor('rates', async () => lookAtRates(config, await found), { health: 'warning' }),
  ]);
  return [
    ...start,
    finding('configuration', 'ok', summaryOf(config)),
    ...lookAtRunning(running),
    ...lookAtListening(config, running),
    ...looks.flat(),
  ];
}

function summaryOf({ chains, prices, role }: Config): string {
  const enabled = chains.filter((chain) => chain.enabled).map(({ chain }) => chain.slug);
  const order = prices.order.length === 0 ? 'no prices' : `prices from ${prices.order.join(', ')}`;
  return `role ${role}; chains: ${enabled.length === 0 ? 'none' : enabled.join(', ')}; ${order}`;
}

/** One line each, and what it comes to. */
function screenOf(found: readonly Finding[]): string {
  const width = Math.max(...found.map(({ about }) => about.length));
  const lines = found.map(
    ({ about, health, text }) => `${words[health].padEnd(7)}  ${about.padEnd(width)}  ${text}`,
  );
  const warned = found.filter(({ health }) => health === 'warning').length;
  return [...lines, '', warned === 0 ? 'No warnings.' : `${warned} to look at.`].join('\n');
}
