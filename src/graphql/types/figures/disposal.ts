import { connectionType } from '../../builder/connections.ts';
import { BasisStatus, DisposalTreatment } from '../../builder/enums.ts';
import { Disposal, Transfer } from '../../builder/refs.ts';
import { transferById } from './lot.ts';

export const DisposalConnection = connectionType('Disposal', Disposal, { links: false });

Disposal.implement({
  description: 'What one disposal took from one lot.',
  fields: (t) => ({
    disposedBy: t.field({
      type: Transfer,
      nullable: true,
      description: 'null when it was spent on a network fee.',
      resolve: (disposal, _args, context) => transferById(disposal.disposedById, context),
    }),
    disposedAt: t.expose('disposedAt', { type: 'DateTime' }),
    acquiredBy: t.field({
      type: Transfer,
      nullable: true,
      description: 'null when it is not known, and for WAC.',
      resolve: (disposal, _args, context) => transferById(disposal.acquiredById, context),
    }),
    acquiredAt: t.expose('acquiredAt', { type: 'DateTime', nullable: true }),
    quantity: t.expose('quantity', { type: 'Decimal' }),
    proceeds: t.expose('proceeds', {
      type: 'Decimal',
      nullable: true,
      description: 'null: no price was known.',
    }),
    cost: t.expose('cost', { type: 'Decimal' }),
    gain: t.expose('gain', { type: 'Decimal', nullable: true, description: 'null: no price was known.' }),
    basisStatus: t.expose('basisStatus', { type: BasisStatus, description: 'Of the cost.' }),
    taxTreatment: t.expose('taxTreatment', { type: DisposalTreatment }),
  }),
});
