/** Which texts of clients are stored: what is seen is what is there. */
import { expect, test } from 'vitest';
import { textProblem } from '../../src/domain/text/client-text.ts';

test.each<[string, string]>([
  ['half of a surrogate pair', 'Ma\ud83dx'],
  ['the other half', '\ude00'],
  ['right-to-left override', 'invoice\u202Efdp.exe'],
  ['left-to-right isolate', '\u2066x\u2069'],
  ['right-to-left mark', 'x\u200F'],
  ['Arabic letter mark', 'x\u061C'],
  ['zero-width space', 'Bin\u200Bance'],
  ['zero-width joiner between Latin letters', 'Bin\u200Dance'],
  ['zero-width non-joiner between Latin letters', 'Bin\u200Cance'],
  ['zero-width no-break space', '\uFEFFBinance'],
  ['word joiner', 'Bin\u2060ance'],
  ['soft hyphen', 'Bin\u00ADance'],
  ['combining grapheme joiner', 'Bin\u034Fance'],
  ['Hangul filler', '\u3164'],
  ['Braille blank', '\u2800'],
  ['tag letters', 'x\u{E0041}'],
  ['a variation selector after a letter', 'a\uFE0F'],
  ['NUL', 'a\u0000b'],
  ['line feed', 'a\nb'],
  ['line separator', 'a\u2028b'],
])('refused: %s', (_what, text) => {
  expect(textProblem(text)).toMatch(/^holds the character U\+[0-9A-F]{4,5}, which cannot be seen/);
});

test.each<[string, string]>([
  ['plain words', 'Binance 14 (hot wallet), Zürich'],
  ['other scripts', '取引所 Биржа חשבון حساب 계좌'],
  ['combining marks', 'e\u0301a\u0308'],
  ['an emoji', '💸 rent'],
  // U+1F468 U+200D U+1F469 U+200D U+1F467, and the same with skin tones and U+FE0F.
  ['a family, which is joined', '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}'],
  [
    'a tone and a sign that are joined',
    '\u{1F9D1}\u{1F3FD}\u200D\u{1F4BB} \u2764\uFE0F \u{1F3F3}\uFE0F\u200D\u{1F308}',
  ],
  // "I want" in Persian, spelled with a zero-width non-joiner after the prefix.
  ['a joiner that Persian needs', '\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645'],
  ['a joiner that Hindi needs', '\u0915\u094D\u200D\u0937'],
])('taken: %s', (_what, text) => {
  expect(textProblem(text)).toBeNull();
});

test('line breaks and tabs are for notes', () => {
  expect(textProblem('a\r\n\tb', { lines: true })).toBeNull();
  expect(textProblem('a\u000Bb', { lines: true })).toMatch(/U\+000B/);
  expect(textProblem('a\tb')).toMatch(/U\+0009/);
});
