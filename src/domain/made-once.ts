/**
 * What is made of an object, kept for as long as the object is: the view of a row, the JSON of a view. Rows that stay the same
 * objects (look-up rows in their cache, newest transfers by their text) so have their view and its JSON made once. Nothing here
 * can be out of date: an object does not change, and what else goes into the making is compared each time.
 */
export interface MadeOnce<Key extends object, Parts extends readonly unknown[], Made> {
  /** What was made of the object with the same parts, or what `make` makes of it now. */
  of(key: Key, parts: Parts, make: () => Made): Made;
}

/** `isKept`: objects that nobody asks for again keep nothing. Default: all are kept. */
export function createMadeOnce<Key extends object, Parts extends readonly unknown[], Made>(
  isKept: (key: Key) => boolean = () => true,
): MadeOnce<Key, Parts, Made> {
  const known = new WeakMap<Key, { parts: Parts; made: Made }>();
  return {
    of(key, parts, make) {
      const before = known.get(key);
      if (before !== undefined && areSame(before.parts, parts)) return before.made;
      const made = make();
      if (isKept(key)) known.set(key, { parts, made });
      return made;
    },
  };
}

/** The same function, which makes each object's result once for as long as its other arguments are the same. */
export function madeOnce<Key extends object, Parts extends readonly unknown[], Made>(
  make: (key: Key, ...parts: Parts) => Made,
): (key: Key, ...parts: Parts) => Made {
  const known = createMadeOnce<Key, Parts, Made>();
  return (key, ...parts) => known.of(key, parts, () => make(key, ...parts));
}

function areSame(left: readonly unknown[], right: readonly unknown[]): boolean {
  for (let index = 0; index < right.length; index += 1) {
    if (left[index] !== right[index]) return false;
  }
  return true;
}
