/** Issues as clients see them: what a ledger has said, in sentences. */
import type { LedgerIssueCode } from '../../domain/accounting/amounts/types.ts';
import { type Address, zeroAddress } from '../../domain/model.ts';
import { type LedgerToken, readLedgerToken } from '../../store/ledger/ledger-rows.ts';
import type { Lookups } from '../lookups/lookups.ts';
import { type ItemToken, loadReferences } from '../lookups/references.ts';
import type { IssueView } from '../model/figures-model.ts';
import type { Draft } from './issue-draft.ts';

/** What a ledger says of an issue. */
export interface LedgerIssueFacts {
  code: string;
  token: string;
  timestamp: number;
  /** Base units. */
  quantity: bigint;
  currencies: readonly string[];
}

/** Empty where the code is not one of those that ledgers raise. */
export function ledgerIssueDraft(
  issue: LedgerIssueFacts,
  { wallet, transferId }: { wallet: Address; transferId: string | null },
): Draft[] {
  const code = ledgerCodes.find((known) => known === issue.code);
  if (code === undefined) return [];
  const token = readLedgerToken(issue.token);
  return [
    {
      ...{ code, wallet, chainId: token.chainId, token, transferId, timestamp: issue.timestamp },
      say: ({ amount }) => ledgerMessages[code](amount(issue.quantity), issue),
    },
  ];
}

/** Drafts with the names in their sentences. */
export async function issueViews(
  lookups: Lookups,
  clientId: number,
  drafts: readonly Draft[],
): Promise<IssueView[]> {
  const references = await loadReferences(lookups, clientId, {
    tokens: drafts.flatMap(({ token }) => (token === null ? [] : [itemToken(token)])),
  });
  return drafts.map(({ code, wallet, chainId, token, transferId: id, timestamp, say }) => {
    const shown = token === null ? null : references.token(itemToken(token));
    const symbol = shown?.rawToken.symbol || shown?.rawToken.address || '';
    const name = token?.tokenId == null ? symbol : `${symbol} #${token.tokenId}`;
    const message = say({
      amount: (quantity) => `${shown?.format(quantity) ?? quantity} ${name}`,
      chain: (chainId) => references.blockchain(chainId).name,
    });
    const blockchain = chainId === null ? null : references.blockchain(chainId);
    return { code, message, wallet, token: shown?.token ?? null, transferId: id, timestamp, blockchain };
  });
}

const itemToken = ({ chainId, tokenAddress, tokenId }: LedgerToken): ItemToken => ({
  chainId,
  address: tokenAddress,
  standard: tokenId !== null ? 'erc1155' : tokenAddress === zeroAddress ? 'native' : 'erc20',
  tokenId,
});

const ledgerCodes = [
  'MISSING_BASIS',
  'UNPRICED_ACQUISITION',
  'UNPRICED_DISPOSAL',
] as const satisfies readonly LedgerIssueCode[];

const where = ({ currencies }: LedgerIssueFacts): string =>
  currencies.length === 0 ? '' : ` in ${currencies.join(', ')}`;

const ledgerMessages = {
  MISSING_BASIS: (amount) =>
    `What ${amount} cost is not known: more left the wallet than came in, or it came from where no cost is recorded, or as a ` +
    'gift (NON_TAXABLE). Its cost counts as 0. Register the wallet that it came from, enable the chain that it was bridged from, set the basis of what ' +
    'came in with correctTransfer, or add what was held before with addOpeningLot (over REST: POST /wallet/correction/).',
  UNPRICED_ACQUISITION: (amount, issue) =>
    `No price${where(issue)} is known for ${amount} when it came in, so that its cost counts as 0 and its later gain is too ` +
    'high. Set its price or its basis with correctTransfer (over REST: POST /wallet/correction/), or configure another price ' +
    'source for it.',
  UNPRICED_DISPOSAL: (amount, issue) =>
    `No price${where(issue)} is known for ${amount} when it left, so that its gain is not in the totals. Set its price with ` +
    'correctTransfer (over REST: POST /wallet/correction/), or configure another price source for it.',
} satisfies Record<LedgerIssueCode, (amount: string, issue: LedgerIssueFacts) => string>;
