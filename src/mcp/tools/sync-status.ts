/** sync_status: which wallets are registered, and how far each is loaded on each chain. */
import type { ChainSyncView, WalletView } from '../../use-cases/model/wallet-view.ts';
import { cursorsOf } from '../text/cursors.ts';
import { minuteOf } from '../text/figures.ts';
import { fenced } from '../text/foreign-text.ts';
import { walletsOf } from './questions.ts';
import { cursor, defineTool, detail, wallets } from './tool.ts';

const name = 'sync_status';
const pageSize = { brief: 10, full: 50 };

export const syncStatus = defineTool({
  name,
  title: 'Registered wallets and their loading',
  description: 'The registered wallets, and how far each is loaded on each chain.',
  shape: { wallets, cursor, detail },
  async answer(input, call) {
    const { readModel, caller } = call;
    const first = pageSize[call.detail];
    await call.weigh(first);
    const named = input.wallets === undefined ? undefined : await walletsOf(call, input.wallets);
    const cursors = cursorsOf(name, named ?? null);
    const after = cursors.decode(input.cursor);
    const page = await readModel.listWallets(
      caller,
      { mode: 'cursor', first, ...(after === undefined ? {} : { after }) },
      named,
    );
    const rows = page.items.flatMap((wallet, index) => rowsOf(wallet).map((cells) => ({ cells, index })));
    return {
      lines: [`${await page.count()} wallets`],
      table: {
        columns: ['wallet', 'chain', 'phase', '% loaded', 'block', 'head', 'stale since', 'note'],
        rows: rows.map(({ cells }) => cells),
        cursorAfter(count) {
          // A wallet of which a row is cut comes again.
          const cut = rows[count];
          const last = cut === undefined ? page.items.length - 1 : cut.index - 1;
          const inner = page.cursors[last];
          return inner === undefined || (cut === undefined && !page.hasNextPage)
            ? null
            : cursors.encode(inner);
        },
        more: 'go on with next_cursor, or name wallets',
      },
      asOf: call.now,
      missing: page.items.some(({ isLoaded }) => !isLoaded) ? ['some wallets are not loaded yet'] : [],
    };
  },
});

function rowsOf({ address, ensName, sync }: WalletView): string[][] {
  const shown = ensName === null ? address : `${address} ${fenced(ensName)}`;
  if (sync.length === 0) return [[shown, 'no chain is enabled', '-', '-', '-', '-', '-', '']];
  return sync.map((chain) => [shown, ...chainCells(chain)]);
}

function chainCells({
  blockchain,
  phase,
  percent,
  syncedBlock,
  headBlock,
  ...chain
}: ChainSyncView): string[] {
  const stale = chain.staleSince === null ? '-' : minuteOf(chain.staleSince);
  const notes = [...(chain.error === null ? [] : [chain.error]), ...chain.warnings].join(' ');
  return [
    ...[blockchain.slug, phase, String(percent), String(syncedBlock ?? '-'), String(headBlock ?? '-')],
    ...[stale, notes === '' ? '' : fenced(notes, 200)],
  ];
}
