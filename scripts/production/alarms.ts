/**
 * Which alert fires after which fault, and how soon, in real time: a service for each fault, scraped while it happens, and the rules of
 * deploy/prometheus/wallet-data.rules.yml over what was scraped. Takes two minutes more than it is told to watch, and ends by itself.
 *
 *     npm run alarms [-- --minutes 8]
 *
 * Needs root (a disk of its own for each service), and of Debian `promtool` (package prometheus) and `faketime`.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { embeddedPrograms, startCluster } from './trials/cluster.ts';
import { faults, type Patient, startPatient } from './trials/faults.ts';
import { table } from './trials/machine.ts';
import { firings, readSamples, type Scrape } from './trials/rules.ts';

const rulesFile = join(import.meta.dirname, '..', '..', 'deploy', 'prometheus', 'wallet-data.rules.yml');
const stepSeconds = 15;
/** Before the fault, so that it is seen that nothing fires. */
const stepsBefore = 4;

const scrape = (url: string): Promise<Scrape> =>
  fetch(url, { signal: AbortSignal.timeout(10_000) }).then(
    async (answer) => (answer.ok ? readSamples(await answer.text()) : null),
    () => null,
  );

/** Scrapes all at the same moments; the faults happen after some. */
async function watch(patients: readonly Patient[], minutes: number): Promise<Scrape[][]> {
  const rows: Scrape[][] = patients.map(() => []);
  const steps = stepsBefore + (minutes * 60) / stepSeconds;
  const startedAt = performance.now();
  for (let step = 0; step <= steps; step += 1) {
    await delay(Math.max(0, startedAt + step * stepSeconds * 1_000 - performance.now()));
    const scraped = await Promise.all(patients.map(({ metricsUrl }) => scrape(metricsUrl)));
    scraped.forEach((one, index) => void rows[index]?.push(one));
    if (step !== stepsBefore) continue;
    for (const [index, { happen }] of faults.entries()) {
      const patient = patients[index];
      if (patient !== undefined) await happen(patient);
    }
  }
  return rows;
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { minutes: { type: 'string', default: '8' } } });
  if (!/^[1-9]\d?$/.test(values.minutes))
    throw new Error('--minutes: a whole number from 1 to 99 is expected');
  const work = mkdtempSync(join(tmpdir(), 'alarms-'));
  chmodSync(work, 0o755);
  const stops: (() => Promise<void>)[] = [async () => rmSync(work, { recursive: true })];
  try {
    const cluster = await startCluster(embeddedPrograms(), join(work, 'database'));
    stops.push(cluster.stop);
    const patients: Patient[] = [];
    for (const index of faults.keys()) {
      const folder = join(work, String(index));
      mkdirSync(folder);
      const patient = await startPatient(folder, await cluster.createDatabase(`patient_${index}`));
      stops.push(patient.stop);
      patients.push(patient);
    }
    const scraped = await watch(patients, Number(values.minutes));
    const rows: string[][] = [];
    for (const [index, { name }] of faults.entries()) {
      const found = await firings(rulesFile, scraped[index] ?? [], { stepSeconds, folder: work });
      if (found.length === 0) rows.push([name, 'none', '']);
      for (const { alert, at } of found) rows.push([name, alert, afterFault(at)]);
    }
    console.log(table([['fault', 'alert', `fires after (watched for ${values.minutes} min)`], ...rows]));
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

function afterFault(at: number): string {
  const seconds = at - stepsBefore * stepSeconds;
  const part = (value: number): string => String(value).padStart(2, '0');
  return seconds < 0 ? 'before it' : `${Math.floor(seconds / 60)}:${part(seconds % 60)} min`;
}

await main();
