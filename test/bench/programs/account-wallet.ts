/** Books the ledgers of all wallets in the given database as the service's worker does, and says how many movements that were. */
import { currencyTokens } from '../../../src/domain/currencies.ts';
import { runLedgerOf } from '../../../src/ingest/accounting/run-ledger.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { findLinkedWallets, findStaleLedgers } from '../../../src/store/ledger-runs.ts';

const [url = ''] = process.argv.slice(2);
const database = await openDatabase({ url, maximumConnections: 8 });
let booked = 0;
for (const stale of await findStaleLedgers(database)) {
  const wallets = await findLinkedWallets(database, stale);
  const group = { clientId: stale.clientId, wallets };
  booked += (await runLedgerOf(database, group, { currencyTokens })).movements;
}
await database.close();
process.stdout.write(`${booked}\n`);
