/** The process's logger: JSON lines, or readable lines on a terminal. Keys and passwords never get through. */
import { Writable } from 'node:stream';
import { type Logger, pino } from 'pino';
import { hideApiKeys } from './errors.ts';

export type { Logger } from 'pino';

export interface LoggerOptions {
  level: string;
  /** Lines for people. Default: when standard output is a terminal. */
  readable?: boolean;
  /** Texts that never get into a line, wherever they come from. Default: none. */
  secrets?: readonly string[];
  /** Where the lines go. Default: standard output. */
  out?: NodeJS.WritableStream;
}

/** Fields that hold secrets, wherever a caller put them by mistake. */
const secretFields = ['api_key', 'apiKey', 'password', 'authorization', '["x-api-key"]'];

/** A shorter one would be found in words that have nothing to do with it. */
const shortestSecret = 6;

export function createLogger(options: LoggerOptions): Logger {
  const { level, secrets = [], out } = options;
  const { readable = out === undefined && process.stdout.isTTY } = options;
  const hide = hiding(secrets);
  const settings = {
    level,
    // The last thing that happens to a line: whatever wrote it, and wherever in it.
    hooks: { streamWrite: hide },
    base: {},
    // Words and times that people read, too, in whatever collects them.
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: secretFields.flatMap((field) => {
        const below = field.startsWith('[') ? field : `.${field}`;
        return [field, `*${below}`, `*.*${below}`];
      }),
      censor: '[hidden]',
    },
  };
  const target = out ?? process.stdout;
  if (readable) return pino(settings, readableLines(target));
  return out === undefined ? pino(settings) : pino(settings, out);
}

/** Makes the function that takes secrets out of a line of JSON. */
function hiding(secrets: readonly string[]): (line: string) => string {
  const known = secrets
    .filter((secret) => secret.length >= shortestSecret)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]);
  // The longest first, so that one that holds another goes as a whole.
  const distinct = [...new Set(known)].sort((a, b) => b.length - a.length);
  return (line) => distinct.reduce((text, secret) => text.replaceAll(secret, '[hidden]'), hideApiKeys(line));
}

/** JSON lines in, lines such as `12:30:01 info  listening url=http://…` out. */
function readableLines(out: NodeJS.WritableStream): Writable {
  return new Writable({
    decodeStrings: false,
    write(line, _encoding, done) {
      out.write(`${readableLine(String(line))}\n`, () => done());
    },
  });
}

function readableLine(line: string): string {
  const { level, time, msg, err, ...fields }: Record<string, unknown> = JSON.parse(line);
  const clock = String(time).slice(11, 19);
  const name = String(level).padEnd(5);
  const details = Object.entries(fields).map(
    ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const stack = typeof err === 'object' && err !== null && 'stack' in err ? `\n${String(err.stack)}` : '';
  return [clock, name, String(msg ?? ''), ...details].join(' ') + stack;
}
