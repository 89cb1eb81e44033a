/**
 * MCP over HTTP: one fetch-style handler that the HTTP layer mounts at /mcp. It keeps nothing from one request to the next, so any
 * process answers any of them. Clients of the protocol's older versions (2025) are answered as well.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { createSurface, type McpDependencies, type McpRequestContext } from './surface.ts';

export interface McpHandler {
  /** Answers one message: the request at /mcp, whose body was read as `message` already. */
  handle(request: Request, message: unknown, context: McpRequestContext): Promise<Response>;
  /** Ends what is under way. */
  close(): Promise<void>;
}

export function createMcpServer(dependencies: McpDependencies): McpHandler {
  /** A server is made far from the request that it is for. */
  const requests = new AsyncLocalStorage<McpRequestContext>();
  const handler = createMcpHandler(
    () => {
      const context = requests.getStore();
      if (context === undefined) throw new Error('a server is made outside of any request');
      return createSurface(dependencies, context);
    },
    // Nothing changes that could be told, so there is nothing to subscribe to; and no answer takes long enough for signs of life.
    { maxSubscriptions: 0, keepAliveMs: 0 },
  );
  return {
    handle: (request, parsedBody, context) =>
      requests.run(context, () => handler.fetch(request, { parsedBody })),
    close: () => handler.close(),
  };
}
