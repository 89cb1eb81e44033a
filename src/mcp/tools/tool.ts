/** What a tool is: its name and arguments, and how it answers a call. Arguments that several tools share stand here. */
import { z } from 'zod';
import { coinCurrencies, costMethods, currencies } from '../../domain/ids.ts';
import type { ReadModel } from '../../use-cases/model/interface.ts';
import type { Caller } from '../../use-cases/model/view-model.ts';
import type { Answer } from '../text/answer.ts';
import { longestCursor } from '../text/cursors.ts';
import { type Detail, details } from '../text/figures.ts';
import { readInput } from './input-schema.ts';

/** One call of a tool by one client. */
export interface Call {
  readonly readModel: ReadModel;
  readonly caller: Caller;
  readonly detail: Detail;
  /** Unix seconds. */
  readonly now: number;
  /** Takes what so many items of lists weigh off the key's limits, before they are read; throws PublicError when it is not there. */
  weigh(items: number): Promise<void>;
  /** Executes a GraphQL query that reads, under the limits of GraphQL, and answers the body of the response. */
  askGraphql(query: string, variables: Readonly<Record<string, unknown>>): Promise<string>;
}

/** Hints of the protocol, for the person who is asked whether a call may go ahead. */
export interface Changes {
  /** Something that was there is gone afterwards. */
  readonly destructiveHint: boolean;
  /** The same call once more changes nothing more. */
  readonly idempotentHint: boolean;
  /** Others than this service are asked. */
  readonly openWorldHint: boolean;
}

/** A tool of which the form of the arguments is known to itself alone. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** What it changes, in the protocol's words; undefined: nothing. */
  readonly changes?: Changes | undefined;
  /** The arguments as they came. Throws PublicError for what the client can mend. */
  answer(given: unknown, call: Call): Promise<Answer>;
}

export function defineTool<Shape extends z.ZodRawShape>(definition: {
  name: string;
  title: string;
  description: string;
  shape: Shape;
  changes?: Changes;
  answer: (input: z.output<z.ZodObject<Shape>>, call: Call) => Promise<Answer>;
}): Tool {
  const { name, title, description, shape, changes } = definition;
  const input = z.strictObject(shape);
  return {
    ...{ name, title, description, input, changes },
    answer: async (given, call) => definition.answer(readInput(input, given), call),
  };
}

/** Longer than any name or address. */
const longestWord = 255;

export const wallets = z
  .array(z.string().max(longestWord))
  .min(1)
  .max(50)
  .optional()
  .describe('default: all');
export const currency = z
  .enum(currencies)
  .default('USD')
  .describe(`USD, ${coinCurrencies.join(', ')}, or the client's reporting currency`);
export const method = z.enum(costMethods).default('FIFO');
export const detail = z.enum(details).default('brief');
export const cursor = z.string().max(longestCursor).optional();
export const from = z.string().max(40).optional().describe('ISO 8601');
export const to = z.string().max(40).optional();
export const tokens = z
  .array(z.string().max(longestWord))
  .max(50)
  .optional()
  .describe('chain:address or address');
