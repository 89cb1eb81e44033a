/** The README's picture is there, and small enough: `node scripts/picture.ts` makes it anew. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('docs/picture.png is 1280 × 800 and has at most 200 kB', async () => {
  const picture = await readFile(join(import.meta.dirname, '..', '..', 'docs', 'picture.png'));
  expect(picture.length).toBeLessThanOrEqual(200_000);
  // PNG, third edition, 5.2 and 11.2.1: signature, then the chunk IHDR, whose first eight bytes are width and height.
  expect(picture.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1280, 800]);
});
