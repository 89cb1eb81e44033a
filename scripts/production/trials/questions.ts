/** A client that asks services one thing after the other, without a pause, and counts what they answer. */
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';

export interface Question {
  /** For people: `GET /wallet/transfer/`, `GraphQL transfers`. */
  readonly name: string;
  readonly path: string;
  /** Sent as JSON by POST; without it, it is a GET. */
  readonly body?: object;
}

export interface Asked {
  readonly url: string;
  readonly key: string;
}

export interface Reply {
  /** 0: no answer came. */
  readonly status: number;
  readonly text: string;
}

/** Asks once. */
export async function ask({ url, key }: Asked, { path, body }: Question): Promise<Reply> {
  const headers = { 'x-api-key': key, accept: 'application/json', 'content-type': 'application/json' };
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  try {
    const answer = await fetch(new URL(path, url), { headers, ...sent, signal: AbortSignal.timeout(60_000) });
    return { status: answer.status, text: await answer.text() };
  } catch (error) {
    return { status: 0, text: String(error) };
  }
}

const parameterSchema = z.object({ name: z.string(), in: z.string(), required: z.boolean().optional() });
const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.object({ get: z.object({ parameters: z.array(parameterSchema).optional() }).optional() }),
  ),
});

/** All lists of wallets that a service's own OpenAPI document has, and what every version's GraphQL can say; and a write. */
export async function questionsOf(asked: Asked, wallets: readonly string[]): Promise<Question[]> {
  const { text } = await ask(asked, { name: 'the document', path: '/openapi.json' });
  const lists = Object.entries(documentSchema.parse(JSON.parse(text)).paths).flatMap(([path, { get }]) => {
    if (get === undefined || !/^\/wallet\/[a-z-]+\/$/.test(path)) return [];
    const [wallet, ...others] = (get.parameters ?? []).filter(({ required }) => required === true);
    if (others.length > 0) return [];
    const query = wallet === undefined ? '' : `?${wallet.name}=${wallets.join(',')}`;
    return [{ name: `GET ${path}`, path: `${path}${query}` }];
  });
  const given = `wallets: ${JSON.stringify(wallets)}`;
  const fields = {
    wallets: 'wallets { nodes { address isLoaded sync { phase percent error } } }',
    transfers: `transfers(${given}) { count nodes { id amount price value counterparty { address } } }`,
    transactions: `transactions(${given}) { count nodes { id kind } }`,
    tokenBalances: `tokenBalances(${given}) { nodes { id balance price value } }`,
  };
  return [
    ...(await allowed(asked, lists)),
    ...Object.entries(fields).map(([name, field]) => ({
      ...{ name: `GraphQL ${name}`, path: '/graphql', body: { query: `{ ${field} }` } },
    })),
    { name: 'POST /wallet/manage/', path: '/wallet/manage/', body: { address: wallets.join(',') } },
  ];
}

/** Without what the key has no scope for. */
async function allowed(asked: Asked, questions: readonly Question[]): Promise<Question[]> {
  const found: Question[] = [];
  for (const question of questions) if ((await ask(asked, question)).status !== 403) found.push(question);
  return found;
}

/** What came of one question in one phase: how often which status. */
export type Counts = ReadonlyMap<string, ReadonlyMap<string, number>>;

export interface Asking {
  /** What is counted from now on, and who is asked. */
  enter(phase: string, asked: Asked): void;
  /** Stops asking; answers by phase, then question, then outcome (`200`, `503`, `no answer`, `GraphQL error`), and a first text of each failure. */
  finish(): Promise<{ byPhase: ReadonlyMap<string, Counts>; failures: ReadonlyMap<string, string> }>;
}

/** Begins to ask, one question at a time. */
export function startAsking(first: { phase: string; asked: Asked }, questions: readonly Question[]): Asking {
  const byPhase = new Map<string, Map<string, Map<string, number>>>();
  const failures = new Map<string, string>();
  let { phase, asked } = first;
  let isOver = false;
  const count = (at: string, name: string, { status, text }: Reply): void => {
    const outcome = outcomeOf(status, text);
    const counts = byPhase.get(at) ?? new Map<string, Map<string, number>>();
    byPhase.set(at, counts);
    const outcomes = counts.get(name) ?? new Map<string, number>();
    counts.set(name, outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1));
    const failure = `${at}: ${name}: ${outcome}`;
    if (!isFine(outcome) && !failures.has(failure)) failures.set(failure, text.slice(0, 300));
  };
  const done = (async () => {
    while (!isOver) {
      for (const question of questions) {
        if (isOver) break;
        const at = phase;
        count(at, question.name, await ask(asked, question));
        // A breath, so that who is asked can also work.
        await delay(20);
      }
    }
  })();
  return {
    enter: (next, whom) => {
      phase = next;
      asked = whom;
    },
    finish: async () => {
      isOver = true;
      await done;
      return { byPhase, failures };
    },
  };
}

function outcomeOf(status: number, text: string): string {
  if (status === 0) return 'no answer';
  return status === 200 && text.startsWith('{"errors"') ? 'GraphQL error' : String(status);
}

/** Whether it was answered: with what was asked for. */
export const isFine = (outcome: string): boolean => /^2\d\d$/.test(outcome);
