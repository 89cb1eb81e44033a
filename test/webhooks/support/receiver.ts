/** A receiver of webhooks on this machine: it verifies each delivery by the official library, and answers as it is told. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';

const eventSchema = z.looseObject({
  id: z.string(),
  type: z.string(),
  sequence: z.number().nullable(),
  previous: z.number().nullable(),
  wallet: z.string().nullable(),
});

/** A request that arrived whole, with a good signature. */
export interface Delivery {
  id: string;
  path: string;
  body: string;
  timestamp: number;
  /** The header, of which the library looks at `v1` alone. */
  signatures: string;
  event: z.output<typeof eventSchema>;
  /** By the clock of this process (`performance.now`). */
  at: number;
}

export interface Receiver {
  /** Where it listens, without a path. */
  readonly url: string;
  readonly port: number;
  /** In the order in which they arrived. */
  readonly deliveries: Delivery[];
  /** Requests whose signature or form was wrong. */
  readonly refused: string[];
  /** The most requests of one wallet at one path that were open at once, and of one path. */
  readonly most: { lane: number; path: number };
  close(): Promise<void>;
}

export type Answer = (delivery: Delivery, response: ServerResponse, request: IncomingMessage) => void;

export const answerWith =
  (status: number, headers: Record<string, string> = {}, body = ''): Answer =>
  (_delivery, response) =>
    void response.writeHead(status, headers).end(body);

/** @param secretOf The secret of an endpoint by its path. */
export async function startReceiver(
  secretOf: (path: string) => string,
  answer: Answer = answerWith(204),
): Promise<Receiver> {
  const deliveries: Delivery[] = [];
  const refused: string[] = [];
  const most = { lane: 0, path: 0 };
  const open = new Map<string, number>();
  const count = (name: string, by: number): number => {
    const now = (open.get(name) ?? 0) + by;
    open.set(name, now);
    return now;
  };
  const server = createServer(async (request, response) => {
    const pieces: Uint8Array[] = [];
    try {
      for await (const piece of request) pieces.push(piece);
    } catch {
      // The sender was killed in the middle of a request.
      return;
    }
    const body = Buffer.concat(pieces).toString('utf8');
    const path = request.url ?? '';
    try {
      const delivery = deliveryOf(request, path, body, secretOf(path));
      const lane = `${path} ${delivery.event.wallet}`;
      most.lane = Math.max(most.lane, count(lane, 1));
      most.path = Math.max(most.path, count(path, 1));
      response.on('close', () => {
        count(lane, -1);
        count(path, -1);
      });
      deliveries.push(delivery);
      answer(delivery, response, request);
    } catch (error) {
      refused.push(String(error));
      response.writeHead(400).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    ...{ url: `http://127.0.0.1:${port}`, port, deliveries, refused, most },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function deliveryOf(request: IncomingMessage, path: string, body: string, secret: string): Delivery {
  const { headers, method } = request;
  const form = `${method} ${headers['content-type']}`;
  if (form !== 'POST application/json') throw new Error(form);
  const signed = z.object({
    'webhook-id': z.string(),
    'webhook-timestamp': z.string(),
    'webhook-signature': z.string(),
  });
  const parsed = signed.parse(headers);
  const event = eventSchema.parse(new Webhook(secret).verify(body, parsed));
  const id = parsed['webhook-id'];
  if (event.id !== id) throw new Error(`the header names ${id}, the body ${event.id}`);
  const [timestamp, signatures] = [Number(parsed['webhook-timestamp']), parsed['webhook-signature']];
  return { id, path, body, event, timestamp, signatures, at: performance.now() };
}
