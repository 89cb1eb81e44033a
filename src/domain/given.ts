/** Optional fields: with `exactOptionalPropertyTypes`, a field that is absent is left out, never set to undefined. */

export type Given<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** The fields that have a value: `{ a: 1, b: undefined }` → `{ a: 1 }`. */
export function givenFields<Fields extends object>(fields: Fields): Given<Fields> {
  const given: Given<Fields> = {};
  for (const name in fields) {
    const value = fields[name];
    if (isGiven(value)) given[name] = value;
  }
  return given;
}

function isGiven<Value>(value: Value): value is Exclude<Value, undefined> {
  return value !== undefined;
}
