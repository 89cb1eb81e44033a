/** A record with one value per key. */
export function recordOf<Key extends string, Value>(
  keys: readonly Key[],
  make: (key: Key) => Value,
): Record<Key, Value> {
  // TypeScript cannot follow keys through Object.fromEntries: this is the one place that says so.
  return Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<Key, Value>;
}
