/** In GraphQL an input that is absent and one that is null mean the same here: not given. */

/** The same object with only what was given. */
export type Given<Input> = { [Name in keyof Input]?: NonNullable<Input[Name]> };

export function given<Input extends object>(input: Input | null | undefined): Given<Input>;
export function given(input: object | null | undefined): object {
  return Object.fromEntries(
    Object.entries(input ?? {}).filter(([, value]) => value !== null && value !== undefined),
  );
}
