/** An event of a wallet's log. */
import { z } from 'zod';
import { walletEventTypes } from '../../domain/event-types.ts';
import { transferFields } from '../../domain/transfer-events.ts';
import { syncErrorKinds } from '../../errors.ts';
import { finalities, retractionReasons, type WalletEventView } from '../../use-cases/model/event-model.ts';
import { issueJson, issueSchema } from './issue.ts';
import { addressField, timestampField } from './objects/fields.ts';
import { list, orNull, plain, text, textOrNull, time } from './objects/json.ts';
import { transferJson, transferSchema } from './transfer.ts';

const lower = <Name extends string>(names: readonly Name[]) =>
  z.enum(names.map((name) => name.toLowerCase()));

const changedField = z
  .array(lower(transferFields))
  .nullable()
  .meta({ description: 'What may be different; null: it is new, or anything may be' });

const transferData = z
  .strictObject({
    id: z
      .string()
      .meta({ description: 'Of the transfer, as in /wallet/transfer/', examples: ['tfr_AAAAAQ'] }),
    transfer: transferSchema.nullable().meta({
      description:
        'As /wallet/transfer/ has it now, which may be later than the event; null: it is gone, as this event or a later one says',
    }),
    changed: changedField,
    reason: lower(retractionReasons).nullable().meta({
      description:
        'Of transfer.retracted: reorg, or recomputed (what a balance grew by was measured anew); else null',
    }),
  })
  .meta({
    id: 'TransferEventData',
    description: 'Of transfer.added, transfer.updated, transfer.retracted and transfer.finalized',
  });

const historyData = z
  .strictObject({
    from: timestampField.meta({ description: 'The time of the first of them' }),
    to: timestampField.meta({ description: 'The second after the last of them' }),
    changed: changedField,
  })
  .meta({
    id: 'HistoryEventData',
    description: 'Of history.changed: read the transfers with this `from` and `to` anew',
  });

const failureData = z
  .strictObject({
    code: z.enum(syncErrorKinds).meta({ description: 'For programs' }),
    message: z.string().meta({ description: 'What it means for the data, and what to do' }),
  })
  .meta({ id: 'FailureEventData', description: 'Of wallet.failed' });

const units = (description: string) =>
  z.string().meta({ description: `${description}; an integer of base units`, examples: ['-1500000'] });

const balanceData = z
  .strictObject({
    token: addressField.meta({ description: 'The contract; all zero: the native token' }),
    on_chain: units('What the chain says'),
    difference: units('The chain’s less what the transfers come to; your opening lots are not counted'),
    block_number: z.int().meta({ description: 'As of this block' }),
  })
  .meta({ id: 'BalanceEventData', description: 'Of balance.differs and balance.agrees' });

const issueData = z
  .strictObject({ issue: issueSchema.meta({ description: 'As /wallet/issue/ lists, or listed, it' }) })
  .meta({ id: 'IssueEventData', description: 'Of issue.opened and issue.closed' });

const bookingData = z
  .strictObject({
    from: timestampField
      .nullable()
      .meta({ description: 'Lots, disposals, totals and issues from this time on may differ; null: all' }),
    opened: z
      .int()
      .meta({ description: 'Issues that were not there before; at most 500 are told one by one' }),
    closed: z
      .int()
      .meta({ description: 'Issues that are not there any more; at most 500 are told one by one' }),
  })
  .meta({ id: 'BookingEventData', description: 'Of ledger.booked' });

const blockOrNull = (description: string) => z.int().nullable().meta({ description });

const progressData = z
  .strictObject({
    from_block: z.int().meta({ description: 'The first block that is read' }),
    block: blockOrNull('The last block that was stored; null: none was'),
    head_block: blockOrNull('The head of the chain, when it was last asked for'),
  })
  .meta({ id: 'ProgressEventData', description: 'Of wallet.progress' });

const emptyData = z.strictObject({}).meta({
  id: 'EmptyEventData',
  description: 'Of wallet.loaded and history.reset: there is nothing more to say',
});

export const eventSchema = z
  .strictObject({
    id: z.string().meta({
      description: 'The same whenever it is read: by it, what came twice is known',
      examples: ['evt_AAAAAQ'],
    }),
    type: z.enum(walletEventTypes).meta({ description: 'What happened' }),
    timestamp: timestampField.meta({ description: 'When it was stored' }),
    sequence: z.int().meta({
      description: '1, 2, 3 … per wallet, from its registration on, without a gap over all types',
    }),
    previous: z.int().meta({
      description:
        'The number of the event before it of those asked for; on the first of a page the number that it was read from',
    }),
    wallet: addressField,
    chain_id: z.int().meta({
      description:
        'On which chain; of ledger.booked where the booking began: figures of all chains may differ',
    }),
    finality: lower(finalities).nullable().meta({
      description: 'final: no re-org takes the transfer away any more; null: no transfer, or it is gone',
    }),
    data: z
      .union([
        transferData,
        historyData,
        failureData,
        balanceData,
        issueData,
        bookingData,
        progressData,
        emptyData,
      ])
      .meta({ description: 'What there is to say, by `type`' }),
  })
  .meta({ id: 'WalletEvent', description: 'What happened to a wallet, in the order in which it was stored' });

export function eventJson(event: WalletEventView, baseUrl: string): string {
  const { id, type, timestamp, sequence, previous, wallet, blockchain, finality } = event;
  return (
    `{"id":${plain(id)},"type":${plain(type)},"timestamp":${time(timestamp)},"sequence":${sequence},"previous":${previous},` +
    `"wallet":${plain(wallet)},"chain_id":${blockchain.chainId},"finality":${textOrNull(finality?.toLowerCase() ?? null)},` +
    `"data":${dataJson(event, baseUrl)}}`
  );
}

function dataJson(
  {
    transferId,
    transfer,
    changed,
    retraction,
    between,
    balance,
    issue,
    booking,
    progress,
    error,
  }: WalletEventView,
  baseUrl: string,
): string {
  const changes = orNull(changed, (fields) => list(fields, (field) => plain(field.toLowerCase())));
  if (transferId !== null) {
    const told = orNull(transfer, (view) => transferJson(view, baseUrl));
    const reason = textOrNull(retraction?.toLowerCase() ?? null);
    return `{"id":${plain(transferId)},"transfer":${told},"changed":${changes},"reason":${reason}}`;
  }
  if (between !== null) return `{"from":${time(between.from)},"to":${time(between.to)},"changed":${changes}}`;
  if (balance !== null) {
    const { tokenAddress, onChain, difference, blockNumber } = balance;
    const figures = `"on_chain":${plain(onChain)},"difference":${plain(difference)},"block_number":${blockNumber}`;
    return `{"token":${plain(tokenAddress)},${figures}}`;
  }
  if (issue !== null) return `{"issue":${issueJson(issue)}}`;
  if (booking !== null) {
    const { from, opened, closed } = booking;
    return `{"from":${orNull(from, time)},"opened":${opened},"closed":${closed}}`;
  }
  if (progress !== null) {
    const { fromBlock, block, headBlock } = progress;
    return `{"from_block":${fromBlock},"block":${block},"head_block":${headBlock}}`;
  }
  if (error !== null) return `{"code":${plain(error.kind)},"message":${text(error.message)}}`;
  return '{}';
}
