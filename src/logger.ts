/** The process's logger: JSON lines, or readable lines on a terminal. Keys and passwords never get through. */
import { Writable } from 'node:stream';
import { type Logger, pino } from 'pino';

export type { Logger } from 'pino';

export interface LoggerOptions {
  level: string;
  /** Lines for people. Default: when standard output is a terminal. */
  readable?: boolean;
}

/** Fields that hold secrets, wherever a caller put them by mistake. */
const secretFields = ['api_key', 'apiKey', 'password', 'authorization', '["x-api-key"]'];

export function createLogger({ level, readable = process.stdout.isTTY }: LoggerOptions): Logger {
  const options = {
    level,
    base: {},
    redact: {
      paths: secretFields.flatMap((field) => {
        const below = field.startsWith('[') ? field : `.${field}`;
        return [field, `*${below}`, `*.*${below}`];
      }),
      censor: '[hidden]',
    },
  };
  return readable ? pino(options, readableLines(process.stdout)) : pino(options);
}

const levelNames: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};

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
  const clock = new Date(Number(time)).toISOString().slice(11, 19);
  const name = (levelNames[Number(level)] ?? '').padEnd(5);
  const details = Object.entries(fields).map(
    ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const stack = typeof err === 'object' && err !== null && 'stack' in err ? `\n${String(err.stack)}` : '';
  return [clock, name, String(msg ?? ''), ...details].join(' ') + stack;
}
