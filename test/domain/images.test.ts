/** What is taken for an image, by its first bytes, out of hostile data: URLs. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  imageOfDataUrl,
  imageReference,
  imageTypeOf,
  maximumImageBytes,
  referencedImage,
} from '../../src/domain/text/data-url-images.ts';
import { cutText, jsonBytes, shortUrl } from '../../src/domain/text/foreign-texts.ts';

const base64 = (type: string, bytes: Buffer | string): string =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
// The signatures of the formats' own specifications.
const png = latin('\x89PNG\r\n\x1a\n\0\0\0\rIHDR');
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

test.each([
  ['image/png', png],
  ['image/jpeg', latin('\xff\xd8\xff\xe0\0\x10JFIF')],
  ['image/gif', latin('GIF89a\x01\0\x01\0')],
  ['image/webp', latin('RIFF\x24\0\0\0WEBPVP8 ')],
  ['image/avif', latin('\0\0\0\x1cftypavif\0\0\0\0')],
  ['image/svg+xml', latin(svg)],
] as const)('%s, whatever it is called', (type, bytes) => {
  for (const claimed of [type, 'text/html', 'application/octet-stream', 'image/bmp', '']) {
    expect(imageOfDataUrl(base64(claimed, bytes))).toEqual({
      type,
      bytes: Buffer.from(bytes),
      hash: createHash('sha256').update(bytes).digest('hex'),
    });
  }
});

test.each([
  ['HTML that claims to be a PNG', base64('image/png', '<html><script>alert(1)</script>')],
  ['HTML around an SVG', base64('image/svg+xml', '<html><svg></svg></html>')],
  ['HTML before a PNG', base64('image/png', Buffer.concat([latin('<script></script>'), png]))],
  ['a PDF', base64('image/png', '%PDF-1.7')],
  ['JavaScript', base64('image/svg+xml', 'alert(1)//<svg>')],
  ['a data URL in a data URL', base64('image/svg+xml', base64('image/png', png))],
  ['wrong base64', 'data:image/png;base64,!!!!'],
  ['nothing', 'data:image/png;base64,'],
  ['no data URL', 'https://example.com/a.png'],
  ['entities that grow', base64('image/svg+xml', '<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg>&a;</svg>')],
  ['UTF-16', base64('image/svg+xml', Buffer.from(`\uFEFF${svg}`, 'utf16le'))],
  ['a comment without an end', base64('image/svg+xml', `<!-- ${svg}`)],
  ['too large', base64('image/svg+xml', `<svg>${' '.repeat(maximumImageBytes)}</svg>`)],
  ['too large, percent-encoded', `data:image/svg+xml,<svg>${'%20'.repeat(maximumImageBytes)}</svg>`],
])('%s is no image', (_, url) => {
  expect(imageOfDataUrl(url)).toBeNull();
});

test('a polyglot is what its first bytes say', () => {
  const polyglot = Buffer.concat([latin('GIF89a/*'), latin('*/=1;alert(1)')]);
  expect(imageTypeOf(polyglot)).toBe('image/gif');
});

test('encodings: percent, plain, base64 with its sign encoded', () => {
  const bytesOf = (url: string): string | undefined => imageOfDataUrl(url)?.bytes.toString('latin1');
  expect(bytesOf(`data:image/svg+xml,${encodeURIComponent(svg)}`)).toBe(svg);
  expect(bytesOf(`data:image/svg+xml;utf8,${svg}`)).toBe(svg);
  expect(bytesOf("data:image/svg+xml,<svg fill='hsl(1,70%,60%)' id='%zz%4'/>")).toBe(
    "<svg fill='hsl(1,70%,60%)' id='%zz%4'/>",
  );
  // 0x89 is no character of UTF-8 by itself.
  expect(bytesOf('data:image/png,%89PNG%0D%0A%1A%0A')).toBe('\x89PNG\r\n\x1a\n');
  // "<svg/>" is PHN2Zy8+ in base64.
  expect(bytesOf('data:image/svg+xml;base64,PHN2Zy8%2B')).toBe('<svg/>');
});

test('what stands before the root of an SVG', () => {
  const type = 'https://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd';
  const heads = [
    '\uFEFF<?xml version="1.0"?>\n',
    '<!-- <html> -->\n<?a b?>',
    `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "${type}">\n`,
  ];
  for (const head of heads) expect(imageTypeOf(Buffer.from(head + svg))).toBe('image/svg+xml');
  expect(imageTypeOf(Buffer.from('<svgfoo>'))).toBeNull();
});

test('a reference names a hash, and nothing else is one', () => {
  const hash = 'ab'.repeat(32);
  expect(referencedImage(imageReference(hash))).toBe(hash);
  for (const text of ['image:ab', `image:${hash}0`, `image:${'AB'.repeat(32)}`, hash, ''])
    expect(referencedImage(text)).toBeNull();
});

test('foreign texts are bounded by the bytes that they take in JSON', () => {
  expect(cutText('short', 10)).toBe('short');
  // An ellipsis is three bytes; a quote is two in JSON, a euro sign three, a unicorn four.
  expect(cutText('abcdefghijk', 10)).toBe('abcdefg…');
  expect(cutText('"'.repeat(9), 10)).toBe('"""…');
  expect(cutText('€'.repeat(9), 10)).toBe('€€…');
  expect(cutText('🦄'.repeat(9), 10)).toBe('🦄…');
  for (const character of ['"', '\n', '\u0001', '\uD800', '🦄', 'x'])
    expect(jsonBytes(cutText(character.repeat(5_000), 1_024))).toBeLessThanOrEqual(1_024);
  const url = (length: number): string => 'https://a.test/'.padEnd(length, 'x');
  expect([shortUrl(url(768)), shortUrl(url(769))]).toEqual([url(768), null]);
});
