/** How much one request may ask with. Lists have limits of their own; here is what holds before anything is read of them. */

/** Of the values in what a client sends as JSON: lists of 1,000 wallets and all that may stand beside them. */
export const maximumInputValues = 5_000;

/** What is said of more. */
export const tooManyValues = `holds more than ${maximumInputValues} values, as many as one request may have: send it in several`;

/**
 * Whether there are more items of lists and fields of objects in it than one request may have, however deep they lie. It ends with the
 * first that is too many: to check each of them against a schema takes far longer.
 */
export function holdsTooManyValues(value: unknown): boolean {
  let left = maximumInputValues;
  const open = [value];
  while (open.length > 0) {
    const one = open.pop();
    if (typeof one !== 'object' || one === null) continue;
    const inside: unknown[] = Object.values(one);
    left -= inside.length;
    if (left < 0) return true;
    open.push(...inside);
  }
  return false;
}
