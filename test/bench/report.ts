/** What all benchmarks share: taking contenders in turn, medians, and the printed table. */
import { cpus, loadavg } from 'node:os';

export interface BenchmarkOptions {
  /** 0: the benchmark's own default. */
  readonly size: number;
  /** How often each contender runs. */
  readonly rounds: number;
  /** How long each run takes; 0: the benchmark's own default. */
  readonly seconds: number;
}

export interface Contender {
  readonly name: string;
  /** One full run; returns how many units of work it did. */
  run(): number;
}

export interface Measurement {
  readonly name: string;
  /** Units of work per second: the median of the rounds, the slowest and the fastest. */
  readonly median: number;
  readonly slowest: number;
  readonly fastest: number;
  /** The median per second of CPU time, garbage collection included: what a busy machine does not falsify. */
  readonly perCpuSecond: number;
}

const patienceMs = 15_000;

/**
 * Runs contenders in turn, so that whatever else the machine does meets all of them alike. The first run of each is not
 * counted: code is compiled while it runs. On a slow or busy machine there are fewer rounds, but at least three, so that it
 * ends in a few minutes.
 */
export function measureInTurn(contenders: readonly Contender[], rounds: number): Measurement[] {
  const rates = contenders.map((): { wall: number[]; cpu: number[] } => ({ wall: [], cpu: [] }));
  const startedAllAt = performance.now();
  for (let round = 0; round <= rounds; round += 1) {
    if (round > 3 && performance.now() - startedAllAt > patienceMs) break;
    contenders.forEach((contender, index) => {
      const cpuBefore = process.cpuUsage();
      const startedAt = performance.now();
      const units = contender.run();
      const seconds = (performance.now() - startedAt) / 1000;
      const { user, system } = process.cpuUsage(cpuBefore);
      if (round === 0) return;
      rates[index]?.wall.push(units / seconds);
      rates[index]?.cpu.push((units / (user + system)) * 1e6);
    });
  }
  return contenders.map(({ name }, index) => {
    const wall = inOrder(rates[index]?.wall ?? []);
    const cpu = inOrder(rates[index]?.cpu ?? []);
    return {
      name,
      median: wall[wall.length >> 1] ?? 0,
      slowest: wall[0] ?? 0,
      fastest: wall.at(-1) ?? 0,
      perCpuSecond: cpu[cpu.length >> 1] ?? 0,
    };
  });
}

/** The middle one, or the upper of the two middle ones. */
export function medianOf(values: readonly number[]): number {
  return inOrder(values)[values.length >> 1] ?? 0;
}

const inOrder = (rates: readonly number[]): number[] => rates.toSorted((left, right) => left - right);

/** Columns as wide as their widest cell; the first is text, the others are figures. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  rows.forEach((row, index) => {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    process.stdout.write(`| ${cells.join(' | ')} |\n`);
    if (index === 0) process.stdout.write(`|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|\n`);
  });
}

/** 1234567 → '1,234,567'. */
export const grouped = (amount: number): string => Math.round(amount).toLocaleString('en-US');

export function printMachine(): void {
  const processors = cpus();
  const model = processors[0]?.model.trim() ?? 'unknown processor';
  process.stdout.write(
    `Node ${process.version}, ${processors.length} cores, ${model}, ${process.platform} ${process.arch}, ` +
      `load ${(loadavg()[0] ?? 0).toFixed(1)}\n`,
  );
}
