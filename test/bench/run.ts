/**
 * The benchmarks: `npm run bench` runs all of them, `npm run bench -- NAME [options]` one. A new one is a file with a
 * `run(options)` and a line in the registry. They print ratios between contenders of one run, because absolute figures
 * say more about the machine.
 */
import { parseArgs } from 'node:util';
import { type BenchmarkOptions, printMachine } from './report.ts';

interface Benchmark {
  readonly about: string;
  readonly load: () => Promise<{ run(options: BenchmarkOptions): void | Promise<void> }>;
}

const benchmarks: Readonly<Record<string, Benchmark>> = {
  ledger: {
    about: 'movements per second of the ledger engine beside a decimal.js loop',
    load: () => import('./ledger.ts'),
  },
  memory: {
    about: 'peak resident memory while a wallet of 1M transfers is loaded and exported',
    load: () => import('./load-memory.ts'),
  },
  pages: {
    about:
      'pages of 100 transfers over HTTP: the service, a bare server, Mercurius, Pothos with Prisma, PostGraphile',
    load: () => import('./pages/pages.ts'),
  },
  executors: {
    about: 'CPU time of a page by who executes the query: the plan, graphql-jit, graphql-js',
    load: () => import('./pages/executors.ts'),
  },
  memories: {
    about: 'CPU time of a page with each memory of the process switched off',
    load: () => import('./pages/memories.ts'),
  },
  flatness: {
    about: 'last pages beside first ones, balances of a large wallet beside those of a small one',
    load: () => import('./pages/flatness.ts'),
  },
  store: {
    about: 'bulk writes into the tables: COPY beside Prisma createMany and multi-row INSERT',
    load: () => import('./store/store.ts'),
  },
  loading: {
    about:
      'loading a wallet from a node, near and 50 ms away: the service, the same requests discarded, ponder',
    load: () => import('./loading/loading.ts'),
  },
  load: {
    about: 'mixed traffic at 70 % and at 300 % of capacity: latencies, refusals, memory, recovery',
    load: () => import('./load/load.ts'),
  },
  prices: {
    about:
      "reads of a node, and errors, of prices at the transfers' own blocks and at the beginning of their hours",
    load: () => import('./prices/prices.ts'),
  },
  growth: {
    about:
      'following by the number of wallets: requests and statements per block, how soon a transfer shows, 100,000 idle wallets, bytes per row',
    load: () => import('./growth/growth.ts'),
  },
  webhooks: {
    about: 'statements of a sender while nothing happens: 1,000 endpoints of 1,000 wallets each',
    load: () => import('./webhooks.ts'),
  },
  attacks: {
    about:
      "CPU time until an attack is refused; CPU time per unit of every root field and list; another key's pages beside an attack",
    load: () => import('./attacks/attacks.ts'),
  },
};

const usage = `npm run bench -- [NAME] [--size N] [--rounds N]
  --size N     how much data; 0 (default): what the benchmark's bar is stated for
  --rounds N   how often each contender runs; the median counts (default 5)
  --seconds N  how long each run takes, where time is what is given; 0 (default): the benchmark's own choice
Benchmarks:
${Object.entries(benchmarks)
  .map(([name, { about }]) => `  ${name.padEnd(10)} ${about}`)
  .join('\n')}
`;

function wholeNumber(text: string, option: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`--${option} takes a whole number, not ${text}`);
  return Number(text);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      size: { type: 'string', default: '0' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '0' },
      help: { type: 'boolean', default: false },
    },
  });
  const unknown = positionals.filter((name) => benchmarks[name] === undefined);
  if (values.help || unknown.length > 0) {
    process.stdout.write(usage);
    if (unknown.length > 0) throw new Error(`no such benchmark: ${unknown.join(', ')}`);
    return;
  }
  const options = {
    size: wholeNumber(values.size, 'size'),
    rounds: wholeNumber(values.rounds, 'rounds'),
    seconds: wholeNumber(values.seconds, 'seconds'),
  };
  if (options.rounds === 0) throw new Error('--rounds takes at least 1');
  printMachine();
  for (const [name, benchmark] of Object.entries(benchmarks)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    process.stdout.write(`\n## ${name}: ${benchmark.about}\n\n`);
    const { run } = await benchmark.load();
    await run(options);
  }
}

await main();
