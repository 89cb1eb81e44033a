/** One question of a test's node over JSON-RPC, as it is written on the wire. */
import { z } from 'zod';

const answerSchema = z.object({
  result: z.unknown(),
  error: z.object({ message: z.string() }).optional(),
});

/** @throws Error when the node refuses, or says nothing for 20 s */
export async function askNode(
  rpcUrl: string,
  method: string,
  params: readonly unknown[] = [],
): Promise<unknown> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(20_000),
  });
  const { result, error } = answerSchema.parse(await response.json());
  if (error !== undefined) throw new Error(`${method}: ${error.message}`);
  return result;
}
