/** Asks two services the same, and holds their answers against each other: text for text, but for the ids of requests and the moments of this day. */
import { expect } from 'vitest';
import type { TestApi } from '../api.ts';
import type { ComparedRequest } from './requests.ts';

/** What two answers may differ in: ids of requests, and moments of this day. */
function comparable(text: string, now = Date.now()): string {
  const isOfToday = (milliseconds: number): boolean => Math.abs(now - milliseconds) < 86_400_000;
  return text
    .replaceAll(/"(request_?id)":\s*"[^"]*"/gi, '"$1":"…"')
    .replaceAll(/\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, (time) =>
      isOfToday(Date.parse(time)) ? '<now>' : time,
    )
    .replaceAll(/\b1[6-9]\d{8}\b/g, (seconds) => (isOfToday(Number(seconds) * 1_000) ? '<now>' : seconds));
}

export const send = async (api: TestApi, { method, url, body }: ComparedRequest) => {
  const { statusCode, body: text } = await api.server.inject({
    ...{ method, url },
    headers: { host: 'api.test', 'x-api-key': api.key, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body }),
  });
  return { status: statusCode, text };
};

/** Prints how many were compared, equal and refused. `right`: the one whose answers are known to be. */
export async function compareAnswers(
  what: string,
  { right, other }: { right: TestApi; other: TestApi },
  requests: readonly ComparedRequest[],
): Promise<void> {
  const counts = { compared: 0, equal: 0, refused: 0, forbidden: 0, withData: 0 };
  const different: string[] = [];
  for (const request of requests) {
    const [expected, found] = [await send(right, request), await send(other, request)];
    counts.compared += 1;
    if (expected.status < 400 && !expected.text.includes('"errors"')) counts.withData += 1;
    if (expected.status === 403) counts.forbidden += 1;
    if (found.status >= 500 || found.text.includes('"INTERNAL"')) counts.refused += 1;
    const isEqual = found.status === expected.status && comparable(found.text) === comparable(expected.text);
    if (isEqual) counts.equal += 1;
    else
      different.push(
        `${request.name}\n  expected ${expected.status} ${expected.text}\n  found ${found.status} ${found.text}`,
      );
  }
  console.info(`${what}: ${JSON.stringify(counts)}`);
  expect(different.map((text) => text.slice(0, 3_000))).toEqual([]);
  // A world in which nearly every request found nothing would compare nothing. What is for other keys finds nothing anyway.
  expect(counts.withData).toBeGreaterThan((counts.compared - counts.forbidden) / 2);
}
