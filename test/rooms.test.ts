/**
 * The rooms of the house: every folder of src is a room of at most fifteen files, the table below says which room may
 * import which room of the same folder, and no room leads back to itself. Between folders: architecture.test.ts.
 */
import { readdirSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { houseFiles } from './support/source-files.ts';

/** Folder of src → its rooms → the rooms that they import; '.' is the folder itself. An arrow that goes is taken out here. */
const rooms: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  chains: {
    '.': ['definitions', 'explorer', 'explorer/client', 'rpc'],
    definitions: [],
    explorer: ['definitions', 'explorer/client', 'explorer/dialects', 'explorer/lists', 'rpc', 'rpc/client'],
    'explorer/client': ['definitions', 'explorer/dialects', 'rpc/client'],
    'explorer/dialects': ['definitions'],
    'explorer/lists': ['definitions', 'explorer/client', 'explorer/dialects', 'rpc', 'rpc/client'],
    rpc: ['definitions', 'rpc/activity', 'rpc/client', 'rpc/sharing'],
    'rpc/activity': ['definitions', 'rpc/client', 'rpc/sharing'],
    'rpc/client': ['definitions'],
    'rpc/sharing': ['definitions', 'rpc/client'],
  },
  cli: {
    '.': ['commands', 'export', 'ledger', 'lookups', 'terminal'],
    commands: ['doctor', 'terminal'],
    doctor: ['terminal'],
    export: ['terminal'],
    ledger: ['terminal'],
    lookups: ['terminal'],
    terminal: [],
  },
  demo: {
    '.': ['activities', 'calls', 'contracts', 'economy', 'node'],
    activities: ['calls', 'contracts', 'economy', 'node'],
    calls: ['contracts', 'economy', 'node'],
    contracts: ['node'],
    economy: ['contracts', 'node'],
    node: [],
  },
  domain: {
    '.': [],
    accounting: [
      ...[
        '.',
        'accounting/amounts',
        'accounting/booking',
        'accounting/booking/books',
        'accounting/inventory',
      ],
      ...['money', 'time'],
    ],
    'accounting/amounts': ['.'],
    'accounting/booking': ['.', 'accounting/amounts'],
    'accounting/booking/books': ['.', 'accounting/amounts', 'accounting/booking', 'accounting/inventory'],
    'accounting/inventory': ['.', 'accounting/amounts'],
    'accounting/section-104': ['.', 'accounting', 'accounting/amounts', 'money', 'time'],
    exports: ['.', 'money', 'time'],
    classify: ['.', 'classify/evidence', 'classify/families', 'classify/rules', 'normalize'],
    'classify/evidence': ['.', 'normalize'],
    'classify/families': [
      ...['.', 'classify/evidence', 'classify/families/bridges', 'classify/families/bridges/canonical'],
      'classify/families/lending',
      'classify/families/staking',
    ],
    'classify/families/bridges': ['.', 'classify/evidence', 'normalize'],
    'classify/families/bridges/canonical': ['classify/evidence', 'classify/families/bridges'],
    'classify/families/lending': ['.', 'classify/evidence'],
    'classify/families/staking': ['.', 'classify/evidence'],
    'classify/rules': ['.', 'classify/evidence'],
    money: ['.', 'accounting/amounts'],
    normalize: ['.'],
    text: [],
    time: [],
    webhooks: [],
  },
  graphql: {
    '.': ['builder', 'descriptions', 'known', 'limits', 'types', 'types/admin', 'types/figures'],
    builder: [],
    known: ['builder'],
    descriptions: [],
    limits: ['builder', 'known'],
    types: ['builder', 'types/figures'],
    'types/admin': ['builder'],
    'types/figures': ['builder'],
  },
  http: {
    '.': ['guide', 'keys', 'limits', 'metrics', 'pages', 'problems', 'sign-in'],
    guide: ['limits', 'pages'],
    keys: ['limits', 'problems'],
    limits: [],
    metrics: ['limits'],
    pages: ['limits', 'problems'],
    problems: ['limits'],
    'sign-in': ['keys', 'limits'],
  },
  ingest: {
    '.': [],
    accounting: ['.'],
    'accounting/in-memory': ['.', 'accounting'],
    following: ['.'],
    loading: ['.', 'following', 'metadata'],
    metadata: ['.'],
    pricing: ['.', 'pricing/book'],
    'pricing/book': [],
    reconciling: ['.'],
    webhooks: ['.'],
  },
  labels: {
    '.': ['metadata', 'sets'],
    ens: ['metadata'],
    metadata: [],
    sets: [],
    signatures: [],
  },
  mcp: {
    '.': ['explain', 'text', 'tools', 'writes'],
    explain: ['text', 'tools'],
    text: [],
    tools: ['text'],
    writes: ['text', 'tools'],
  },
  prices: {
    '.': ['chainlink', 'coingecko', 'defillama', 'ecb', 'source', 'uniswap'],
    chainlink: ['source'],
    coingecko: ['source'],
    defillama: ['source'],
    ecb: ['source'],
    quote: ['source'],
    source: [],
    uniswap: ['source'],
  },
  rest: {
    '.': ['csv', 'wire', 'wire/objects'],
    admin: ['.', 'csv', 'wire/objects'],
    csv: ['wire', 'wire/objects'],
    routes: [
      '.',
      'admin',
      'csv',
      'routes/figures',
      'routes/forms',
      'routes/webhooks',
      'wire',
      'wire/objects',
    ],
    'routes/figures': ['.', 'csv', 'wire'],
    'routes/forms': ['.', 'csv'],
    'routes/webhooks': ['.', 'csv', 'wire'],
    wire: ['wire/objects'],
    'wire/objects': [],
  },
  store: {
    clients: ['connection', 'history/events'],
    cluster: [],
    connection: ['cluster'],
    embedded: [],
    history: ['cluster', 'connection', 'history/columns', 'history/events', 'history/judging', 'schema'],
    'history/columns': ['connection'],
    'history/events': ['cluster', 'connection'],
    'history/judging': ['connection', 'history/columns'],
    ledger: [
      ...[
        'clients',
        'cluster',
        'connection',
        'history',
        'history/columns',
        'history/events',
        'ledger/events',
        'ledger/search',
        'prices',
        'schema',
      ],
    ],
    'ledger/events': ['cluster', 'connection', 'history', 'history/events'],
    'ledger/lists': ['cluster', 'connection', 'history', 'history/columns', 'ledger'],
    'ledger/search': ['cluster', 'connection', 'history', 'history/columns', 'prices'],
    lookups: ['connection', 'history', 'history/events', 'queues'],
    members: ['clients', 'connection'],
    pages: ['cluster', 'connection', 'history', 'history/columns', 'ledger', 'lookups'],
    prices: ['cluster', 'connection', 'history', 'history/judging', 'queues'],
    queues: ['connection'],
    replica: ['cluster', 'connection'],
    schema: [],
    sync: [
      ...['clients', 'cluster', 'connection', 'history', 'history/events', 'history/judging', 'ledger'],
      ...['ledger/search', 'prices', 'queues', 'schema', 'webhooks'],
    ],
    'sync/following': ['connection', 'history', 'history/events', 'sync'],
    webhooks: ['clients', 'cluster', 'connection', 'history/events'],
  },
  'use-cases': {
    '.': [
      ...[
        'access',
        'admin',
        'clients',
        'events',
        'exports',
        'figures',
        'figures/over-time',
        'history',
        'issues',
        'lookups',
        'members',
      ],
      ...['model', 'wallets', 'webhooks'],
    ],
    access: ['model'],
    admin: ['access', 'model', 'pages'],
    clients: ['access', 'history', 'lookups', 'model', 'pages'],
    events: ['access', 'history', 'issues', 'lookups', 'model', 'wallets'],
    exports: ['access', 'figures', 'history', 'lookups', 'model', 'pages'],
    figures: ['access', 'lookups', 'model', 'pages'],
    'figures/over-time': ['access', 'figures', 'lookups', 'model', 'pages'],
    history: ['access', 'lookups', 'model', 'pages'],
    issues: ['access', 'figures', 'history', 'lookups', 'model', 'pages', 'wallets'],
    lookups: ['access', 'model'],
    members: ['access', 'admin', 'model', 'pages'],
    model: [],
    pages: ['model'],
    wallets: ['access', 'lookups', 'model', 'pages'],
    webhooks: ['access', 'model', 'pages'],
  },
};

const mostFiles = 15;
const code = houseFiles();

/** The files of src itself are rooms of their own: each has a line in architecture.test.ts. */
const roomOf = (path: string): string => (dirname(path) === '.' ? path : dirname(path));
const houseOf = (path: string): string => path.split('/')[0] ?? path;
const inHouse = (room: string): string =>
  room === houseOf(room) ? '.' : room.slice(houseOf(room).length + 1);

const arrows = new Map<string, Set<string>>(code.map((file) => [roomOf(file.path), new Set()]));
for (const file of code)
  for (const imported of file.imports)
    if (arrows.has(roomOf(imported)) && roomOf(imported) !== roomOf(file.path))
      arrows.get(roomOf(file.path))?.add(roomOf(imported));

test('rooms import only what the table allows, and the table allows nothing more', () => {
  const drawn: Record<string, Record<string, string[]>> = {};
  for (const [room, imported] of arrows) {
    const house = houseOf(room);
    const inside = [...imported].filter((other) => houseOf(other) === house);
    drawn[house] = { ...drawn[house], [inHouse(room)]: inside.map(inHouse).sort() };
  }
  const houses = Object.entries(drawn).filter(([, inside]) => Object.keys(inside).length > 1);
  expect(Object.fromEntries(houses)).toEqual(rooms);
});

test('no room leads back to itself', () => {
  const circles = [...arrows.keys()].filter((start) => {
    const seen = new Set<string>();
    const ahead = [...(arrows.get(start) ?? [])];
    for (let room = ahead.pop(); room !== undefined; room = ahead.pop()) {
      if (seen.has(room)) continue;
      seen.add(room);
      ahead.push(...(arrows.get(room) ?? []));
    }
    return seen.has(start);
  });
  expect(circles).toEqual([]);
});

test('a room has at most fifteen files', () => {
  const counts = Map.groupBy(code, (file) => dirname(file.path));
  const large = [...counts].filter(([, files]) => files.length > mostFiles);
  expect(large.map(([room, files]) => `src/${room}: ${files.length} files`)).toEqual([]);
});

test('a folder of the pages has at most fifteen files, styles and drawings with them', () => {
  const pages = join(import.meta.dirname, '..', 'web', 'src');
  const folders = Map.groupBy(
    readdirSync(pages, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('__generated__'))
      .map((entry) => relative(pages, entry.parentPath)),
    (folder) => folder,
  );
  const large = [...folders].filter(([, files]) => files.length > mostFiles);
  expect(large.map(([folder, files]) => `web/src/${folder}: ${files.length} files`)).toEqual([]);
});

/** Files of these are named after what clients name (types, routes, commands), whatever serves it further in. */
const outer = ['graphql', 'rest', 'mcp', 'cli', 'demo'];
/** Tables that are named after the protocols whose facts they hold, as the families of domain/classify are. */
const protocolTables = 'labels/sets/';

test('a file name says its layer: no two layers have the same', () => {
  const names = Map.groupBy(
    code.filter(({ path }) => !outer.includes(houseOf(path)) && !path.startsWith(protocolTables)),
    (file) => basename(file.path),
  );
  const shared = [...names.values()].filter(
    (files) => new Set(files.map((file) => houseOf(file.path))).size > 1,
  );
  expect(shared.map((files) => files.map((file) => file.path))).toEqual([]);
});

test('who imports a name imports the file that declares it', () => {
  // REST may not import the store: what it paces its answers by is handed through.
  const handedThrough = ['use-cases/pages/pace.ts'];
  const found = code
    .filter((file) => !handedThrough.includes(file.path))
    .flatMap((file) =>
      [...file.text.matchAll(/^export (?:type )?(?:\*|\{[^}]*\}) from '\.[^']+'/gm)].map(
        ([line]) => `src/${file.path}: ${line}`,
      ),
    );
  expect(found).toEqual([]);
});
