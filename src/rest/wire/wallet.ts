/** Wallet registration record (section 2.10 of the specification), and the same with progress per chain. */
import { z } from 'zod';
import { shownSyncPhases } from '../../domain/model.ts';
import type { ChainSyncView, WalletView } from '../../use-cases/model/wallet-view.ts';
import { blockchainJson, blockchainSchema } from './objects/blockchain.ts';
import { addressField, timestampField } from './objects/fields.ts';
import { list, plain, text, textOrNull, time, timeOrNull } from './objects/json.ts';

const recordFields = {
  id: z.int(),
  address: addressField,
  is_loaded: z
    .boolean()
    .meta({ description: 'True when the whole history is loaded on every enabled chain' }),
};

export const walletSchema = z.strictObject(recordFields).meta({ id: 'Wallet' });

export const walletJson = (wallet: WalletView): string => `{${recordJson(wallet)}}`;

const chainProgressSchema = z
  .strictObject({
    blockchain: blockchainSchema,
    phase: z.enum(shownSyncPhases),
    percent: z.number(),
    synced_block: z.int().nullable(),
    head_block: z.int().nullable(),
    warnings: z.array(z.string()),
    error: z.string().nullable(),
    updated_at: timestampField,
    stale_since: timestampField.nullable(),
    seen_within_seconds: z.int().nullable().meta({
      description: 'How late a new transaction may be seen; null until the history first reached the head',
    }),
    wallet_capacity: z.int().nullable().meta({
      description:
        "How many wallets the explorer's requests per day bear to be looked at once an hour; null: nothing limits them",
    }),
  })
  .meta({ id: 'ChainProgress' });

export const walletProgressSchema = z
  .strictObject({
    ...recordFields,
    stale_since: timestampField.nullable().meta({
      description: 'Newer movements may be missing; null while every chain is in step',
    }),
    sync: z.array(chainProgressSchema),
  })
  .meta({ id: 'WalletProgress' });

export const walletProgressJson = (wallet: WalletView, baseUrl: string): string =>
  `{${recordJson(wallet)},"stale_since":${timeOrNull(wallet.staleSince)},` +
  `"sync":${list(wallet.sync, (sync) => chainProgressJson(sync, baseUrl))}}`;

function recordJson(wallet: WalletView): string {
  return `"id":${wallet.registrationId},"address":${plain(wallet.address)},"is_loaded":${wallet.isLoaded}`;
}

function chainProgressJson(sync: ChainSyncView, baseUrl: string): string {
  return (
    `{"blockchain":${blockchainJson(sync.blockchain, baseUrl)},"phase":${plain(sync.phase)},"percent":${sync.percent},` +
    `"synced_block":${sync.syncedBlock},"head_block":${sync.headBlock},"warnings":${list(sync.warnings, text)},` +
    `"error":${textOrNull(sync.error)},"updated_at":${time(sync.updatedAt)},` +
    `"stale_since":${timeOrNull(sync.staleSince)},"seen_within_seconds":${sync.seenWithinSeconds},` +
    `"wallet_capacity":${sync.walletCapacity}}`
  );
}
