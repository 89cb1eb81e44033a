/** label: what the client calls an address. */
import { z } from 'zod';
import { PublicError } from '../../errors.ts';
import { fenced } from '../text/foreign-text.ts';
import { addressOf } from '../tools/questions.ts';
import { defineTool } from '../tools/tool.ts';

export const label = defineTool({
  name: 'label',
  title: 'Label an address',
  description: 'CHANGES DATA: names an address for this client; a former name of its is gone.',
  changes: { destructiveHint: true, idempotentHint: true, openWorldHint: false },
  shape: { address: z.string().max(255), name: z.string().min(1).max(200) },
  async answer(input, { readModel, caller, now }) {
    const names = await readModel.resolveNames([input.address], 'address');
    const address = addressOf(names.get(input.address) ?? input.address, 'address');
    const { name } = input;
    // Its tags stay.
    const stored = await readModel.patchCustomLabel(caller, address, { name }).catch((error: unknown) => {
      if (!(error instanceof PublicError && error.code === 'NOT_FOUND')) throw error;
      return readModel.createCustomLabel(caller, { address, name, tags: [] });
    });
    return { lines: [`done: ${address} is ${fenced(stored.name, 200)}`], asOf: now, missing: [] };
  },
});
