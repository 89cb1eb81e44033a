/** correct: what the client says of a transfer against the chain and the prices. */
import { z } from 'zod';
import { currencies } from '../../domain/ids.ts';
import { bookableTreatments } from '../../domain/model.ts';
import { badInput, timeOf } from '../tools/questions.ts';
import { defineTool } from '../tools/tool.ts';

const money = z
  .string()
  .max(80)
  .regex(/^\d+(\.\d+)?$/, 'a decimal such as "1234.5"');

export const correct = defineTool({
  name: 'correct',
  title: 'Correct a transfer',
  description:
    'CHANGES DATA: says how a transfer is booked (treatment), its price per unit, or the whole cost of what came in (basis). id: tfr_… of the graphql tool. ' +
    'Can be undone.',
  // A new correction takes the place of the former one, which is kept.
  changes: { destructiveHint: false, idempotentHint: false, openWorldHint: false },
  shape: {
    id: z.string().min(1).max(255),
    treatment: z.enum(bookableTreatments).optional(),
    price: money.optional(),
    basis: money.optional(),
    currency: z
      .enum(currencies)
      .default('USD')
      .describe('of price and basis: USD, a coin, or a code of ISO 4217'),
    acquired_at: z.string().max(40).optional(),
    note: z.string().max(1_000).optional(),
  },
  async answer(input, { readModel, caller, now }) {
    const { id: transferId, treatment, price, basis, currency, note } = input;
    if (treatment === undefined && price === undefined && basis === undefined)
      throw badInput('treatment', 'or price or basis is needed');
    const acquiredAt = timeOf(input.acquired_at, 'acquired_at');
    const made = await readModel.correctTransfer(caller, {
      transferId,
      ...(treatment === undefined ? {} : { treatment }),
      ...(price === undefined ? {} : { price }),
      ...(basis === undefined ? {} : { basis }),
      ...(price === undefined && basis === undefined ? {} : { currency }),
      ...(acquiredAt === undefined ? {} : { acquiredAt }),
      ...(note === undefined ? {} : { note }),
    });
    return {
      lines: made.map(({ id, kind }) => `done: ${kind} corrected; undoCorrection takes ${id} back`),
      asOf: now,
      missing: ['the books follow within seconds'],
    };
  },
});
