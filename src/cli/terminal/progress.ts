/** How far wallets are, shown while it changes: bars that stay in their place on a terminal, elsewhere a line for each change. */
import { setTimeout as delay } from 'node:timers/promises';
import { print, UsageError } from './output.ts';

export interface Progress {
  /** Whose it is: an address and a chain. */
  readonly name: string;
  readonly phase: string;
  /** 0 to 100. */
  readonly percent: number;
  /** What went wrong, or ''. */
  readonly note: string;
}

export interface WatchOptions {
  /** Asked again and again. */
  read(): Promise<readonly Progress[]>;
  /** The watch is over. */
  isOver(rows: readonly Progress[]): boolean;
  timeoutMs: number;
  pauseMs?: number;
  /** Bars if it is a terminal, else lines by `tell`. Default: standard output. */
  output?: Output;
  /** A line. Default: on standard output. */
  tell?: (line: string) => void;
}

type Output = Pick<NodeJS.WriteStream, 'write' | 'columns' | 'isTTY'>;

const barLength = 24;
const usualPauseMs = 1_000;

/** Shows the rows until the watch is over. Answers the last ones; null: time was up before. */
export async function watchProgress(options: WatchOptions): Promise<readonly Progress[] | null> {
  const { read, isOver, timeoutMs, pauseMs = usualPauseMs } = options;
  const { output = process.stdout, tell = print } = options;
  const show = output.isTTY ? barShower(output) : lineShower(tell);
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const rows = await read();
    show(rows);
    if (isOver(rows)) return rows;
    if (performance.now() >= deadline) return null;
    await delay(pauseMs);
  }
}

/** The option --timeout: seconds as a text, answered in milliseconds. Throws UsageError. */
export function readTimeout(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new UsageError(`--timeout: '${text}' is not a number of seconds.`);
  return Number(text) * 1000;
}

/** One line: `0x… ethereum  [████░░░░]  42 %  BACKFILL`. */
export function barLine({ name, phase, percent, note }: Progress, width: number): string {
  const done = Math.floor((percent / 100) * barLength);
  const bar = `[${'█'.repeat(done)}${'░'.repeat(barLength - done)}]`;
  const end = note === '' ? phase : `${phase}: ${note}`;
  return `${name}  ${bar} ${String(Math.floor(percent)).padStart(3)} %  ${end}`.slice(0, width);
}

function barShower(terminal: Output) {
  let drawn = 0;
  return (rows: readonly Progress[]): void => {
    // Up to where they began, and each line anew.
    const up = drawn === 0 ? '' : `\u001b[${drawn}A`;
    // A line that is broken would be two.
    const lines = rows.map((row) => `\u001b[2K${barLine(row, terminal.columns - 1)}\n`);
    terminal.write(`${up}${lines.join('')}`);
    drawn = rows.length;
  };
}

/** Tells a phase when it begins, and every tenth of the way. */
function lineShower(tell: (line: string) => void) {
  const told = new Map<string, string>();
  return (rows: readonly Progress[]): void => {
    for (const row of rows) {
      const step = `${row.phase} ${Math.floor(row.percent / 10)} ${row.note}`;
      if (told.get(row.name) === step) continue;
      told.set(row.name, step);
      const note = row.note === '' ? '' : `  ${row.note}`;
      tell(`${row.name}  ${row.phase}  ${Math.floor(row.percent)} %${note}`);
    }
  };
}
