/** Questions that people choose from a list: what an agent is then asked, and by which tools it finds out. */
import { z } from 'zod';
import { cleanText } from './text/foreign-text.ts';

export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** All of them texts, as the protocol has it. */
  readonly argumentsOf: z.ZodObject<Record<string, z.ZodOptional<z.ZodString>>>;
  text(given: Readonly<Record<string, string | undefined>>): string;
}

const word = (description: string) => z.string().max(255).optional().describe(description);
const wallet = word('An address or ENS name; left out: all registered wallets');

/** What people typed, on one line: the text around it is ours. */
const typed = (text: string | undefined, otherwise: string): string =>
  text === undefined || text.trim() === '' ? otherwise : cleanText(text, 100);

const manner =
  'Say what is unknown as unknown, never as 0. Give figures with their currency and cost method, and name the transaction hashes behind them. ' +
  'What the answers call missing belongs into the summary. This is no tax advice; say so once.';

export const prompts: readonly Prompt[] = [
  {
    name: 'year-end-check',
    title: 'Year-end check',
    description: 'What a year came to, and what should be mended before its figures are used.',
    argumentsOf: z.object({ year: word('A calendar year; left out: the last one'), wallet }),
    text: ({ year, wallet: named }) =>
      `Check the figures of ${typed(year, 'the last full calendar year')} for ${typed(named, 'all registered wallets')}.\n` +
      '1. sync_status: is everything loaded? If not, say so first.\n' +
      '2. gains with that year and compare: realized gains by term, income, expenses, and by every method.\n' +
      '3. issues: which of them concern that year, largest stake first, and what to do about each.\n' +
      '4. explain the three largest gains or losses by their transactions.\n' +
      `Then a summary: what is settled, what is doubtful and by how much, and what to do next. ${manner}`,
  },
  {
    name: 'why-did-my-balance-change',
    title: 'Why did my balance change?',
    description: 'What moved a balance, or what all is worth, between two times.',
    argumentsOf: z.object({
      wallet,
      token: word('chain:address, such as 1:native; left out: everything'),
      from: word('ISO 8601; left out: a week ago'),
      to: word('ISO 8601; left out: now'),
    }),
    text: ({ wallet: named, token, from, to }) =>
      `Why did ${typed(token, 'the net worth')} of ${typed(named, 'all registered wallets')} change between ${typed(from, 'a week ago')} and ${typed(to, 'now')}?\n` +
      '1. portfolio (with as_of for earlier times) and holdings: what it was then and is now.\n' +
      '2. activity between the times, all of its pages: what went out and came in.\n' +
      '3. Split the change into what moved and what prices did; fees belong to what moved. It has to add up; say what is left over.\n' +
      `4. explain whatever is the largest part. ${manner}`,
  },
  {
    name: 'find-missing-basis',
    title: 'Find missing basis',
    description: 'What was disposed of without a known cost, and where it may have come from.',
    argumentsOf: z.object({ wallet }),
    text: ({ wallet: named }) =>
      `Find what lacks a known cost in ${typed(named, 'all registered wallets')}.\n` +
      '1. issues, all of its pages: MISSING_BASIS, UNPRICED_ACQUISITION and UNMATCHED_BRIDGE, largest stake first.\n' +
      '2. For each of the ten largest: explain its transaction; and activity with the same token or counterparty before it, for where it came from.\n' +
      '3. Say which is most likely: a wallet of the same owner that is not registered, an exchange, a bridge, or holdings from before the history; and what would prove it.\n' +
      `4. List what to do, one line each: register a wallet, add an opening lot, or correct a basis or price. Change nothing by yourself. ${manner}`,
  },
];
