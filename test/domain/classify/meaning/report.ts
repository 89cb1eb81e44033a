/** Tables of how many are right. */

/** Prints `right/total` per group, the largest groups first. */
export function printTable<Item extends { isRight: boolean }>(
  title: string,
  items: readonly Item[],
  groupOf: (item: Item) => string,
): void {
  const groups = [...Map.groupBy(items, groupOf)]
    .map(([group, of]) => ({
      group,
      total: of.length,
      right: of.filter(({ isRight }) => isRight).length,
    }))
    .sort((left, right) => right.total - left.total || (left.group < right.group ? -1 : 1));
  const width = Math.max(...groups.map(({ group }) => group.length));
  const lines = groups.map(({ group, right, total }) => `${group.padEnd(width)} ${right}/${total}`);
  console.info([title, ...lines].join('\n'));
}
