/** Requests to /graphql that ask for too much or come from where they should not, for the test and the benchmark. */

export interface Attack {
  name: string;
  /** The path with its query; '/graphql' when left out. */
  url?: string;
  init: RequestInit;
  /** What the answer must say. */
  refusal: RegExp;
  /** The value is judged where it is used, after one look-up. */
  looksUp?: true;
}

const wallet = `0x${'0'.repeat(39)}1`;
const wallets = `wallets: ["${wallet}"]`;

function posted(name: string, query: string, refusal: RegExp, variables: object = {}): Attack {
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  return { name, init: { method: 'POST', headers, body: JSON.stringify({ query, variables }) }, refusal };
}

const nested = (levels: number): string =>
  levels === 0
    ? 'id'
    : `transfers(first: 500) { nodes { transaction { wallet { ${nested(levels - 1)} } } } }`;
const times = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join(' ');

const tooDeep: Attack[] = [
  posted('nesting', `{ wallet(address: "${wallet}") { ${nested(6)} } }`, /depth limit/),
  posted(
    'nesting in fragments',
    `{ wallet(address: "${wallet}") { ...f0 } }
     ${times(6, (index) => `fragment f${index} on Wallet { transfers { nodes { wallet { ...f${index + 1} } } } }`)}
     fragment f6 on Wallet { id }`,
    /depth limit/,
  ),
  posted(
    'nesting without an end',
    `${'{ a '.repeat(900)}${'}'.repeat(900)}`,
    /depth limit|Token limit|Syntax/,
  ),
  posted(
    'fragments in a circle',
    'query { ...a } fragment a on Query { ...b } fragment b on Query { ...a }',
    /itself/,
  ),
  posted(
    'fragments that double each other',
    `{ ...f0 } ${times(30, (index) => `fragment f${index} on Query { ...f${index + 1} ...f${index + 1} }`)}
     fragment f30 on Query { blockchains { id name slug } }`,
    /more than the 100000|limit/,
  ),
  posted(
    'introspection in circles',
    '{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }',
    /introspection depth/,
  ),
  ...[1_000, 40_000].map((levels) => ({
    name: `an input object, ${levels} deep`,
    init: {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      // By hand: to write it is too deep for JSON.stringify.
      body:
        '{"query":"mutation ($input: RegisterWalletsInput!) { registerWallets(input: $input) { clientMutationId } }",' +
        `"variables":{"input":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}}`,
    },
    refusal: /got invalid value|not defined|variables/,
  })),
];

const tooMany: Attack[] = [
  posted('aliases', `{ ${times(50, (index) => `a${index}: blockchains { id }`)} }`, /Aliases limit/),
  posted(
    'directives',
    `{ blockchains { id ${times(50, () => '@include(if: true)')} } }`,
    /Directives limit|can only be used once/,
  ),
  posted(
    'unknown directives',
    `{ blockchains { id ${times(500, (index) => `@d${index}`)} } }`,
    /Directives limit/,
  ),
  posted('tokens', `{ ${'__typename '.repeat(5_000)} }`, /Token limit/),
  posted(
    'the same field again and again, with arguments that differ',
    `{ ${times(120, (index) => `transfers(${wallets}, first: ${index + 1}) { count }`)} }`,
    /conflict/,
  ),
  posted('unknown fields', `{ ${times(900, (index) => `unknown${index}`)} }`, /Cannot query field/),
  posted(
    'variables that nobody uses',
    `query (${times(600, (index) => `$v${index}: Int`)}) { __typename }`,
    /never used|Token limit/,
  ),
  posted(
    'wallets without number',
    `query ($wallets: [Address!]!) { transfers(wallets: $wallets) { count } }`,
    /at most|50/,
    { wallets: Array.from({ length: 5_000 }, (_, index) => `0x${String(index).padStart(40, '0')}`) },
  ),
  posted(
    'values without number',
    'query ($ids: [Int!]!) { nodes(ids: $ids) { id } }',
    /more than 5000 values/,
    {
      ids: Array.from({ length: 50_000 }, () => 1),
    },
  ),
  posted('ids without number', 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', /at most|more than/, {
    ids: Array.from({ length: 10_000 }, (_, index) => `tfr_${index}`),
  }),
  {
    name: 'many operations in one request',
    init: {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(Array.from({ length: 1_000 }, () => ({ query: '{ blockchains { id } }' }))),
    },
    refusal: /[Bb]atch/,
  },
];

const tooLarge: Attack[] = [
  posted(
    'large pages within large pages',
    `{ transfers(${wallets}, first: 500) { nodes { wallet { transfers(first: 500) { nodes { id } } } } } }`,
    /more than the 100000/,
  ),
  posted(
    'large pages asked for by variable',
    `query ($n: Int = 500) { transactions(${wallets}, first: $n) { nodes { wallet { transactions(first: $n) { nodes { id } } } } } }`,
    /more than the 100000/,
  ),
  posted(
    'large pages in the second of two operations',
    `query Small { __typename }
     query Large { transactions(${wallets}, first: 500) { nodes { wallet { transactions(first: 500) { nodes { id } } } } } }`,
    /more than the 100000|operation/,
  ),
  posted(
    'pages far larger than there are',
    `{ transfers(${wallets}, first: 2000000000) { nodes { id } } }`,
    /from 1 to 500/,
  ),
  posted('a negative page', `{ transfers(${wallets}, first: -1) { nodes { id } } }`, /from 1 to 500/),
  {
    ...posted(
      'a long cursor',
      `{ transfers(${wallets}, after: "${'A'.repeat(50_000)}") { count } }`,
      /cursor/,
    ),
    looksUp: true,
  },
  posted('a long address', `{ wallet(address: "0x${'a'.repeat(50_000)}") { id } }`, /address/),
  {
    ...posted(
      'a long text',
      `mutation ($name: String!) { setCustomLabel(input: { address: "${wallet}", name: $name }) { clientMutationId } }`,
      /name/,
      { name: 'x'.repeat(200_000) },
    ),
    looksUp: true,
  },
  posted('a long number', `{ transfers(${wallets}, first: ${'9'.repeat(50_000)}) { count } }`, /32-bit|Int/),
  posted('no query but noise', '('.repeat(50_000), /Token limit|Syntax/),
  posted(
    'a document that is longer than any',
    `{ __typename ${'#'.repeat(70_000)} }`,
    /characters that one may/,
  ),
  // To say where each fault stands, all lines before it are counted.
  posted(
    'blank lines before many faults',
    `${'\n'.repeat(60_000)} { ${times(120, (index) => `unknown${index}`)} }`,
    /lines that one may/,
  ),
  posted(
    'a long name that each fault repeats',
    `query ${'N'.repeat(60_000)} (${times(120, (index) => `$v${index}: Int`)}) { __typename }`,
    /never used/,
  ),
  {
    name: 'a query of lists in lists',
    init: {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"query":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    },
    refusal: /must be a text/,
  },
];

const form = `query=${encodeURIComponent(`mutation { registerWallets(input: { addresses: ["${wallet}"] }) { clientMutationId } }`)}`;
const fromElsewhere: Attack[] = [
  ...['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x'].map((type) => ({
    name: `a form that another site posts as ${type}`,
    init: { method: 'POST', headers: { 'content-type': type }, body: form },
    refusal: /.+/,
  })),
  {
    name: 'a post without a type',
    init: { method: 'POST', body: new TextEncoder().encode('{"query":"{ __typename }"}') },
    refusal: /.+/,
  },
  { name: 'a mutation by GET', url: `/graphql?${form}`, init: { method: 'GET' }, refusal: /POST/ },
];

export const attacks: readonly Attack[] = [...tooDeep, ...tooMany, ...tooLarge, ...fromElsewhere];
