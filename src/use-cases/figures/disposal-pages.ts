/** Pages of disposals of several wallets and tokens: a linked page goes on behind the last one's last item. */
import { isTransactionPosition, isTransferPosition } from '../../domain/position.ts';
import { PublicError } from '../../errors.ts';
import type { WalletDisposalPlace, WalletDisposalRow } from '../../store/ledger/lists/ledger-lists.ts';
import type { Page, PageRequest } from '../model/view-model.ts';
import { notAnAnchor, ofAnotherList, refusedAnchor } from '../pages/anchors.ts';

export interface DisposalList {
  fingerprint: string;
  fetch(slice: {
    after: WalletDisposalPlace | null;
    offset: number;
    limit: number;
  }): Promise<WalletDisposalRow[]>;
  count(): Promise<number>;
}

export async function disposalPage(
  list: DisposalList,
  request: PageRequest,
): Promise<Page<WalletDisposalRow>> {
  if (request.mode === 'cursor') throw new RangeError('disposals of wallets are read by pages');
  const { page, pageSize } = request;
  const name = `${list.fingerprint}.${pageSize}.${page}`;
  const anchor = request.anchor === undefined ? null : decodeAnchor(request.anchor);
  if (anchor !== null && !anchor.name.startsWith(`${list.fingerprint}.`)) throw refusedAnchor(ofAnotherList);
  // One of another page does not tell where this one begins.
  const after = anchor?.name === name ? anchor.place : null;
  const offset = after === null ? (page - 1) * pageSize : 0;
  const found = await list.fetch({ after, offset, limit: pageSize + 1 });
  const items = found.slice(0, pageSize);
  const hasNextPage = found.length > pageSize;
  if (page > 1 && items.length === 0) {
    throw new PublicError('PAGE_NOT_FOUND', `page ${page} is past the last page of the list`);
  }
  const last = items.at(-1);
  const nextName = `${list.fingerprint}.${pageSize}.${page + 1}`;
  return {
    items,
    cursors: [],
    hasNextPage,
    hasPreviousPage: page > 1,
    count: async () => (hasNextPage || page > 1 ? list.count() : items.length),
    next:
      hasNextPage && last !== undefined
        ? { page: page + 1, anchor: encodeAnchor(nextName, placeOf(last)) }
        : null,
    previous: page > 1 ? { page: page - 1 } : null,
    anchor: null,
  };
}

const placeOf = ({ disposedBy, account, part }: WalletDisposalRow): WalletDisposalPlace => ({
  ...{ position: disposedBy.position, walletId: account.walletId, token: account.token, part },
});

function encodeAnchor(name: string, { position, walletId, token, part }: WalletDisposalPlace): string {
  return Buffer.from([name, position, walletId, token, part].join(' ')).toString('base64url');
}

function decodeAnchor(text: string): { name: string; place: WalletDisposalPlace } {
  const plain = Buffer.from(text, 'base64url').toString('latin1');
  const match = /^(\S+) ([0-9a-f]+) (\d{1,9}) (\d+:0x[0-9a-f]{40}(?::\d+)?) (\d{1,9})$/.exec(plain);
  const [, name = '', position = '', walletId = '', token = '', part = ''] = match ?? [];
  const place = { position, walletId: Number(walletId), token, part: Number(part) };
  const isPosition = isTransactionPosition(position) || isTransferPosition(position);
  if (match === null || !isPosition || encodeAnchor(name, place) !== text) throw refusedAnchor(notAnAnchor);
  return { name, place };
}
