import { flatText } from '../../domain/text/flat-text.ts';

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

const maximumCharacters = 32 * 1024 * 1024;

type Texts = WeakMap<object, { variant: string; text: string }>;

export function createTextMemory(limit = maximumCharacters): TextMemory {
  let kept = 0;
  /** The texts of each writer. Writers do not hold them: of one that is not used any more they would outlast the beginning anew. */
  let texts = new WeakMap<object, Texts>();

  function beginAnew(): void {
    kept = 0;
    texts = new WeakMap();
  }

  function textsOf(writer: object): Texts {
    const known = texts.get(writer);
    if (known !== undefined) return known;
    const none: Texts = new WeakMap();
    texts.set(writer, none);
    return none;
  }

  return {
    remembered(write, variantOf = () => '') {
      return (value, ...rest) => {
        if (typeof value !== 'object' || value === null) return write(value, ...rest);
        const variant = variantOf(...rest);
        const known = texts.get(write)?.get(value);
        if (known?.variant === variant) return known.text;
        const written = write(value, ...rest);
        if (typeof written !== 'string') return written;
        const made = flatText(written);
        kept += made.length;
        if (kept > limit) beginAnew();
        else textsOf(write).set(value, { variant, text: made });
        return made;
      };
    },
  };
}
