/** The frame around a page of the guide: bar, search, menu. Works without scripts but for the search. */
import type { DocumentGroup, GuideDocument } from './documents.ts';
import { escapeHtml, type RenderedDocument, upFrom } from './render.ts';

/** Nothing from elsewhere, nothing inline. */
export const guidePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The served names of the page's own files, below `/docs/files/`. */
export interface GuideFiles {
  style: string;
  script: string;
}

/** The whole document. Links are relative, so that they hold below any path of a proxy. */
export function guidePage(
  document: GuideDocument,
  rendered: RenderedDocument,
  { groups, files }: { groups: readonly DocumentGroup[]; files: GuideFiles },
): string {
  const up = upFrom(document.name);
  const title = document.name === 'guide' ? 'Wallet data: guide' : `${document.title} · Wallet data`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${escapeHtml(title)}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${up}files/${files.style}">
    <script src="${up}files/${files.script}" defer></script>
  </head>
  <body>
    <a class="skip" href="#content">To the text</a>
    <header>
      <a class="brand" href="${up}guide">Wallet data</a>
      <nav aria-label="Service">
        <a href="${up}../">Pages</a>
        <a href="${up}../graphql">GraphQL</a>
        <a href="${up}../docs">REST</a>
        <a class="to-menu" href="#menu">Menu</a>
      </nav>
      <div id="search" role="search" data-up="${up}" hidden>
        <label for="search-field" class="hidden">Search the guide</label>
        <input id="search-field" type="search" autocomplete="off" spellcheck="false" placeholder="Search ( / )" maxlength="100">
        <p id="search-state" class="hidden" role="status"></p>
        <ol id="search-results" hidden></ol>
      </div>
    </header>
    <main id="content" tabindex="-1">
${rendered.html}
    </main>
    <nav id="menu" aria-label="Guide">
${groups.map((group) => menuGroup(group, document, rendered)).join('\n')}
    </nav>
  </body>
</html>
`;
}

function menuGroup(group: DocumentGroup, shown: GuideDocument, rendered: RenderedDocument): string {
  const up = upFrom(shown.name);
  const items = group.documents.map((document) => {
    const isShown = document.name === shown.name;
    const text = document.name === 'guide' ? 'What it is' : document.title;
    const link = `<a href="${up}${document.name}"${isShown ? ' aria-current="page"' : ''}>${escapeHtml(text)}</a>`;
    return `      <li>${link}${isShown ? contents(rendered) : ''}</li>`;
  });
  return `      <h2>${escapeHtml(group.title)}</h2>
      <ul>
${items.join('\n')}
      </ul>`;
}

/** The headings of the page that is shown. */
function contents({ sections }: RenderedDocument): string {
  const items = sections
    .filter(({ level }) => level === 2)
    .map(({ anchor, heading }) => `<li><a href="#${escapeHtml(anchor)}">${escapeHtml(heading)}</a></li>`);
  return items.length === 0 ? '' : `<ul>${items.join('')}</ul>`;
}
