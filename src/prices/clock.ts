/** Time as a dependency, so that tests need not wait. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  sleep(milliseconds: number): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

export function nowSeconds(clock: Clock): number {
  return Math.floor(clock.now() / 1000);
}
