/** Before anything is measured: every contender must answer the same values for the same pages. */
import { errorText } from '../../../src/errors.ts';
import type { BenchRequest } from '../client/job.ts';
import type { PageContender } from '../contenders/page-contenders.ts';
import { type Answer, asRest, ofRest, type Values } from './values.ts';

export const pageSize = 100;

export async function fetchAnswer(
  url: string,
  { method, path, headers, body }: BenchRequest,
): Promise<Answer> {
  const response = await fetch(new URL(path, url), {
    method,
    headers,
    body,
    signal: AbortSignal.timeout(60_000),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text);
}

async function pageOf(contender: PageContender, url: string, wallet: string): Promise<Values[]> {
  const body = await fetchAnswer(url, contender.request(wallet));
  try {
    return contender.list(body).map(contender.values);
  } catch (error) {
    throw new Error(`${contender.name} answered ${JSON.stringify(body).slice(0, 500)} (${errorText(error)})`);
  }
}

/** Throws at the first value that differs from the first contender's. */
export async function requireSameValues(
  contenders: readonly { contender: PageContender; url: string }[],
  wallets: readonly string[],
  expectedLength: number,
): Promise<void> {
  const [reference, ...others] = contenders;
  if (reference === undefined) return;
  for (const wallet of wallets) {
    const expected = await pageOf(reference.contender, reference.url, wallet);
    if (expected.length !== expectedLength) {
      throw new Error(`${reference.contender.name} answered ${expected.length} transfers of ${wallet}`);
    }
    for (const { contender, url } of others) {
      const found = await pageOf(contender, url, wallet);
      const isRest = contender.values === ofRest;
      requireSame(contender.name, found, isRest ? expected.map(asRest) : expected);
    }
  }
}

function requireSame(name: string, found: readonly Values[], expected: readonly Values[]): void {
  if (found.length !== expected.length) {
    throw new Error(`${name} answered ${found.length} transfers instead of ${expected.length}`);
  }
  expected.forEach((values, index) => {
    for (const [field, value] of Object.entries(values)) {
      if (found[index]?.[field] === value) continue;
      throw new Error(`${name}, transfer ${index}: ${field} is ${found[index]?.[field]}, not ${value}`);
    }
  });
}
