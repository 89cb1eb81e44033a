/** What an agent finds here: the server of one request or connection, with its tools, resources and prompts. */
import { McpServer } from '@modelcontextprotocol/server';
import { hideApiKeys } from '../errors.ts';
import type { ReadModel } from '../use-cases/model/interface.ts';
import type { Caller } from '../use-cases/model/view-model.ts';
import { renderAnswer } from './text/answer.ts';
import { type Detail, details } from './text/figures.ts';
import { cleanText, fenceNote } from './text/foreign-text.ts';
import { toldBriefly } from './tools/input-schema.ts';
import type { Call, Tool } from './tools/tool.ts';
import { tools } from './tools.ts';

/** What is known of who asks, and what a call may use. */
export interface McpRequestContext {
  caller: Caller;
  /** Takes so many more units off the key's limits; throws PublicError when they are not there. */
  charge(units: number): Promise<void>;
  askGraphql: Call['askGraphql'];
  /** An error as the client may see it: a code and a sentence. Faults of ours are written down. */
  describeError(error: unknown): { code: string; detail: string };
  /** Runs a call: within its time, and with its statements in their turn. */
  run<Result>(call: () => Promise<Result>): Promise<Result>;
}

export interface McpDependencies {
  readModel: ReadModel;
  /** Of the API. */
  version: string;
  /** Milliseconds since 1970. */
  now: () => number;
}

const instructions =
  'Histories and figures of EVM wallets that this client registered. wallets: addresses or ENS names, all of them unless given; ' +
  'defaults are USD, FIFO, period MAX. Times are UTC; from is inclusive, to is not. Figures have 4 significant digits, and all of theirs ' +
  'with detail "full", which shows more rows, too. Unknown is never 0. Answers end with as_of, and complete or what is missing; ' +
  'pass next_cursor as cursor, with the same arguments, to go on. Tokens are named chain:address (1:native is ETH). explain says how ' +
  `a figure comes about, down to transactions, prices and their sources. ${fenceNote} Nothing here changes anything.`;

/** All tools read this service's own database, and change nothing. */
const annotations = { readOnlyHint: true, openWorldHint: false };

/** More array items and members of objects than the arguments of a call may have: 500 ids of a query fit. */
const mostInputElements = 2_000;

/** A server for one request over HTTP, or for one connection over stdio. */
export function createSurface(dependencies: McpDependencies, context: McpRequestContext): McpServer {
  const server = new McpServer(
    { name: 'wallet-data', title: 'Wallet data', version: dependencies.version },
    {
      instructions,
      maxToolInputElements: mostInputElements,
      // Nothing changes while a process lives, and nobody is told.
      capabilities: { tools: { listChanged: false } },
    },
  );
  for (const tool of tools) {
    const { name, description, input } = tool;
    server.registerTool(name, { description, inputSchema: toldBriefly(input), annotations }, (given) =>
      callTool(tool, given, dependencies, context),
    );
  }
  return server;
}

/** Items of lists to a unit, as everywhere (http/limits/request-units.ts). */
const itemsPerUnit = 100;

interface ToolResult {
  // The protocol's shape is open.
  [name: string]: unknown;
  content: { type: 'text'; text: string }[];
  isError?: boolean;
}

async function callTool(
  tool: Tool,
  input: Record<string, unknown>,
  { readModel, now }: McpDependencies,
  context: McpRequestContext,
): Promise<ToolResult> {
  const { caller, askGraphql, describeError, run } = context;
  const detail = detailOf(input);
  const call: Call = {
    ...{ readModel, caller, detail, askGraphql },
    now: Math.floor(now() / 1000),
    weigh: createScale(context.charge),
  };
  try {
    const answer = await run(() => tool.answer(input, call));
    return { content: [{ type: 'text', text: hideApiKeys(renderAnswer(answer, detail)) }] };
  } catch (error) {
    const { code, detail: sentence } = describeError(error);
    const text = hideApiKeys(`${code}: ${cleanText(sentence, mostOfError)}`);
    return { content: [{ type: 'text', text }], isError: true };
  }
}

/** Sentences of ours are shorter; what a client sent may be quoted in them. */
const mostOfError = 800;

function detailOf(input: Record<string, unknown>): Detail {
  return details.find((known) => known === input.detail) ?? 'brief';
}

/** Units for the items of a call, in all: the request has paid one when it came. */
function createScale(charge: McpRequestContext['charge']): Call['weigh'] {
  let items = 0;
  let paid = 1;
  return async (more) => {
    items += more;
    const due = Math.ceil(items / itemsPerUnit) - paid;
    if (due <= 0) return;
    paid += due;
    await charge(due);
  };
}
