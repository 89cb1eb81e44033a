/**
 * The `data` of an answer whose JSON is written already. To everyone who looks at it (a plugin that measures it, or changes it)
 * it is the object that the JSON says; it becomes one when it is first looked at, so that nobody pays who does not look.
 */

/** Of those that nobody has looked at. */
const texts = new WeakMap<object, string>();

/** `text`: the JSON of an object. */
export function writtenData(text: string): object {
  const data = {};
  const read = (): object => {
    if (texts.delete(proxy)) Object.assign(data, JSON.parse(text));
    return data;
  };
  const proxy = new Proxy(data, {
    get: (_data, name) => Reflect.get(read(), name),
    set: (_data, name, value) => Reflect.set(read(), name, value),
    has: (_data, name) => Reflect.has(read(), name),
    deleteProperty: (_data, name) => Reflect.deleteProperty(read(), name),
    ownKeys: () => Reflect.ownKeys(read()),
    getOwnPropertyDescriptor: (_data, name) => Reflect.getOwnPropertyDescriptor(read(), name),
    defineProperty: (_data, name, property) => Reflect.defineProperty(read(), name, property),
    preventExtensions: () => Reflect.preventExtensions(read()),
  });
  texts.set(proxy, text);
  return proxy;
}

/** The JSON of such data; null: it is other data, or somebody has looked at it and may have changed it. */
export const writtenTextOf = (data: unknown): string | null =>
  typeof data === 'object' && data !== null ? (texts.get(data) ?? null) : null;

/** A result as JSON, as JSON.stringify writes it; data that is written already is taken as it is. */
export function resultText(result: object): string {
  const fields: string[] = [];
  for (const [name, value] of Object.entries(result)) {
    const text: string | undefined = writtenTextOf(value) ?? JSON.stringify(value);
    // What JSON has no words for (functions, undefined).
    if (text !== undefined) fields.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${fields.join(',')}}`;
}
