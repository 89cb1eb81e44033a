/**
 * How well classification understands real transactions, by class and by protocol, with floors that only rise. The cases
 * stand in ../shared/data/meaning; where that is not present, the rules' own fixtures speak.
 */
import { describe, expect, test } from 'vitest';
import { isMeaningPresent, type MeaningCase, meaningCases } from './meaning/cases.ts';
import {
  areFlowsRight,
  areNftsRight,
  classifyCase,
  debtAsAsset,
  isKindRight,
  judgedFlows,
  ownMoneyAsDisposal,
  principalAsIncome,
} from './meaning/judge.ts';
import { printTable } from './meaning/report.ts';

/** What is reached; only ever raised. */
const floors = { kinds: 248, principalAsIncome: 2, ownMoneyAsSold: 118, debtAsAsset: 2 };

/** Cases in which nothing is said are not counted. */
const cases = isMeaningPresent ? meaningCases().filter(({ expected }) => expected.class !== 'none') : [];
const judged = cases.map((given) => {
  const classified = classifyCase(given);
  return {
    given,
    classified,
    flows: judgedFlows(given, classified),
    isRight: isKindRight(given, classified),
  };
});

const nameOf = ({ expected, chainId }: MeaningCase): string =>
  `${chainId} ${expected.hash.slice(0, 10)} ${expected.class} [${expected.protocol}]`;

describe.runIf(isMeaningPresent)('decided cases', () => {
  test('kinds', () => {
    printTable('kind right, by class', judged, ({ given }) => given.expected.class);
    printTable('kind right, by protocol', judged, ({ given }) => given.expected.protocol ?? 'none named');
    for (const { given, classified, isRight } of judged) {
      if (!isRight) console.info(`${nameOf(given)} is ${classified.kind}`);
    }
    const right = judged.filter(({ isRight }) => isRight).length;
    console.info(`kinds right: ${right} of ${judged.length}`);
    expect(right).toBeGreaterThanOrEqual(floors.kinds);
  });

  test.each([
    ['principal as income', principalAsIncome, floors.principalAsIncome],
    ['own money as sold', ownMoneyAsDisposal, floors.ownMoneyAsSold],
  ])('%s', (name, find, most) => {
    const found = judged.flatMap(({ given, flows }) =>
      find(flows).map(({ flow }) => `${nameOf(given)} ${flow.direction} ${flow.amount} ${flow.token}`),
    );
    console.info(`${name}: ${found.length}\n${found.join('\n')}`);
    expect(found.length).toBeLessThanOrEqual(most);
  });

  test('debt as an asset', () => {
    const found = judged.flatMap(({ given, flows }) =>
      debtAsAsset(flows, given.tokens).map(({ flow }) => `${nameOf(given)} ${flow.direction} ${flow.amount}`),
    );
    console.info(`debt as an asset: ${found.length}\n${found.join('\n')}`);
    expect(found.length).toBeLessThanOrEqual(floors.debtAsAsset);
  });

  test('flows, fees and NFTs', () => {
    const wrongOf = (isRight: (item: (typeof judged)[number]) => boolean) =>
      judged.filter((item) => !isRight(item)).map(({ given }) => nameOf(given));
    const known = judged.filter(({ given }) => given.expected.balanced);
    const flows = wrongOf((item) => !known.includes(item) || areFlowsRight(item.given, item.classified));
    const nfts = wrongOf(({ given, classified }) => areNftsRight(given, classified));
    const fees = wrongOf(({ given: { transaction, account }, classified }) => {
      return classified.normalized.fee === (transaction.from === account ? transaction.networkFee : 0n);
    });
    // Noted as a payment in full and a fee that was paid back, where the contract kept the fee.
    expect({ flows, nfts, fees }).toEqual({
      flows: ['42161 0xc604c2d4 withdraw-receipt [umami]'],
      nfts: [],
      fees: [],
    });
  });
});
