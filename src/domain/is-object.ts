/** Whether a value of unknown type has fields to look into; lists have, too. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
