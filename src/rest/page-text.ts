/** Items of an answer as JSON. */
import { createMadeOnce } from '../domain/made-once.ts';
import { flatText } from '../domain/text/flat-text.ts';
import { isSharedView } from '../use-cases/model/shared-views.ts';
import { createAnswerMeter } from '../use-cases/pages/answer-limits.ts';
import { list } from './wire/objects/json.ts';

/** Ends as soon as the answer would be too large. */
export function listText<Item>(items: readonly Item[], json: (item: Item) => string): string {
  const meter = createAnswerMeter();
  return list(items, (item) => {
    const text = json(item);
    meter.add(text);
    return text;
  });
}

const kept = createMadeOnce<object, readonly unknown[], string>(isSharedView);

/** The same of a page. Of one that later answers share it is made once, for each way to write it and each base URL. */
export function pageText<Item>(
  items: readonly Item[],
  json: (item: Item, baseUrl: string) => string,
  baseUrl: string,
): string {
  return kept.of(items, [json, baseUrl], () => {
    const text = listText(items, (item) => json(item, baseUrl));
    return isSharedView(items) ? flatText(text) : text;
  });
}
