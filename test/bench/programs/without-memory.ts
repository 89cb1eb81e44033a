/**
 * Switches one memory of the service off, before its modules are loaded: `WITHOUT` is its name in `memories`. The service itself
 * has no switch for it, for nobody runs it so.
 */
import { registerHooks } from 'node:module';

interface Switch {
  /** The module's path ends so. */
  readonly module: string;
  readonly off: 'memory' | 'made-once' | ((source: string) => string);
}

/** In the place of `createMemory`. */
const nothingKept = `const createMemory = () => ({
  get: () => undefined, keep() {}, forget() {}, forgetAll() {}, size: () => 0 });`;
/** In the place of `createMadeOnce` and `madeOnce`. */
const madeEachTime = `const createMadeOnce = () => ({ of: (key, parts, make) => make() }); const madeOnce = (make) => make;`;
export const memories = {
  'registrations, loaded wallets': { module: 'use-cases/access/wallet-memory.ts', off: 'memory' },
  'look-up rows': { module: 'use-cases/lookups/lookup-cache.ts', off: 'memory' },
  'labels of clients': { module: 'use-cases/lookups/custom-label-memory.ts', off: 'memory' },
  'views of look-up rows': { module: 'use-cases/lookups/lookup-views.ts', off: 'made-once' },
  'views of pages': { module: 'use-cases/history/page-memory.ts', off: 'memory' },
  'lists by their state': { module: 'store/pages/list-memory.ts', off: 'memory' },
  'JSON of shared objects': {
    module: 'graphql/known/text-memory.ts',
    off: (source) =>
      source.replace('remembered(write, variantOf', 'remembered: (write) => write, unused(write, variantOf'),
  },
  'JSON of REST': { module: 'rest/wire/objects/json.ts', off: 'made-once' },
  'JSON of pages (REST)': { module: 'rest/page-text.ts', off: 'made-once' },
  'names of statements': {
    module: 'store/connection/prepared-statements.ts',
    off: (source) => source.replace('let isOff = false', 'let isOff = true'),
  },
} as const satisfies Record<string, Switch>;

const isName = (name: string): name is keyof typeof memories => Object.hasOwn(memories, name);

function switchedOff(source: string, off: Switch['off']): string {
  if (off === 'memory')
    return `${nothingKept}\n${source.replace(/^import \{ createMemory.*domain\/memory\.ts';$/m, '')}`;
  if (off === 'made-once')
    return `${madeEachTime}\n${source.replace(/^import .*domain\/made-once\.ts';$/m, '')}`;
  return off(source);
}

/** To be called before anything of the service is loaded. Throws when the name is of no memory; what has changed shows at once. */
export function switchOff(name: string): void {
  if (!isName(name)) throw new Error(`no memory is called '${name}'`);
  const { module, off }: Switch = memories[name];
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (!url.endsWith(`/src/${module}`)) return loaded;
      const before = String(loaded.source);
      const source = switchedOff(before, off);
      if (source === before)
        throw new Error(`${module} has changed: '${name}' cannot be switched off so any more`);
      return { ...loaded, source };
    },
  });
}
