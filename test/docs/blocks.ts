/**
 * The fenced blocks of the documents, and what the comment before each says of it (CONTRIBUTING.md, "Examples in the documents"):
 * a block is run, is the answer to the one before it, or is excused with a reason.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..', '..');

export interface Block {
  /** `docs/rest.md:12`, for messages. */
  place: string;
  /** The first word behind the fence: `sh`, `graphql`, `json`, `js`, `text` … */
  language: string;
  /** The words behind it: `config`. */
  words: readonly string[];
  /** What the comment directly before it says: `['not run', 'it needs an agent']`. */
  note: readonly [kind: string, text: string] | null;
  text: string;
}

/** Its examples correct figures, so that it comes last. */
const correcting = 'docs/accounting.md';

/** The pages whose examples are run: those that people read to use the service, in the order in which that is done. */
export const pages: readonly string[] = [
  'README.md',
  'SECURITY.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md') && name !== 'design.md')
    .map((name) => `docs/${name}`)
    .filter((name) => name !== correcting),
  correcting,
];

/** All fenced blocks of a document in their order. A block that is indented by four blanks is one, too, of no language. */
export function blocksOf(path: string, text = readFileSync(join(root, path), 'utf8')): Block[] {
  const lines = text.split('\n');
  const blocks: Block[] = [];
  let note: Block['note'] = null;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const place = `${path}:${index + 1}`;
    const comment = /^<!-- ([a-z ]+): (.+) -->$/.exec(line);
    const fence = /^\s*(`{3,})(.*)$/.exec(line);
    if (fence !== null) {
      const [, mark = '', info = ''] = fence;
      const end = lines.indexOf(mark, index + 1);
      if (end === -1) throw new Error(`${place}: the block has no end`);
      const [language = '', ...words] = info.trim().split(/\s+/);
      blocks.push({ place, language, words, note, text: lines.slice(index + 1, end).join('\n') });
      index = end;
    } else if (/^ {4}\S/.test(line) && (lines[index - 1] ?? '') === '' && !isOfList(lines, index)) {
      blocks.push({ place, language: '', words: [], note, text: line.trim() });
    }
    if (comment !== null) note = [comment[1] ?? '', comment[2] ?? ''];
    else if (line !== '' || fence !== null) note = null;
  }
  return blocks;
}

/** Whether an indented paragraph belongs to an item of a list above it. */
function isOfList(lines: readonly string[], index: number): boolean {
  const above = lines.slice(0, index).findLast((line) => line !== '' && !line.startsWith(' '));
  return /^(?:-|\d+\.) /.test(above ?? '');
}
