/**
 * How much memory the engine holds: a history that is made while it is read, booked as the service does it (four methods,
 * five currencies), with nothing kept of what comes out. A script that the ledger benchmark starts; takes the size.
 */
import { createLedger } from '../../../src/domain/accounting/ledger.ts';
import { costMethods } from '../../../src/domain/ids.ts';
import { bookedCurrencies } from '../../../src/domain/money/currencies.ts';
import { priceDecimals, streamHistory } from '../ledger-data.ts';
import { grouped } from '../report.ts';

/** docs/design.md, "Quality bars": at most 100k open lots, at most 512 MB resident. */
const mostLots = 100_000;
const mostMegabytes = 512;

const size = Number(process.argv[2]);
const currencies = bookedCurrencies(null);
const ledger = createLedger({
  ...{ methods: costMethods, currencies, priceDecimals },
  ...{ ownTransfers: 'carry', receiptTokens: 'realize', liquidityTokens: 'realize', deposits: 'carry' },
});
// Every tenth movement's worth of lots stays open, up to the bar's.
const movements = streamHistory(size, Math.min(mostLots, Math.ceil(size / 10)), currencies);
for (const movement of movements) ledger.apply([movement]);
// Read before the lots are listed: listing them is not accounting.
const megabytes = (process.resourceUsage().maxRSS * 1024) / 1e6;
let openLots = 0;
for (const { wallet, token } of ledger.accounts()) openLots += ledger.openLots(wallet, token, 'FIFO').length;
const verdict = megabytes <= mostMegabytes ? 'met' : 'NOT MET';
process.stdout.write(
  `memory, ${costMethods.join(' ')}, ${currencies.length} currencies: ${grouped(size)} movements, ` +
    `${grouped(openLots)} open lots per method at the end, at most ${grouped(megabytes)} MB resident ` +
    `(bar ${mostMegabytes} ${verdict})\n`,
);
