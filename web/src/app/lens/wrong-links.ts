/**
 * What of a link cannot be read. It is left out, and the router writes the address anew without it: what it was is remembered here, so that
 * the page can say so.
 */

/** What of a URL a route reads. */
type Reading<Search> = (search: Record<string, unknown>) => Search;

interface Wrong {
  name: string;
  value: string;
}

/** What says what holds anyway, and is left out of addresses. */
const defaults: Readonly<Record<string, unknown>> = {
  by: 'token',
  order: 'VALUE',
  zero: false,
  spam: false,
  undone: false,
};

/** The parts of a value: a list's are left out one by one. */
function partsOf(name: string, value: unknown): string[] {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (name === 'w') return text.split(',');
  return name === 'f' ? text.split('~') : [text];
}

const sameText = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase();

function wrongOf(name: string, given: unknown, read: unknown): Wrong[] {
  if (given === undefined || given === '' || given === defaults[name]) return [];
  const kept = read === undefined ? [] : partsOf(name, read);
  return partsOf(name, given)
    .filter((part) => !kept.some((one) => sameText(one, part)))
    .map((value) => ({ name, value }));
}

let noted: readonly Wrong[] = [];
const listeners = new Set<() => void>();

const isNoted = ({ name, value }: Wrong): boolean =>
  noted.some((one) => one.name === name && one.value === value);

function set(next: readonly Wrong[]): void {
  noted = next;
  for (const listener of listeners) listener();
}

/** As `useSyncExternalStore` takes it. */
export const wrongLinks = {
  read: (): readonly Wrong[] => noted,
  forget: (): void => {
    if (noted.length > 0) set([]);
  },
  note: (wrong: Wrong): void => {
    if (!isNoted(wrong)) set([...noted, wrong]);
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** The reading of a route: of what is named, what is wrong is undefined, and noted. The router hands on the rest of a URL as it is. */
export const readingOf =
  <Search extends object>(names: readonly string[], read: Reading<Search>): Reading<Search> =>
  (search) => {
    const found = read(search);
    const known = new Map<string, unknown>(Object.entries(found));
    const wrong = names
      .flatMap((name) => wrongOf(name, search[name], known.get(name)))
      .filter((one) => !isNoted(one));
    // Not while the page that is told of it is drawn.
    if (wrong.length > 0) queueMicrotask(() => set([...noted, ...wrong]));
    return { ...Object.fromEntries(names.map((name) => [name, undefined])), ...found };
  };
