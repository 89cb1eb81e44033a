/** How much one answer of either API may hold. Texts of strangers are bounded where they are stored: domain/text/foreign-texts.ts. */
import { PublicError } from '../../errors.ts';

/** Of one answer, before it is compressed. CSV files and streams of events are not answers in one piece. */
export const maximumAnswerBytes = 8 * 1024 * 1024;

export const answerTooLarge = (): PublicError =>
  new PublicError(
    'ANSWER_TOO_LARGE',
    `The answer would be larger than ${maximumAnswerBytes} bytes: ask for fewer items, or narrow the list with filters.`,
  );

/** Measures an answer while it grows, so that one that is too large is never put together. */
export function createAnswerMeter(maximum = maximumAnswerBytes): { add(text: string): void } {
  let left = maximum;
  return {
    add(text) {
      // A character takes a byte at least; the whole is measured exactly when it is sent.
      left -= text.length;
      if (left < 0) throw answerTooLarge();
    },
  };
}
