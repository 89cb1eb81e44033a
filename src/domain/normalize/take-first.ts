/** Takes the first item that matches out of the list, so that nothing else is matched with it. undefined: none does. */
export function takeFirst<Item>(items: Item[], matches: (item: Item) => boolean): Item | undefined {
  const place = items.findIndex(matches);
  return place === -1 ? undefined : items.splice(place, 1)[0];
}
