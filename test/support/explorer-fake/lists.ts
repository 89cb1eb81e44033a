/** The account lists of the fake, made from the chain: which rows an address has in a range of blocks. */
import { askNode, type ChainIndex, type IndexedBlock } from './chain-index.ts';
import {
  type FakeKind,
  type FakeRow,
  type FakeWithdrawal,
  genesisRow,
  inOwnLetterCase,
  internalRow,
  isListedCall,
  type ListContext,
  pendingRow,
  tokenRow,
  transactionRow,
  withdrawalRow,
} from './rows.ts';

export interface ListQuery {
  action: string;
  address: string;
  fromBlock: number;
  toBlock: number;
  ascending: boolean;
}

export interface ListSource {
  kind: FakeKind;
  index: ChainIndex;
  withdrawals: readonly FakeWithdrawal[];
  /** Blocks above this are not indexed yet. */
  indexedTo: number;
  listsPending: boolean;
}

const standards: Readonly<Record<string, string>> = {
  tokentx: 'erc20',
  tokennfttx: 'erc721',
  token1155tx: 'erc1155',
};

export const listActions = ['txlist', 'txlistinternal', ...Object.keys(standards), 'txsBeaconWithdrawal'];

const emptyTexts: Readonly<Record<FakeKind, Readonly<Record<string, string>>>> = {
  etherscan: {},
  routescan: {},
  blockscout: {
    txlistinternal: 'No internal transactions found',
    tokentx: 'No token transfers found',
    tokennfttx: 'No token transfers found',
    token1155tx: 'No token transfers found',
  },
};

/** What a dialect says when a list is empty. */
export function emptyText(kind: FakeKind, action: string): string {
  return emptyTexts[kind][action] ?? 'No transactions found';
}

/** All rows of a list in the range, in the order asked for. */
export async function listRows(source: ListSource, query: ListQuery): Promise<FakeRow[]> {
  const blocks = await source.index.update();
  const head = Math.min(blocks.length - 1, source.indexedTo);
  const context: ListContext = { kind: source.kind, address: query.address, head };
  const inRange = blocks.slice(query.fromBlock, Math.min(query.toBlock, head) + 1);
  const rows = inRange.flatMap((block) => rowsOfBlock(source, context, query.action, block));
  if (query.action === 'txlist' && query.fromBlock === 0)
    rows.unshift(...(await genesisRows(source, context, blocks)));
  if (!query.ascending) rows.reverse();
  if (query.action === 'txlist' && source.listsPending) rows.push(pendingRow(context));
  return rows.map((row) => inOwnLetterCase(source.kind, row));
}

function rowsOfBlock(
  source: ListSource,
  context: ListContext,
  action: string,
  block: IndexedBlock,
): FakeRow[] {
  const { address } = context;
  switch (action) {
    case 'txlist':
      return block.transactions
        .filter(({ from, to, receipt }) =>
          [from, to, to === null ? receipt.contractAddress : null].includes(address),
        )
        .map((tx) => transactionRow(context, block, tx));
    case 'txlistinternal':
      // Within a block in no useful order, as one finds them.
      return block.calls
        .filter((call) => isListedCall(context, call) && [call.from, call.to, call.created].includes(address))
        .map((call) => internalRow(context, block, call))
        .reverse();
    case 'txsBeaconWithdrawal':
      return source.withdrawals
        .filter((withdrawal) => withdrawal.blockNumber === block.number && withdrawal.address === address)
        .map((withdrawal) => withdrawalRow(block, withdrawal));
    default:
      return block.tokens
        .filter(({ standard, from, to }) => standard === standards[action] && [from, to].includes(address))
        .flatMap((transfer) => {
          const tx = block.transactions.find(({ hash }) => hash === transfer.hash);
          return tx === undefined ? [] : [tokenRow(context, block, tx, transfer)];
        });
  }
}

async function genesisRows(
  source: ListSource,
  context: ListContext,
  blocks: readonly IndexedBlock[],
): Promise<FakeRow[]> {
  const balance = BigInt(
    String(await askNode(source.index.rpcUrl, 'eth_getBalance', [context.address, '0x0'])),
  );
  return balance === 0n ? [] : [genesisRow(context, blocks[0]?.timestamp ?? 0, balance)];
}
