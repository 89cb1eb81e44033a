import { builder } from '../../builder/builder.ts';
import { SyncPhase } from '../../builder/enums.ts';
import { Blockchain, ChainPhase, ChainState, ServiceState } from '../../builder/refs.ts';

ChainPhase.implement({
  description: 'The wallets of one phase on a chain.',
  fields: (t) => ({
    phase: t.expose('phase', { type: SyncPhase }),
    wallets: t.exposeInt('wallets'),
    blocksBehind: t.exposeInt('blocksBehind'),
    overdueSeconds: t.exposeInt('overdueSeconds'),
  }),
});

ChainState.implement({
  description: 'How far the service is on a chain.',
  fields: (t) => ({
    blockchain: t.expose('blockchain', { type: Blockchain }),
    isEnabled: t.exposeBoolean('isEnabled'),
    disabledReason: t.exposeString('disabledReason', { nullable: true }),
    readBlock: t.exposeInt('readBlock', { nullable: true }),
    headBlock: t.exposeInt('headBlock', { nullable: true }),
    headReachedAt: t.expose('headReachedAt', { type: 'DateTime', nullable: true }),
    failedReads: t.exposeInt('failedReads'),
    phases: t.field({
      type: [ChainPhase],
      complexity: { field: 1, multiplier: 6 },
      resolve: ({ phases }) => [...phases],
    }),
  }),
});

ServiceState.implement({
  description: 'How loading and booking stand, of all clients together.',
  fields: (t) => ({
    asOf: t.expose('asOf', { type: 'DateTime' }),
    staleLedgers: t.exposeInt('staleLedgers'),
    staleLedgerSeconds: t.exposeInt('staleLedgerSeconds'),
    chains: t.field({
      type: [ChainState],
      complexity: { field: 1, multiplier: 10 },
      resolve: ({ chains }) => [...chains],
    }),
  }),
});

builder.queryField('serviceState', (t) =>
  t.field({
    type: ServiceState,
    nullable: true,
    description:
      'How loading and booking stand, of all clients together; some seconds old. Needs the scope `admin`.',
    complexity: { field: 100, multiplier: 1 },
    resolve: (_root, _args, { readModel, caller }) => readModel.serviceState(caller),
  }),
);
