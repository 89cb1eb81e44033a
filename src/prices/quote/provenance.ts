/** The record kept with a price: what each source said, and why the result was chosen. Plain data, ready for JSON. */
import { Decimal } from '../../domain/money/money.ts';
import type { PriceSourceName } from '../../domain/money/price-sources.ts';
import { formatTime } from '../../domain/time/time.ts';
import type { PriceFailureReason } from '../source/price-source.ts';
import type { ChosenPrice, Decision, Doubt, QuoteRules, SourceAnswer } from './quote-rules.ts';

export interface ProvenanceAnswer {
  source: PriceSourceName;
  /** Also told where it was refused: a zero, a stale price. */
  priceUsd: string | null;
  observedAt: number | null;
  confidence: number | null;
  /** Null: usable. */
  reason: PriceFailureReason | null;
  detail: string | null;
  /** How far from the chosen price, as a share of it with four digits: '0.0213', '-0.0040'. */
  deviation: string | null;
  isOutlier: boolean;
}

export interface Provenance {
  doubts: Doubt[];
  /** In the order of the sources; those that were not asked are missing. */
  answers: ProvenanceAnswer[];
  /** One sentence. */
  explanation: string;
}

export function provenanceOf(
  answers: readonly SourceAnswer[],
  doubts: ReadonlySet<Doubt>,
  price: ChosenPrice | null,
  explanation: string,
): Provenance {
  return {
    doubts: [...doubts],
    explanation,
    answers: answers.map((answer): ProvenanceAnswer => {
      const { source } = answer;
      if (!answer.ok) {
        const { reason, detail } = answer;
        const told = { priceUsd: answer.priceUsd ?? null, observedAt: null, confidence: null };
        return { source, ...told, reason, detail, deviation: null, isOutlier: false };
      }
      const { priceUsd, observedAt, confidence, detail } = answer.observation;
      const deviation = price === null ? null : deviationOf(priceUsd, price.priceUsd);
      const isOutlier = price?.outliers.includes(source) ?? false;
      return { source, priceUsd, observedAt, confidence, reason: null, detail, deviation, isOutlier };
    }),
  };
}

function deviationOf(priceUsd: string, chosen: string): string {
  return new Decimal(priceUsd).minus(chosen).div(chosen).toFixed(4);
}

const doubtTexts = {
  first: "it is the token's first price",
  jump: 'it jumped',
  distrust: 'its source was wrong about this token at another time',
  'low-confidence': 'its source is not sure',
  'large-value': 'a large value hangs on it',
  'all-asked': 'all sources were to be asked',
  kept: 'a price that is kept is compared with a majority of the sources',
} as const satisfies Record<Doubt, string>;

/** Why the result is what it is, or why there is none, in one sentence. */
export function explain(
  answers: readonly SourceAnswer[],
  doubts: ReadonlySet<Doubt>,
  decision: Decision,
  rules: QuoteRules,
): string {
  if (decision.kind !== 'chosen') return explainNone(answers, decision, rules);
  const { source, agreement, outliers, observedAt } = decision.price;
  const at = `${source} at ${formatTime(observedAt)}`;
  const because = [...doubts].map((doubt) => doubtTexts[doubt]).join(', ');
  const good = answers.filter((answer) => answer.ok).map((answer) => answer.source);
  switch (agreement) {
    case 'single':
      return `${at}: the first source that answered, nothing to doubt`;
    case 'confirmed':
      return `${at}: ${good.join(', ')} agree (asked because ${because})`;
    case 'unconfirmed':
      return `${at}: alone, no other source has a price (another was asked because ${because})`;
    case 'median':
      return outliers.length === 0
        ? `${at}: median of ${good.join(', ')}, which disagree`
        : `${at}: median of ${good.filter((name) => !outliers.includes(name)).join(', ')}; ${outliers.join(', ')} left out as too far off`;
  }
}

function explainNone(answers: readonly SourceAnswer[], decision: Decision, rules: QuoteRules): string {
  if (answers.length === 0) return 'no price source is configured';
  if (decision.kind === 'none' && decision.split) {
    const prices = answers.flatMap((answer) =>
      answer.ok ? [`${answer.source} ${answer.observation.priceUsd}`] : [],
    );
    const share = new Decimal(rules.disagreement).times(100).toFixed();
    return `the sources disagree by more than ${share} %, and no majority supports any price: ${prices.join(', ')}`;
  }
  return answers
    .map((answer) => (answer.ok ? answer.source : `${answer.source}: ${answer.reason} (${answer.detail})`))
    .join('; ');
}
