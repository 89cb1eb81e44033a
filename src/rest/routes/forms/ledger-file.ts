/** What files that are no lists share: CSV alone; those of the ledger are refused for wallets that are not booked yet, and marked where a booked one waits. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Address } from '../../../domain/model.ts';
import type { CsvCell } from '../../../domain/text/csv.ts';
import { sendCsvLines } from '../../csv/stream.ts';
import { answers, type RestDependencies, sayVaries, sayWhetherLoaded } from '../../route-support.ts';

/** The answers for the OpenAPI entry of a file. */
export const fileAnswers = (description: string, schema: z.ZodType): Record<string, unknown> =>
  answers({ 200: { description, content: { 'text/csv': { schema } } } }, ...([404, 409] as const));

/** The same of a file that is plain text. */
export const textAnswers = (description: string, schema: z.ZodType): Record<string, unknown> =>
  answers({ 200: { description, content: { 'text/plain': { schema } } } }, ...([404, 409] as const));

interface LedgerFile {
  name: string;
  columns: readonly string[];
  lines: AsyncGenerator<CsvCell[][]>;
  /** Newer rows or corrections of a wallet wait to be booked; left out: the file is of transfers, booked or not. */
  isBooking?: boolean;
}

/** Sends what `read` begins; the headers say of the wallets whether they are loaded and booked. */
export async function sendLedgerFile(
  dependencies: RestDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  { wallets, read }: { wallets: readonly Address[]; read(): Promise<LedgerFile> },
): Promise<FastifyReply> {
  sayVaries(reply);
  const [{ isBooking, ...file }] = await Promise.all([
    read(),
    sayWhetherLoaded(dependencies, request, wallets, reply),
  ]);
  if (isBooking !== undefined) reply.header('Wallet-Data-Booked', String(!isBooking));
  return sendCsvLines(reply, file);
}
