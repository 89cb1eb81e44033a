/** Where webhooks may not go: private, local and metadata addresses, however they are written, and whatever a name turns into. */
import { expect, test } from 'vitest';
import { createGuardedPost, createPostTargets } from '../../src/outgoing/guarded-post.ts';
import { isOwnNetworkAddress } from '../../src/outgoing/public-address.ts';
import { secret } from './support/lane-world.ts';
import { answerWith, startReceiver } from './support/receiver.ts';

const ports = [80, 443, 8080];
const usual = createPostTargets({ allowHttp: false, allowPrivate: false, allowPorts: [443] });
/** Nothing but the address speaks against these. */
const open = createPostTargets({ allowHttp: true, allowPrivate: false, allowPorts: ports });
const ownNetwork = createPostTargets({ allowHttp: true, allowPrivate: true, allowPorts: ports });

const message = { headers: { 'webhook-id': 'evt_1' }, body: '{}' };

/** No name is looked up but by `names`. */
function post(
  targets: typeof usual,
  url: string,
  names: Record<string, readonly string[]> = {},
): Promise<unknown> {
  const resolve = async (name: string): Promise<readonly string[]> => {
    const addresses = names[name];
    if (addresses === undefined) throw new Error(`${name} was looked up`);
    return addresses;
  };
  return createGuardedPost(targets, { timeoutMs: 10_000, resolve })(url, message);
}

/** 30 ways of writing an address that is not out on the internet. */
const literals = [
  ...['http://127.0.0.1/', 'http://127.8.9.10/', 'http://0.0.0.0/', 'http://0/', 'http://127.1/'],
  // Decimal, octal, hexadecimal and mixed.
  ...[
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://017700000001/',
    'http://0x7f.1/',
    'http://0x7f000001/',
  ],
  ...[
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://172.31.255.254/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
  ],
  // Where clouds tell a machine its own keys.
  ...[
    'http://169.254.169.254/latest/meta-data/',
    'http://2852039166/',
    'http://0xA9FEA9FE/',
    'http://100.100.100.200/',
  ],
  ...['http://192.0.2.1/', 'http://198.18.0.1/', 'http://224.0.0.1/', 'http://255.255.255.255/'],
  ...['http://[::1]/', 'http://[::]/', 'http://[::ffff:127.0.0.1]/', 'http://[::ffff:a9fe:a9fe]/'],
  ...['http://[fe80::1]/', 'http://[fd00:ec2::254]/', 'http://[64:ff9b::7f00:1]/', 'http://[2002:7f00:1::]/'],
];

test('30 addresses that are not public are refused when the URL is given, and when it is sent to', async () => {
  expect(literals.length).toBeGreaterThanOrEqual(30);
  for (const url of literals) {
    expect(open.problemOf(url), url).toMatch(/^leads to .*, which is no public address/);
    await expect(post(open, url), url).rejects.toThrow('which is no public address');
  }
});

test('names are judged by what they turn into, all addresses and each time', async () => {
  const inside = [
    '127.0.0.1',
    '10.0.0.1',
    '169.254.169.254',
    '::1',
    '::ffff:10.0.0.1',
    'fe80::1%eth0',
    'not an address',
  ];
  for (const address of inside) {
    const names = { 'inside.example': [address] };
    expect(open.problemOf('http://inside.example/')).toBeNull();
    await expect(post(open, 'http://inside.example/', names), address).rejects.toThrow(
      'inside.example is not a public address',
    );
  }
  await expect(post(open, 'http://inside.example/', { 'inside.example': inside })).rejects.toThrow(
    'is not a public address',
  );
});

test('a name that turns inside after it was looked at gains nothing: the connection goes to the address that was judged', async () => {
  const receiver = await startReceiver(() => secret);
  try {
    const targets = createPostTargets({ allowHttp: true, allowPrivate: false, allowPorts: [receiver.port] });
    let lookUps = 0;
    const rebinding = createGuardedPost(targets, {
      timeoutMs: 300,
      // Public at first (an address of the documentation's nets would be refused), then this machine.
      resolve: async () => [lookUps++ === 0 ? '198.41.0.4' : '127.0.0.1'],
    });
    const url = `http://rebinding.example:${receiver.port}/`;
    // It goes to the public address, where nobody answers here.
    await expect(rebinding(url, message)).rejects.toThrow();
    expect(lookUps).toBe(1);
    await expect(rebinding(url, message)).rejects.toThrow('is not a public address');
    expect(receiver.deliveries.length + receiver.refused.length).toBe(0);
  } finally {
    await receiver.close();
  }
});

test('a redirect is an answer, whichever way it leads', async () => {
  const receiver = await startReceiver(
    () => secret,
    answerWith(307, { location: 'http://169.254.169.254/' }),
  );
  try {
    const targets = createPostTargets({ allowHttp: true, allowPrivate: true, allowPorts: [receiver.port] });
    const send = createGuardedPost(targets, { timeoutMs: 10_000 });
    // Unsigned: the receiver answers 400, and is reached by its literal address.
    await expect(send(`http://127.0.0.1:${receiver.port}/`, message)).resolves.toMatchObject({ status: 400 });
  } finally {
    await receiver.close();
  }
});

test('the text of a URL: scheme, password, port', () => {
  const problems = {
    'https://hooks.example/path?x=1': null,
    'http://hooks.example/': 'must be a URL that begins with https://',
    'ftp://hooks.example/': 'must be a URL that begins with https://',
    'file:///etc/passwd': 'must be a URL that begins with https://',
    hooks: 'must be a URL that begins with https://',
    'https://user:password@hooks.example/':
      'must have no user or password: put what the receiver needs into the path',
    'https://hooks.example:8443/':
      'has the port 8443: allowed are 443 (webhooks.allowPorts of the configuration)',
    'https://hooks.example:443/': null,
    'https://192.168.1.1/':
      'leads to 192.168.1.1, which is no public address (webhooks.allowPrivate of the configuration)',
    'https://169.254.169.254/': 'leads to 169.254.169.254, which is no public address',
  };
  const found = Object.keys(problems).map((url) => [url, usual.problemOf(url)]);
  expect(Object.fromEntries(found)).toEqual(problems);
  expect(ownNetwork.problemOf('http://hooks.example:8080/')).toBeNull();
});

test("one's own network, where it is allowed; never where clouds answer with keys, nor link-local or multicast", () => {
  const own = ['127.0.0.1', '10.1.2.3', '172.20.0.5', '192.168.0.10', '100.64.1.1', '::1', 'fd12:3456::1'];
  const never = [
    '169.254.169.254',
    '100.100.100.200',
    'fd00:ec2::254',
    'fe80::1',
    '::ffff:127.0.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '::',
    'x',
  ];
  expect(own.filter((address) => !isOwnNetworkAddress(address))).toEqual([]);
  expect(never.filter((address) => ownNetwork.allowAddress(address))).toEqual([]);
  expect(own.filter((address) => open.allowAddress(address))).toEqual([]);
});
