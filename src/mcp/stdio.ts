/** MCP over standard input and output, for an agent on the same machine that starts the server by itself. */
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createSurface, type McpDependencies, type McpRequestContext } from './surface.ts';

/** Of one message; longer than any question. A longer one ends the connection. */
const mostMessageBytes = 256 * 1024;

export interface StdioStreams {
  input: Readable;
  output: Writable;
  /** Ends the connection. */
  signal: AbortSignal;
  /** Told of what is no message, and of what cannot be sent: there is no other side to tell. */
  onError: (error: Error) => void;
}

/** Serves the one client there is, until it closes its end or the signal aborts. */
export async function serveOverStdio(
  dependencies: McpDependencies,
  context: McpRequestContext,
  { input, output, signal, onError }: StdioStreams,
): Promise<void> {
  if (signal.aborted) return;
  const transport = new StdioServerTransport(input, output, { maxBufferSize: mostMessageBytes });
  const server = serveStdio(() => createSurface(dependencies, context), {
    ...{ transport, maxSubscriptions: 0, onerror: onError },
  });
  const ended = new AbortController();
  const { onclose } = transport;
  transport.onclose = () => {
    onclose?.();
    ended.abort();
  };
  await once(AbortSignal.any([signal, ended.signal]), 'abort');
  await server.close();
}
