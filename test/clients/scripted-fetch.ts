/** A stand-in for fetch that answers by a script, for what no service does on demand: refusals, cuts, and answers of others. */

type Answer = Response | Error | ((request: Request) => Response | Promise<Response>);

export interface ScriptedFetch {
  fetch: typeof fetch;
  /** What was asked. */
  readonly asked: Request[];
}

/** Each request takes the next answer; what is asked beyond is a fault of the test. */
export function scriptedFetch(...answers: readonly Answer[]): ScriptedFetch {
  const left = [...answers];
  const asked: Request[] = [];
  return {
    asked,
    async fetch(input, options) {
      const request = new Request(input, options);
      asked.push(request);
      const answer = left.shift();
      if (answer === undefined) throw new Error(`nothing more is to be asked: ${request.url}`);
      if (answer instanceof Error) throw answer;
      return answer instanceof Response ? answer : answer(request);
    },
  };
}

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

/** A refusal of REST, as the service sends it. */
export const problem = (code: string, status: number, headers: Record<string, string> = {}): Response =>
  json({ code, status, detail: `${code}.`, errors: [], request_id: 'req-1' }, status, headers);
