/**
 * Asking in batches that are cut in two when the source refuses one: too large, or one item in it that it cannot bear.
 * So an oversized batch or a poisonous token costs a few more requests instead of every price.
 */
import { errorText } from '../../errors.ts';

/** What one batch came to. */
export type Piece<Item, Answer> =
  | { items: readonly Item[]; ok: true; answer: Answer }
  | { items: readonly Item[]; ok: false; status: number | null; detail: string };

/** The source's refusal of a question, as an answer. */
export interface Refusal {
  refused: number;
}

export interface DivideOptions<Item, Answer> {
  /** Asks for all the items at once. `divisible`: a refusal will lead to smaller questions. */
  ask(items: readonly Item[], divisible: boolean): Promise<{ answer: Answer } | Refusal>;
  /** The question in two, or null when it cannot be cut. Default: halves. */
  divide?(items: readonly Item[], status: number): readonly [readonly Item[], readonly Item[]] | null;
  /** Cuts that may still be made; shared by the batches of one ask, so that a source that refuses everything is bounded. */
  budget: { cuts: number };
}

export function halves<Item>(items: readonly Item[]): readonly [readonly Item[], readonly Item[]] | null {
  const middle = items.length >> 1;
  return middle === 0 ? null : [items.slice(0, middle), items.slice(middle)];
}

/** Every item is in exactly one of the pieces. Never rejects. */
export async function askDivided<Item, Answer>(
  items: readonly Item[],
  options: DivideOptions<Item, Answer>,
): Promise<Piece<Item, Answer>[]> {
  const divide = options.divide ?? halves;
  try {
    // Status 0 asks: could it be cut at all?
    const divisible = options.budget.cuts > 0 && divide(items, 0) !== null;
    const result = await options.ask(items, divisible);
    if ('answer' in result) return [{ items, ok: true, answer: result.answer }];
    const parts = options.budget.cuts > 0 ? divide(items, result.refused) : null;
    if (parts === null) {
      return [
        { items, ok: false, status: result.refused, detail: `refused the question (${result.refused})` },
      ];
    }
    options.budget.cuts -= 1;
    return [...(await askDivided(parts[0], options)), ...(await askDivided(parts[1], options))];
  } catch (error) {
    return [{ items, ok: false, status: null, detail: errorText(error) }];
  }
}
