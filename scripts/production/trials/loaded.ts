/** From a service that was started to a wallet that is loaded, asked as a client would. */
import { setTimeout as delay } from 'node:timers/promises';
import { registerAndWait } from '../../../demo/demo-client.ts';

/** Longest that a service may take to answer, and a wallet to be loaded. */
const longestMs = 180_000;
const pauseMs = 100;

export interface Started {
  readonly url: string;
  readonly key: string;
  /** The process's end, which nobody waits for any longer. */
  readonly exited: Promise<unknown>;
}

/** Waits until it answers that it is ready. @throws Error when it ends, or takes too long. */
export async function untilReady({ url, exited }: Pick<Started, 'url' | 'exited'>): Promise<void> {
  const ended = new AbortController();
  void exited.then(() => ended.abort(new Error('The service ended before it was ready.')));
  const deadline = AbortSignal.any([ended.signal, AbortSignal.timeout(longestMs)]);
  for (;;) {
    const answer = await fetch(new URL('/readyz', url)).catch(() => null);
    if (answer?.ok === true) return;
    deadline.throwIfAborted();
    await delay(pauseMs);
  }
}

/** Registers the wallets and waits until they are loaded. */
export async function untilLoaded({ url, key }: Started, addresses: readonly string[]): Promise<void> {
  await registerAndWait({
    ...{ url, key, addresses, timeoutMs: longestMs },
    signal: new AbortController().signal,
    onProgress: () => {},
  });
}
