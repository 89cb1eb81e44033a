/** Names to choose from, as clients write them. */

/** What was read of a text, or what is wrong with it. */
export type Read<Value> = { ok: true; value: Value } | { ok: false; problem: string };

/** As much of a client's text as a sentence repeats. */
export const clip = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** Letter case, blanks, hyphens and underscores do not count: "Contract Execution" is contract_execution. */
const folded = (text: string): string => text.toLowerCase().replace(/[\s_-]+/g, '');

/** Reads one of the names, of which each is folded once. */
export function choiceReader<Value>(choices: Readonly<Record<string, Value>>): (item: string) => Read<Value> {
  const values = new Map(Object.entries(choices).map(([name, value]) => [folded(name), { value }]));
  const known = Object.keys(choices).join(', ');
  return (item) => {
    const found = values.get(folded(item));
    if (found !== undefined) return { ok: true, value: found.value };
    return { ok: false, problem: `'${clip(item)}' is not one of: ${known}` };
  };
}
