/** A client of the MCP server as agents use one, over HTTP. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

export interface Agent {
  /** The text of a tool's answer; throws its error. */
  call(name: string, input?: Record<string, unknown>): Promise<string>;
  /** The text of a tool's error; throws when there is none. */
  fail(name: string, input?: Record<string, unknown>): Promise<string>;
  readonly client: Client;
  close(): Promise<void>;
}

/** @param mode by which version of the protocol: `auto` is the newest, `legacy` those of 2025 */
export async function connectAgent(
  url: string,
  key: string,
  mode: 'auto' | 'legacy' = 'auto',
): Promise<Agent> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
  await client.connect(transport);
  return agentOf(client);
}

export function agentOf(client: Client): Agent {
  async function ask(
    name: string,
    input: Record<string, unknown> = {},
  ): Promise<{ text: string; isError: boolean }> {
    const { content, isError = false } = await client.callTool({ name, arguments: input });
    const [first] = content;
    if (first?.type !== 'text' || content.length !== 1)
      throw new Error(`no text: ${JSON.stringify(content)}`);
    return { text: first.text, isError };
  }
  return {
    client,
    async call(name, input) {
      const { text, isError } = await ask(name, input);
      if (isError) throw new Error(text);
      return text;
    },
    async fail(name, input) {
      const { text, isError } = await ask(name, input);
      if (!isError) throw new Error(`answered: ${text}`);
      return text;
    },
    close: () => client.close(),
  };
}
