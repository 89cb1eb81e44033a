import { AsyncLocalStorage } from 'node:async_hooks';

/** Answers that come in pieces: subscriptions. */
const isEventStream = (response: Response): boolean =>
  /^(text\/event-stream|multipart\/mixed)/.test(response.headers.get('content-type') ?? '');

/**
 * The same response; to be called within its request. Events are made when they are read, by whoever reads them: without
 * this, outside of the request that their errors have to name.
 */
export function boundToRequest(response: Response): Response {
  if (!isEventStream(response) || response.body === null) return response;
  const inRequest = AsyncLocalStorage.snapshot();
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await inRequest(() => reader.read());
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    // Nothing is read ahead of the client.
    { highWaterMark: 0 },
  );
  return new Response(body, { status: response.status, headers: response.headers });
}
