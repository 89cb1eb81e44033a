/** A balance that has moved since it was compared is not said to be the chain's of then. */
import { expect, test } from 'vitest';
import { checkedNote } from '../../web/src/pages/holding/checked-note.ts';

const equal = { difference: '0', onChainBalance: '15.5', blockNumber: 12_985 };

test.each([
  [undefined, 'not compared with the chain yet'],
  [{ ...equal, difference: '-1' }, 'differs from the chain: see Issues'],
  [equal, '✓ equal to the chain at block 12,985'],
  [{ ...equal, onChainBalance: '15.25' }, '✓ was equal to the chain at block 12,985, and has moved since'],
])('%o: %s', (reconciliation, said) => {
  expect(checkedNote({ balance: '15.5', reconciliation })).toBe(said);
});
