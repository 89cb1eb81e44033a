import { flatText } from '../../domain/flat-text.ts';

/**
 * Remembers the text of objects that many answers share (tokens, chains, labels), for as long as the objects live. All
 * plans together keep so many characters and begin anew beyond them: a client that asks in ever new ways cannot fill the memory.
 */
export interface TextMemory {
  /**
   * The same writer, which writes each object once in a row under one `variant`. Only for immutable objects, and writers that look at
   * nothing else but what the variant names.
   */
  remembered<Rest extends readonly unknown[], Text>(
    write: (value: unknown, ...rest: Rest) => Text,
    variantOf?: (...rest: Rest) => string,
  ): (value: unknown, ...rest: Rest) => Text | string;
}

const maximumCharacters = 16 * 1024 * 1024;

export function createTextMemory(limit = maximumCharacters): TextMemory {
  let kept = 0;
  let epoch = 0;
  return {
    remembered(write, variantOf = () => '') {
      let own = new WeakMap<object, { variant: string; text: string }>();
      let ownEpoch = epoch;
      return (value, ...rest) => {
        if (typeof value !== 'object' || value === null) return write(value, ...rest);
        if (ownEpoch !== epoch) {
          own = new WeakMap();
          ownEpoch = epoch;
        }
        const variant = variantOf(...rest);
        const known = own.get(value);
        if (known?.variant === variant) return known.text;
        const written = write(value, ...rest);
        if (typeof written !== 'string') return written;
        const made = flatText(written);
        kept += made.length;
        if (kept > limit) {
          kept = 0;
          epoch += 1;
        } else own.set(value, { variant, text: made });
        return made;
      };
    },
  };
}
