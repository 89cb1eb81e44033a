/**
 * What the classification of one tree of sources says of decided cases: a line of JSON per case.
 *
 *     node scripts/meaning/verdicts.ts TREE FILE…
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { MeaningCase } from '../../test/domain/classify/meaning/cases.ts';
import type { Verdict } from './verdict.ts';

const [tree = '.', ...files] = process.argv.slice(2);

/** The cases are read, and the classification runs, by that tree's own code. */
const folder = join(resolve(tree), 'test', 'domain', 'classify', 'meaning');
const cases: typeof import('../../test/domain/classify/meaning/cases.ts') = await import(
  pathToFileURL(join(folder, 'cases.ts')).href
);
const judge: typeof import('../../test/domain/classify/meaning/judge.ts') = await import(
  pathToFileURL(join(folder, 'judge.ts')).href
);

function verdictOf(given: MeaningCase): Verdict {
  const classified = judge.classifyCase(given);
  const flows = judge.judgedFlows(given, classified);
  const faults = [
    ...(judge.principalAsIncome(flows).length > 0 ? ['principal as income'] : []),
    ...(judge.ownMoneyAsDisposal(flows).length > 0 ? ['own money as sold'] : []),
    ...(judge.debtAsAsset(flows, given.tokens).length > 0 ? ['debt as an asset'] : []),
  ];
  const { expected, chainId, account } = given;
  return {
    ...{ chainId, account, hash: expected.hash, expected: expected.class, protocol: expected.protocol },
    ...{ isRight: judge.isKindRight(given, classified), faults },
    ...{ kind: classified.kind, category: classified.category, reason: classified.kindReason },
    movements: classified.movements.map(({ movement, taxTreatment, spamReason, heldBy, settles }) => {
      const { side, amount, tokenAddress } = movement;
      const held = heldBy === null ? '' : ` held by ${heldBy}`;
      const settled =
        settles === null ? '' : ` settles ${settles.amount} of ${settles.token} at ${settles.contract}`;
      return `${side} ${amount} of ${tokenAddress}: ${taxTreatment ?? spamReason}${held}${settled}`;
    }),
  };
}

for (const file of files) {
  const bytes = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  for (const given of cases.parseCases(text)) console.log(JSON.stringify(verdictOf(given)));
}
