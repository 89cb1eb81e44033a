/** Issues in sentences: what pages say names no call of an API, and what clients of the API are told names them. */
import { describe, expect, test } from 'vitest';
import { shortened } from '../../src/domain/text/shortened.ts';
import { ledgerIssueDraft } from '../../src/use-cases/issues/issue-views.ts';
import { reconciliationIssue } from '../../src/use-cases/issues/reconciliation-issue.ts';

const wallet = `0x${'1'.repeat(40)}` as const;
const tokenAddress = `0x${'7'.repeat(40)}` as const;
const names = { amount: (quantity: bigint) => `${quantity} T`, chain: () => 'Ethereum' };
const row = (difference: bigint) => ({
  ...{ walletId: 1, chainId: 1, tokenAddress, onChain: 100n, difference },
  ...{ blockNumber: 5, checkedAt: 1_700_000_000 },
});
const ofLedger = (code: string) =>
  ledgerIssueDraft(
    { code, token: `1:${tokenAddress}`, timestamp: 1_700_000_000, quantity: 3n, currencies: [] },
    { wallet, transferId: null },
  );
const calls =
  /correctTransfer|addOpeningLot|undoCorrection|reloadWallets|wallet-data|POST |DELETE |[A-Z]+_[A-Z]+/;

describe.each([
  ['cost', () => ofLedger('MISSING_BASIS')],
  ['price in', () => ofLedger('UNPRICED_ACQUISITION')],
  ['price out', () => ofLedger('UNPRICED_DISPOSAL')],
  ['more on the chain', () => [reconciliationIssue(wallet, row(3n), undefined)]],
  ['less on the chain', () => [reconciliationIssue(wallet, row(-3n), undefined)]],
  ['less of a debt', () => [reconciliationIssue(wallet, row(-3n), '1')]],
])('%s', (_name, drafts) => {
  test('what it is names no call; what to do does', () => {
    const [sentences] = drafts().map((draft) => draft.say(names));
    expect(sentences?.what).toMatch(/\b3 T\b.*\.$/);
    expect(sentences?.what).not.toMatch(calls);
    expect(sentences?.advice).toMatch(calls);
  });
});

test('no opening lot takes away what the chain has less of', () => {
  const less = reconciliationIssue(wallet, row(-3n), undefined).say(names);
  expect(less.advice).not.toContain('addOpeningLot');
  expect(reconciliationIssue(wallet, row(3n), undefined).say(names).advice).toContain('addOpeningLot');
});

test('addresses and numbers of NFTs are shortened where they are longer than anybody reads', () => {
  expect(shortened(String(2n ** 256n - 1n))).toBe('115792…9935');
  expect(shortened('0x1eb835eb7beeee9e6bbfe08f16a2d2ef668204bd')).toBe('0x1eb8…04bd');
  expect(shortened('1234567890123')).toBe('1234567890123');
});
