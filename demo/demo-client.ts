/** The demo's own client: registers wallets over REST, as anyone would, and waits until they are loaded. */
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { PermanentError } from '../src/errors.ts';
import { answerLimits } from '../src/outgoing/answer-size.ts';
import { type ExchangeAnswer, exchange } from '../src/outgoing/exchange.ts';

const registrationSchema = z.object({
  results: z.array(z.object({ address: z.string(), is_loaded: z.boolean() })),
});

const syncSchema = z.object({
  data: z.object({
    wallets: z.object({
      nodes: z.array(
        z.object({
          address: z.string(),
          isLoaded: z.boolean(),
          isBooked: z.boolean(),
          isBooking: z.boolean(),
          sync: z.array(z.object({ percent: z.number(), phase: z.string(), error: z.string().nullable() })),
        }),
      ),
    }),
  }),
});

const staleSchema = z.object({
  data: z.object({ totals: z.object({ staleCount: z.number() }).nullable() }),
});

const pauseMs = 200;

interface Request {
  url: string;
  key: string;
  addresses: readonly string[];
  timeoutMs: number;
  signal: AbortSignal;
  /** Of all wallets together, 0 to 100. */
  onProgress(percent: number): void;
}

/** Throws PermanentError when a wallet fails to load, or not all are loaded in time. */
export async function registerAndWait(request: Request): Promise<void> {
  const addresses = request.addresses.map((address) => address.toLowerCase());
  registrationSchema.parse(await post(request, '/wallet/manage/', { address: addresses.join(',') }));
  const deadline = Date.now() + request.timeoutMs;
  for (;;) {
    const wallets = await readWallets(request, addresses);
    const syncs = wallets.flatMap((wallet) => wallet.sync);
    request.onProgress(syncs.reduce((sum, sync) => sum + sync.percent, 0) / Math.max(syncs.length, 1));
    if (wallets.length === addresses.length && wallets.every((wallet) => wallet.isLoaded)) return;
    const failed = syncs.find((sync) => sync.phase === 'FAILED');
    if (failed !== undefined)
      throw new PermanentError(`A wallet of the demo failed to load: ${failed.error}`);
    if (Date.now() > deadline) throw new PermanentError('The wallets of the demo were not loaded in time.');
    await delay(pauseMs, undefined, { signal: request.signal });
  }
}

/**
 * Waits until wallets that are loaded are booked and valued at prices of now. Answers false when that takes longer than `timeoutMs`.
 *
 * @param areSettled Whether all that the ledger books is there
 */
export async function untilBooked(
  request: Omit<Request, 'onProgress'>,
  areSettled: () => Promise<boolean>,
): Promise<boolean> {
  const addresses = request.addresses.map((address) => address.toLowerCase());
  const deadline = Date.now() + request.timeoutMs;
  for (;;) {
    // In this order: prices that come make a ledger one that is still to be booked.
    if (await areSettled()) {
      const wallets = await readWallets(request, addresses);
      const areBooked = wallets.every(({ isBooked, isBooking }) => isBooked && !isBooking);
      if (areBooked && (await countStale(request, addresses)) === 0) return true;
    }
    if (Date.now() > deadline) return false;
    await delay(pauseMs, undefined, { signal: request.signal });
  }
}

/** What an exchange with the service needs. */
type Asked = Omit<Request, 'addresses' | 'onProgress'>;

async function readWallets(request: Asked, addresses: readonly string[]) {
  const query =
    '{ wallets(pageSize: 500) { nodes { address isLoaded isBooked isBooking sync { percent phase error } } } }';
  const answer = syncSchema.parse(await post(request, '/graphql', { query }));
  return answer.data.wallets.nodes.filter((wallet) => addresses.includes(wallet.address));
}

/** Of how many tokens the price is older than an hour: the prices of now are asked for soon after a wallet is loaded. */
async function countStale(request: Asked, addresses: readonly string[]): Promise<number> {
  const query = 'query ($wallets: [Address!]!) { totals(wallets: $wallets) { staleCount } }';
  const answer = await post(request, '/graphql', { query, variables: { wallets: addresses } });
  return staleSchema.parse(answer).data.totals?.staleCount ?? 0;
}

/** The service is new: it may have too much to do for a moment, and says so. Then it is asked again, as any client would. */
async function post(request: Asked, path: string, body: object): Promise<unknown> {
  const deadline = Date.now() + request.timeoutMs;
  for (;;) {
    const { ok, status, text } = await send(request, path, body);
    if (text === null)
      throw new PermanentError(`${path} answered more than ${answerLimits.ownService} bytes`);
    if (ok) return JSON.parse(text);
    const mayPass = (status === 503 || status === 429) && Date.now() < deadline;
    if (!mayPass) throw new PermanentError(`${path} answered ${status}: ${text.slice(0, 300)}`);
    await delay(pauseMs, undefined, { signal: request.signal });
  }
}

function send(request: Asked, path: string, body: object): Promise<ExchangeAnswer> {
  return exchange({
    url: new URL(path, request.url),
    headers: { 'content-type': 'application/json', accept: 'application/json', 'x-api-key': request.key },
    body: JSON.stringify(body),
    redirect: 'error',
    timeoutMs: 30_000,
    maximumBytes: answerLimits.ownService,
    signal: request.signal,
  });
}
