/** Some at once, so that none waits while the service waits for its database, and few enough that none is refused as too much. */
export async function sideBySide<Item>(
  items: Iterable<Item>,
  use: (item: Item) => Promise<void>,
  width = 8,
): Promise<void> {
  const waiting = items[Symbol.iterator]();
  const takeTurns = async (): Promise<void> => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) await use(next.value);
  };
  await Promise.all(Array.from({ length: width }, takeTurns));
}
