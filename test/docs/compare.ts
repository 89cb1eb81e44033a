/** Whether an answer is as a document shows it. `…` in a text stands for any characters, and for all that follows at the end of a list. */

/** How an answer differs from what is shown: one sentence for each place. Members that are not shown may be there. */
export function differences(
  shown: unknown,
  answer: unknown,
  varies: ReadonlySet<string>,
  path = '',
): string[] {
  const here = path === '' ? 'the answer' : path.slice(1);
  if (Array.isArray(shown)) {
    if (!Array.isArray(answer)) return [`${here} is no list`];
    const isOpen = shown.at(-1) === '…';
    const items: unknown[] = isOpen ? shown.slice(0, -1) : shown;
    if (isOpen ? answer.length < items.length : answer.length !== items.length)
      return [`${here} has ${answer.length} items, shown are ${items.length}`];
    return items.flatMap((item, index) => differences(item, answer[index], varies, `${path}[${index}]`));
  }
  if (typeof shown === 'object' && shown !== null) {
    if (typeof answer !== 'object' || answer === null) return [`${here} is no object`];
    const members = new Map<string, unknown>(Object.entries(answer));
    return Object.entries(shown).flatMap(([name, value]) => {
      if (!members.has(name)) return [`${here} has no ${name}`];
      const member = members.get(name);
      if (!varies.has(name)) return differences(value, member, varies, `${path}.${name}`);
      return typeof member === typeof value ? [] : [`${here}.${name} is a ${typeof member}`];
    });
  }
  const isSame = typeof shown === 'string' ? matches(shown, String(answer)) : shown === answer;
  return isSame && typeof shown === typeof answer
    ? []
    : [`${here} is ${JSON.stringify(answer)}, shown is ${JSON.stringify(shown)}`];
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Whether a text is the shown one. A line that is `…` alone stands for any lines, `…` in a line for any characters of it. */
export function matches(shown: string, text: string): boolean {
  const pattern = shown
    .split('\n')
    .map((line) => (line === '…' ? '[^]*' : line.split('…').map(escaped).join('.*')))
    .join('\n');
  return new RegExp(`^${pattern}$`).test(text);
}
