import { connectionType } from '../../builder/connections.ts';
import type { GraphqlContext } from '../../builder/context.ts';
import { BasisStatus } from '../../builder/enums.ts';
import { Lot, Transfer } from '../../builder/refs.ts';

export const LotConnection = connectionType('Lot', Lot, { links: false });

/** null for a fee, and for what is not a transfer of the caller's. */
export const transferById = async (id: string | null, { loaders }: GraphqlContext) =>
  id === null ? null : loaders.transfer.load(id);

Lot.implement({
  description: 'A part of a balance that came in together, as far as it is still there.',
  fields: (t) => ({
    acquiredBy: t.field({
      type: Transfer,
      nullable: true,
      description:
        'The transfer that brought it in first, perhaps to another of your wallets; null for WAC and opening lots.',
      resolve: (lot, _args, context) => transferById(lot.acquiredById, context),
    }),
    acquiredAt: t.expose('acquiredAt', {
      type: 'DateTime',
      description: 'When it was acquired; for the pool of WAC, the moment that the figures stand for.',
    }),
    quantity: t.expose('quantity', { type: 'Decimal' }),
    remaining: t.expose('remaining', { type: 'Decimal' }),
    unitCost: t.expose('unitCost', { type: 'Decimal' }),
    cost: t.expose('cost', { type: 'Decimal', description: 'Of what remains.' }),
    basisStatus: t.expose('basisStatus', { type: BasisStatus }),
  }),
});
