/** What files that are no lists share: CSV alone; those of the ledger are refused for wallets that are not booked yet, and marked where a booked one waits. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Address } from '../../../domain/model.ts';
import type { CsvCell } from '../../../domain/text/csv.ts';
import { sendCsvLines } from '../../csv/stream.ts';
import { answers, type RestDependencies, sayVaries, sayWhetherLoaded } from '../../route-support.ts';

/** The answers for the OpenAPI entry of a file. */
export const fileAnswers = (
  description: string,
  schema: z.ZodType,
  type: 'text/csv' | 'text/plain' = 'text/csv',
): Record<string, unknown> =>
  answers({ 200: { description, content: { [type]: { schema } } } }, ...([404, 409] as const));

interface Booked {
  /** Newer rows or corrections of a wallet wait to be booked; left out: the file is of transfers, booked or not. */
  isBooking?: boolean;
}

interface LedgerFile extends Booked {
  name: string;
  columns: readonly string[];
  lines: AsyncGenerator<CsvCell[][]>;
}

interface OfWallets<File extends Booked> {
  wallets: readonly Address[];
  read(): Promise<File>;
}

/** Sends what `read` begins; the headers say of the wallets whether they are loaded and booked. */
export async function sendLedgerFile(
  dependencies: RestDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  file: OfWallets<LedgerFile>,
): Promise<FastifyReply> {
  return sendCsvLines(reply, await beginFile(dependencies, request, reply, file));
}

/** Reads what is to be sent, and sets the headers. */
export async function beginFile<File extends Booked>(
  dependencies: RestDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  { wallets, read }: OfWallets<File>,
): Promise<File> {
  sayVaries(reply);
  const [file] = await Promise.all([read(), sayWhetherLoaded(dependencies, request, wallets, reply)]);
  if (file.isBooking !== undefined) reply.header('Wallet-Data-Booked', String(!file.isBooking));
  return file;
}
