/** wallet-data wallets reconcile: asks the running service for a comparison, waits for it, and prints it. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Address } from '../../domain/model.ts';
import { formatUnits } from '../../domain/money/money.ts';
import type { Database } from '../../store/connection/database.ts';
import { findTokens } from '../../store/lookups/lookup-reads.ts';
import { countDueReconciliations, requestReconciliation } from '../../store/sync/reconciliation-requests.ts';
import { findReconciliations } from '../../store/sync/reconciliation-rows.ts';
import { findRegistrations } from '../../store/sync/registrations.ts';
import { type OutputOptions, print, printJson, printTable, UsageError } from '../terminal/output.ts';

const waitMs = 60_000;

export async function reconcileWallets(
  database: Database,
  request: OutputOptions & { clientId: number; addresses: readonly Address[] },
): Promise<void> {
  const rows = await findRegistrations(database, request.clientId, request.addresses);
  const missing = request.addresses.filter((address) => !rows.some((row) => row.address === address));
  if (missing.length > 0) throw new UsageError(`Not registered: ${missing.join(', ')}.`);
  const walletIds = rows.map(({ walletId }) => walletId);
  const since = new Date(Math.floor(Date.now() / 1000) * 1000);
  const chains = await requestReconciliation(database, walletIds);
  if (chains === 0) throw new UsageError('Nothing to compare: the wallets are not loaded yet.');
  const deadline = Date.now() + waitMs;
  while ((await countDueReconciliations(database, walletIds, since)) > 0) {
    if (Date.now() > deadline) {
      print('Asked for; no running service has answered yet. `wallets status` shows the warnings later.');
      return;
    }
    await delay(250);
  }
  await printResult(database, new Map(rows.map(({ walletId, address }) => [walletId, address])), request);
}

async function printResult(
  database: Database,
  addresses: ReadonlyMap<number, Address>,
  { json }: OutputOptions,
): Promise<void> {
  const rows = await findReconciliations(database, [...addresses.keys()]);
  const tokens = await findTokens(
    database,
    rows.map(({ chainId, tokenAddress: address }) => ({ chainId, address })),
  );
  const records = rows.map((row) => {
    const token = tokens.find(
      ({ chainId, address }) => chainId === row.chainId && address === row.tokenAddress,
    );
    const decimals = token?.decimals ?? 0;
    return {
      wallet: addresses.get(row.walletId) ?? '',
      chain_id: row.chainId,
      token: row.tokenAddress,
      symbol: token?.symbol ?? '',
      balance: formatUnits(row.onChain - row.difference, decimals),
      on_chain: formatUnits(row.onChain, decimals),
      difference: formatUnits(row.difference, decimals),
      block: row.blockNumber,
    };
  });
  if (json) printJson(records);
  else
    printTable(
      ['WALLET', 'CHAIN', 'TOKEN', 'BALANCE', 'ON CHAIN', 'DIFFERENCE', 'BLOCK'],
      records.map((one) => [
        ...[one.wallet, String(one.chain_id), one.symbol || one.token, one.balance],
        ...[one.on_chain, one.difference, String(one.block)],
      ]),
    );
}
