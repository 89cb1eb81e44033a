/** activity: the history as sentences, one per transaction, with what went out and came in. */
import { z } from 'zod';
import { type TransactionKind, transactionKinds } from '../../domain/model.ts';
import type { TransactionView, TransferView } from '../../use-cases/model/view-model.ts';
import { figure, minuteOf, shortAddress, unknown } from '../text/figures.ts';
import { cleanText, fenced } from '../text/foreign-text.ts';
import { defineListTool, nextOf } from './list-tool.ts';
import { addressOf, badInput, timeOf } from './questions.ts';
import { type Call, from, to } from './tool.ts';

/** Of one transaction; a batch may have hundreds. */
const mostLegs = 4;

export const activity = defineListTool({
  name: 'activity',
  title: 'Activity',
  description:
    'Transactions, newest first: kind, what went out (-) and came in (+) with its value then, counterparty, fee, hash.',
  shape: {
    ...{ from, to },
    kinds: z.array(z.string().max(40)).max(40).optional().describe('such as SWAP, SEND, RECEIVE'),
    counterparty: z.string().max(255).optional(),
    spam: z.boolean().default(false),
    limit: z.int().min(1).max(50).default(10),
  },
  async list(input, call, { wallets: addresses, after }) {
    const { readModel, caller } = call;
    const filter = { ...(await filterOf(input, call)), spam: input.spam ? 'INCLUDE' : 'EXCLUDE' } as const;
    await call.weigh(input.limit);
    const page = await readModel.listTransactions(
      caller,
      { wallets: addresses, filter, order: 'DESC' },
      { mode: 'cursor', first: input.limit, ...(after === undefined ? {} : { after }) },
    );
    const transfers = await readModel.transfersOf(
      caller,
      page.items.map(({ id }) => id),
    );
    const hasWallets = addresses.length > 1;
    const head = ['time (UTC)', 'chain', 'kind', 'moved (value in USD)', 'with', 'fee'];
    return {
      lines: page.items.length === 0 ? ['no transactions'] : [],
      columns: [...head, ...(hasWallets ? ['wallet'] : []), 'hash'],
      rows: page.items.map((transaction, index) =>
        cellsOf(transaction, transfers[index] ?? [], call, hasWallets),
      ),
      next: nextOf(page),
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
