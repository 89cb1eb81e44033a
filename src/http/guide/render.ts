/** A document as HTML: links between documents lead to pages of the guide, raw HTML of a document is text. */
import { posix } from 'node:path';
import { Marked, type Tokens } from 'marked';
import type { GuideContent, GuideDocument } from './documents.ts';

export interface Section {
  heading: string;
  /** The name of its heading; empty for what stands before the second heading of a page. */
  anchor: string;
  level: number;
  /** Its text without signs, for the search. */
  text: string;
}

export interface RenderedDocument {
  html: string;
  sections: readonly Section[];
}

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The names of headings as GitHub gives them: lower case, without signs, hyphens for blanks, numbered when repeated. */
export function createHeadingNames(): (heading: string) => string {
  const given = new Map<string, number>();
  return (heading) => {
    const name = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
    const number = given.get(name) ?? 0;
    given.set(name, number + 1);
    return number === 0 ? name : `${name}-${number}`;
  };
}

/** The way from a page of the guide up to `/docs/`: empty for pages directly below it. */
export const upFrom = (name: string): string => '../'.repeat(name.split('/').length - 1);

/** Files of the repository that the service itself serves, from `/docs/`. */
const served = new Map([['schema.graphql', '../schema.graphql']]);

/** Where a link of a document leads; null: to nothing that the service serves. Relative, so that it holds below any path of a proxy. */
export function linkFrom(
  { documents }: GuideContent,
  { name, path }: GuideDocument,
  link: string,
): string | null {
  if (/^https?:\/\//.test(link) || link.startsWith('#')) return link;
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(link)) return null;
  const [file = '', anchor] = link.split('#', 2);
  const target = posix.join(posix.dirname(path), file);
  const found =
    [...documents.values()].find((document) => document.path === target)?.name ?? served.get(target);
  return found === undefined ? null : `${upFrom(name)}${found}${anchor === undefined ? '' : `#${anchor}`}`;
}

/** Where a picture of a document is; null: it is none of ours. */
function pictureFrom({ pictures }: GuideContent, { name, path }: GuideDocument, link: string): string | null {
  const target = posix.join(posix.dirname(path), link);
  const file = target.startsWith('docs/') ? target.slice('docs/'.length) : '';
  return pictures.has(file) ? `${upFrom(name)}files/${file}` : null;
}

/** Renders a document, and takes it apart for the search. */
export function renderDocument(content: GuideContent, document: GuideDocument): RenderedDocument {
  const marked = new Marked({ gfm: true, async: false });
  const sections: (Section & { parts: string[] })[] = [
    { heading: document.title, anchor: '', level: 1, text: '', parts: [] },
  ];
  const nameOf = createHeadingNames();
  marked.use({
    renderer: rendererOf(content, document, nameOf, (section) => sections.push({ ...section, parts: [] })),
  });
  const html = marked.parse(document.markdown, { async: false });
  fillTexts(marked, document.markdown, sections);
  return { html, sections: sections.map(({ parts, ...section }) => ({ ...section, text: parts.join(' ') })) };
}

type Renderer = NonNullable<Parameters<Marked['use']>[0]['renderer']>;

function rendererOf(
  content: GuideContent,
  document: GuideDocument,
  nameOf: (heading: string) => string,
  addSection: (section: Section) => void,
): Renderer {
  return {
    heading({ tokens, depth, text }) {
      const anchor = nameOf(text);
      if (depth > 1) addSection({ heading: plain(text), anchor, level: depth, text: '' });
      return `<h${depth} id="${escapeHtml(anchor)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      const target = linkFrom(content, document, href);
      const text = this.parser.parseInline(tokens);
      if (target === null) return text;
      const rel = target.startsWith('http') ? ' rel="noopener noreferrer"' : '';
      return `<a href="${escapeHtml(target)}"${rel}>${text}</a>`;
    },
    image({ href, text }) {
      const source = pictureFrom(content, document, href);
      return source === null
        ? escapeHtml(text)
        : `<img src="${escapeHtml(source)}" alt="${escapeHtml(text)}">`;
    },
    // Comments are for those who keep the documents, keys look like keys; anything else is shown as it stands.
    html: ({ text }) => {
      if (/^<\/?kbd>$/.test(text)) return text;
      return /^\s*<!--[\s\S]*-->\s*$/.test(text) ? '' : escapeHtml(text);
    },
    code: ({ text, lang = '' }) =>
      `<pre tabindex="0"><code${lang === '' ? '' : ` class="${escapeHtml(lang.split(' ', 1)[0] ?? '')}"`}>${escapeHtml(text)}</code></pre>\n`,
    table(token) {
      return `<div class="table" tabindex="0" role="group" aria-label="Table">${tableHtml(this.parser, token)}</div>\n`;
    },
  };
}

interface InlineParser {
  parseInline(tokens: Tokens.TableCell['tokens']): string;
}

function tableHtml(parser: InlineParser, { header, rows }: Tokens.Table): string {
  const row = (cells: readonly Tokens.TableCell[], tag: 'th' | 'td'): string =>
    `<tr>${cells.map(({ tokens }) => `<${tag}${tag === 'th' ? ' scope="col"' : ''}>${parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`;
  return `<table><thead>${row(header, 'th')}</thead><tbody>${rows.map((cells) => row(cells, 'td')).join('')}</tbody></table>`;
}

/** Without the signs of Markdown; only for reading and searching. */
const plain = (markdown: string): string =>
  markdown
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*|]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** The text of each section, in the order of the headings. */
function fillTexts(marked: Marked, markdown: string, sections: { parts: string[] }[]): void {
  let index = 0;
  for (const token of marked.lexer(markdown)) {
    if (token.type === 'heading' && token.depth > 1) index += 1;
    else if (token.type !== 'heading' && token.type !== 'space') {
      const text = plain(token.raw.replace(/^```.*$/gm, '').replace(/\|[-| ]+\|/g, ''));
      if (text !== '') sections[index]?.parts.push(text);
    }
  }
}
