/** Issues as clients see them: what a ledger has said, in sentences. */
import type { LedgerIssueCode } from '../../domain/accounting/amounts/types.ts';
import { type Address, zeroAddress } from '../../domain/model.ts';
import { sharedPlaces } from '../../domain/money/currencies.ts';
import { shortened } from '../../domain/text/shortened.ts';
import { type LedgerToken, readLedgerToken } from '../../store/ledger/ledger-rows.ts';
import type { Lookups } from '../lookups/lookups.ts';
import { type ItemToken, loadReferences } from '../lookups/references.ts';
import type { IssueView } from '../model/figures-model.ts';
import type { Draft, Sentences } from './issue-draft.ts';
import type { StakeOf } from './issue-stakes.ts';

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
  const { timestamp, quantity } = issue;
  return [
    {
      ...{ code, wallet, chainId: token.chainId, token, transferId, timestamp, quantity },
      say: ({ amount }) => ledgerSentences[code](amount(quantity), issue),
    },
  ];
}

/** Drafts with the names in their sentences; `stakeOf` says what hangs on each, in USD. */
export async function issueViews(
  lookups: Lookups,
  clientId: number,
  drafts: readonly Draft[],
  stakeOf: StakeOf = () => null,
): Promise<IssueView[]> {
  const references = await loadReferences(lookups, clientId, {
    tokens: drafts.flatMap(({ token }) => (token === null ? [] : [itemToken(token)])),
  });
  return drafts.map((draft) => {
    const { code, wallet, chainId, token, transferId: id, timestamp, needsAction = true } = draft;
    const shown = token === null ? null : references.token(itemToken(token));
    const format = (quantity: bigint): string => shown?.format(quantity) ?? String(quantity);
    /** The sentences, in which a token without a symbol and the number of an NFT are written by `write`. */
    const sentences = (write: (text: string) => string): Sentences => {
      const symbol = shown?.rawToken.symbol || write(shown?.rawToken.address ?? '');
      const name = token?.tokenId == null ? symbol : `${symbol} #${write(String(token.tokenId))}`;
      return draft.say({
        amount: (quantity) => `${format(quantity)} ${name}`,
        chain: (chainId) => references.blockchain(chainId).name,
      });
    };
    // Who calls the API needs the whole of what the message is about.
    const whole = sentences((text) => text);
    return {
      ...{ code, wallet, token: shown?.token ?? null, transferId: id, timestamp },
      message: `${whole.what} ${whole.advice}`.trim(),
      ...{ summary: sentences(shortened).what, needsAction },
      atStake: stakeOf(draft, draft.quantity === null ? null : format(draft.quantity)),
      blockchain: chainId === null ? null : references.blockchain(chainId),
    };
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

/** Where no currency has one, none needs a name: a reporting currency is not in every ledger. */
const where = ({ currencies: of }: LedgerIssueFacts): string =>
  of.length === 0 || of.length >= sharedPlaces ? '' : ` in ${of.join(', ')}`;

const ledgerSentences = {
  MISSING_BASIS: (amount) => ({
    what:
      `What ${amount} cost is not known: more left the wallet than came in, or it came from where no cost is recorded, or as a ` +
      'gift whose basis nobody has stated. Its cost counts as 0.',
    advice:
      'Register the wallet that it came from, enable the chain that it was bridged from, set the basis of what ' +
      'came in with correctTransfer, or add what was held before with addOpeningLot (over REST: POST /wallet/correction/).',
  }),
  UNPRICED_ACQUISITION: (amount, issue) => ({
    what: `No price${where(issue)} is known for ${amount} when it came in, so that its cost counts as 0 and its later gain is too high.`,
    advice:
      'Set its price or its basis with correctTransfer (over REST: POST /wallet/correction/), or configure another price ' +
      'source for it.',
  }),
  UNPRICED_DISPOSAL: (amount, issue) => ({
    what: `No price${where(issue)} is known for ${amount} when it left, so that its gain is not in the totals.`,
    advice:
      'Set its price with correctTransfer (over REST: POST /wallet/correction/), or configure another price source for it.',
  }),
} satisfies Record<LedgerIssueCode, (amount: string, issue: LedgerIssueFacts) => Sentences>;
