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
const leastRight = 361;

/** What is booked as sold though it is still the wallet's, and why. */
const unrecognised: Readonly<Record<string, string>> = {
  gmx: 'a request whose event names neither sum as it moved',
  'stakedao-v2': 'claims that a message sends to another chain, several at once',
  echo: 'taken by an operator of a platform whose events are not known',
  spark: 'a swap against the token of a savings account, which nothing but its name tells',
  curve: 'a zap, which its pool names as the provider',
};

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
    expect(right).toBeGreaterThanOrEqual(leastRight);
  });

  test('no principal as income', () => {
    const found = judged.flatMap(({ given, flows }) => principalAsIncome(flows).map(() => nameOf(given)));
    expect(found).toEqual([]);
  });

  test('no deposit and no bridge leg as sold, but for what the table says', () => {
    const sold = judged.flatMap(({ given, classified, flows }) =>
      ownMoneyAsDisposal(flows).map(({ flow }) => ({ given, classified, flow })),
    );
    // Liquidity of several tokens is a trade by default: what comes out of a pool is not what went in.
    const isLiquidity = ({ classified }: (typeof sold)[number]): boolean => classified.kind === 'DEPOSIT';
    const others = sold.filter((item) => !isLiquidity(item));
    console.info(`sold as liquidity: ${sold.length - others.length} flows`);
    for (const { given, flow } of others) {
      console.info(`${nameOf(given)} ${flow.amount}: ${unrecognised[given.expected.protocol ?? '']}`);
    }
    const unexplained = others.filter(
      ({ given }) => unrecognised[given.expected.protocol ?? ''] === undefined,
    );
    expect(unexplained.map(({ given }) => nameOf(given))).toEqual([]);
    expect(others.length).toBeLessThanOrEqual(7);
  });

  test('what is plainly sent or got is not taken for more', () => {
    const plain = judged.filter(({ given }) => ['send', 'receive'].includes(given.expected.class));
    const wrong = plain.filter(({ classified }) => !['SEND', 'RECEIVE'].includes(classified.kind));
    const rules = Map.groupBy(wrong, ({ classified }) => classified.kindReason.replace(/ of 0x.*/, ''));
    for (const [rule, of] of rules) {
      console.info(
        `false positives of "${rule}": ${of.length} of ${plain.length}: ${of.map(({ given }) => nameOf(given)).join(', ')}`,
      );
    }
    // By events and called functions: one, which its deciders did not know for a bridge; that it is one its events say.
    const byEvidence = wrong.filter(({ classified }) => classified.kindReason !== 'the flows');
    expect(byEvidence.map(({ given }) => nameOf(given))).toEqual(['42161 0x9f0a7244 send [null]']);
  });

  test('debt as an asset', () => {
    const found = judged.flatMap(({ given, flows }) =>
      debtAsAsset(flows, given.tokens).map(({ flow }) => `${nameOf(given)} ${flow.direction} ${flow.amount}`),
    );
    expect(found).toEqual([]);
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
