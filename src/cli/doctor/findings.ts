/** What `wallet-data doctor` finds, and how one look is bounded. */
import { setTimeout as delay } from 'node:timers/promises';
import { errorText } from '../../errors.ts';

/** `warning`: the service runs, and something will hurt. `failed`: it does not run, or not this part of it. */
export type Health = 'ok' | 'warning' | 'failed';

export interface Finding {
  /** What was looked at: `database`, `chain ethereum`. */
  readonly about: string;
  readonly health: Health;
  /** What was found, and what to do where it is not well. Never with a key or a password. */
  readonly text: string;
}

export type Look = () => Promise<Finding[]>;

export const finding = (about: string, health: Health, text: string): Finding => ({ about, health, text });

/** Longest that one look may take: a node that says nothing shall not keep the others from being told of. */
const patienceMs = 20_000;

/** Looks, and makes a finding of a fault and of a silence, of this health. Never rejects. */
export async function lookFor(
  about: string,
  look: Look,
  { health = 'failed', waitMs = patienceMs }: { health?: Health; waitMs?: number } = {},
): Promise<Finding[]> {
  const silence = delay(waitMs, undefined, { ref: false }).then(() => [
    finding(about, health, `no answer for ${waitMs / 1000} s`),
  ]);
  return Promise.race([
    look().catch((error: unknown) => [finding(about, health, errorText(error))]),
    silence,
  ]);
}

/** `1.5 GB`: by thousands, one digit where it says something. */
export function bytesText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const step = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const size = bytes / 1000 ** step;
  return `${size >= 100 || step === 0 ? Math.round(size) : size.toFixed(1)} ${units[step]}`;
}
