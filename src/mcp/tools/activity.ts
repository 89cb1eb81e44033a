/** activity: the history as sentences, one per transaction, with what went out and came in. */
import { z } from 'zod';
import { type TransactionKind, transactionKinds } from '../../domain/model.ts';
import type { TransactionView, TransferView } from '../../use-cases/model/view-model.ts';
import { cursorsOf } from '../text/cursors.ts';
import { figure, minuteOf, shortAddress, unknown } from '../text/figures.ts';
import { cleanText, fenced } from '../text/foreign-text.ts';
import { addressOf, badInput, loadStateOf, timeOf, walletsOf } from './questions.ts';
import { type Call, cursor, defineTool, detail, from, to, wallets } from './tool.ts';

const name = 'activity';
/** Of one transaction; a batch may have hundreds. */
const mostLegs = 4;

export const activity = defineTool({
  name,
  title: 'Activity',
  description:
    'Transactions, newest first: kind, what went out (-) and came in (+) with its value then, counterparty, fee, hash.',
  shape: {
    ...{ wallets, from, to },
    kinds: z.array(z.string().max(40)).max(40).optional().describe('such as SWAP, SEND, RECEIVE'),
    counterparty: z.string().max(255).optional(),
    spam: z.boolean().default(false),
    limit: z.int().min(1).max(50).default(10),
    ...{ cursor, detail },
  },
  async answer(input, call) {
    const { readModel, caller } = call;
    const addresses = await walletsOf(call, input.wallets);
    const filter = { ...(await filterOf(input, call)), spam: input.spam ? 'INCLUDE' : 'EXCLUDE' } as const;
    const cursors = cursorsOf(name, [addresses, filter]);
    const after = cursors.decode(input.cursor);
    await call.weigh(input.limit);
    const page = await readModel.listTransactions(
      caller,
      { wallets: addresses, filter, order: 'DESC' },
      { mode: 'cursor', first: input.limit, ...(after === undefined ? {} : { after }) },
    );
    const [transfers, state] = await Promise.all([
      readModel.transfersOf(
        caller,
        page.items.map(({ id }) => id),
      ),
      loadStateOf(call, addresses),
    ]);
    const hasWallets = addresses.length > 1;
    const head = ['time (UTC)', 'chain', 'kind', 'moved (value in USD)', 'with', 'fee'];
    return {
      lines: page.items.length === 0 ? ['no transactions'] : [],
      table: {
        columns: [...head, ...(hasWallets ? ['wallet'] : []), 'hash'],
        rows: page.items.map((transaction, index) =>
          cellsOf(transaction, transfers[index] ?? [], call, hasWallets),
        ),
        cursorAfter(rows) {
          const inner = page.cursors[rows - 1];
          const isLast = rows === page.items.length && !page.hasNextPage;
          return inner === undefined || isLast ? null : cursors.encode(inner);
        },
        more: 'go on with next_cursor',
      },
      asOf: state.staleSince ?? call.now,
      missing: state.missing,
    };
  },
});

async function filterOf(
  input: {
    from?: string | undefined;
    to?: string | undefined;
    kinds?: string[] | undefined;
    counterparty?: string | undefined;
  },
  { readModel }: Call,
) {
  const [fromTime, toTime] = [timeOf(input.from, 'from'), timeOf(input.to, 'to')];
  const { counterparty, kinds } = input;
  const names =
    counterparty === undefined ? null : await readModel.resolveNames([counterparty], 'counterparty');
  return {
    ...(fromTime === undefined ? {} : { from: fromTime }),
    ...(toTime === undefined ? {} : { to: toTime }),
    ...(kinds === undefined ? {} : { kinds: kinds.map(kindOf) }),
    ...(counterparty === undefined
      ? {}
      : { counterparties: [addressOf(names?.get(counterparty) ?? counterparty, 'counterparty')] }),
  };
}

function kindOf(text: string): TransactionKind {
  const kind = transactionKinds.find((known) => known === text.toUpperCase());
  if (kind === undefined)
    throw badInput('kinds', `holds '${cleanText(text, 40)}': ${transactionKinds.join(', ')} are known`);
  return kind;
}

function cellsOf(
  transaction: TransactionView,
  transfers: readonly TransferView[],
  call: Call,
  hasWallets: boolean,
): string[] {
  const { timestamp, blockchain, kind, isError, isSpam, fee, hash, wallet } = transaction;
  return [
    ...[minuteOf(timestamp), blockchain.slug],
    kind + (isError && kind !== 'FAILED' ? ' FAILED' : '') + (isSpam ? ' spam' : ''),
    legsOf(transfers, call),
    partyOf(transaction),
    fee === '0' ? '0' : `${figure(fee, call.detail)} ${blockchain.symbol}`,
    ...(hasWallets ? [shortAddress(wallet)] : []),
    hash,
  ];
}

/** `-1.5 «ETH» (4500); +4500 «USDC» (4500)`. */
function legsOf(transfers: readonly TransferView[], { detail: digits }: Call): string {
  if (transfers.length === 0) return 'nothing moved';
  const legs = transfers.slice(0, mostLegs).map((transfer) => {
    const { amount, side, value } = transfer;
    const worth = value === null ? unknown : figure(value.replace('-', ''), digits);
    return `${side === 'inflow' ? '+' : ''}${figure(amount, digits)} ${nameOf(transfer)} (${worth})`;
  });
  const more = transfers.length - legs.length;
  return [...legs, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

/** The fenced symbol; of an NFT with its number. */
export function nameOf({ rawToken }: Pick<TransferView, 'rawToken'>): string {
  const { symbol, name: tokenName, tokenId } = rawToken;
  const shown = fenced(symbol === '' ? tokenName : symbol);
  // Ids may have 78 digits.
  return tokenId === null ? shown : `${shown} #${tokenId.length > 12 ? `${tokenId.slice(0, 12)}…` : tokenId}`;
}

/** By its name, which strangers may have chosen, and always by its address. */
export function partyOf({ counterparty }: Pick<TransferView, 'counterparty'>): string {
  const { address, name: label } = counterparty;
  return label === null ? address : `${fenced(label)} ${address}`;
}
