/** GraphiQL: a page to try GraphQL, with all of its files from here. */
import { graphiqlOptions } from '../../graphql/graphiql.ts';
import { keyBarHtml, keyBarScript, keyBarStyle } from './key-bar.ts';
import type { PageDefinition } from './page-routes.ts';

/** In characters, far below what servers and proxies take. */
const longestAddress = 4000;

/** The editor sets styles by script; everything else is files of ours. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

/**
 * What the page keeps in the browser: tabs and former queries. Headers are left out, and whatever looks like a key or a token, wherever
 * somebody has put it. GraphiQL keeps what stands in the editor a second time, but only once it was edited; where that is not the text of
 * one of the tabs it opens an empty one. So it is told what the tab has that was open last.
 */
const keylessStorage = `{
  getItem(name) {
    const field = { 'graphiql:query': 'query', 'graphiql:variables': 'variables' }[name];
    try {
      const { tabs, activeTabIndex } = JSON.parse(localStorage.getItem('graphiql:tabState'));
      if (field !== undefined) return tabs[activeTabIndex][field];
    } catch {}
    return localStorage.getItem(name);
  },
  setItem(name, value) {
    let kept = value;
    try { kept = JSON.stringify(JSON.parse(value, (field, inner) => (field === 'headers' ? null : inner))); } catch {}
    if (/:headers$/.test(name)) return;
    localStorage.setItem(name, kept.replace(keyPattern, '…'));
  },
  removeItem: (name) => localStorage.removeItem(name),
  get length() { return localStorage.length; },
  clear: () => localStorage.clear(),
}`;

/**
 * GraphiQL writes the query into the address, for links. A key in it would be sent to the server and into its log with the next load, and
 * a long one would be refused there.
 */
const addressGuard = `const keyPattern = /wd[kpsln]_[\\w-]+|eyJ[\\w-]+\\.[\\w-]+\\.[\\w-]+/g;
const replaceState = history.replaceState.bind(history);
history.replaceState = (state, title, address) => {
  const url = new URL(address ?? location.href, location.href);
  if (url.search.length > ${longestAddress} || url.search.search(keyPattern) !== -1) url.searchParams.delete('query');
  replaceState(state, title, url.href);
};`;

export const graphiqlPage: PageDefinition = {
  name: 'graphiql',
  path: '/graphql',
  contentSecurityPolicy,
  bootScript(fileOf) {
    const workers = {
      editorWorkerService: fileOf('editor-worker.js'),
      json: fileOf('json-worker.js'),
      graphql: fileOf('graphql-worker.js'),
    };
    return `'use strict';
${keyBarScript}
${addressGuard}
const folder = document.currentScript.src;
const workers = ${JSON.stringify(workers)};
self.MonacoEnvironment = {
  globalAPI: false,
  getWorkerUrl: (_moduleId, label) => new URL(workers[label], folder).href,
};
const options = { ...JSON.parse(walletData.exampleIn(${JSON.stringify(JSON.stringify(graphiqlOptions))})), storage: ${keylessStorage} };
// The package's script comes after this one, so that it finds our fetch.
addEventListener('DOMContentLoaded', () => YogaGraphiQL.renderYogaGraphiQL(document.querySelector('#root'), options));
`;
  },
  html: (linkTo) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${graphiqlOptions.title}</title>
    <link rel="icon" href="${linkTo('favicon.ico')}">
    <link rel="stylesheet" href="${linkTo('graphiql.css')}">
    <style>${keyBarStyle}
      #root .graphiql-container { height: 100%; }
      @media (max-width: 700px) {
        .graphiql-container .graphiql-logo, #graphiql-session .graphiql-horizontal-drag-bar { display: none; }
        #graphiql-session { flex-direction: column; }
        #graphiql-session > div { flex: 1 1 0 !important; min-width: 0; min-height: 0; width: 100%; }
        .graphiql-main { position: relative; }
        .graphiql-plugin:not(:empty) { position: absolute; inset: 0; z-index: 3; background: hsl(var(--color-base)); }
      }
    </style>
  </head>
  <body id="body" class="no-focus-outline">
    <noscript>This page needs JavaScript.</noscript>
    ${keyBarHtml({ page: 'docs', name: 'REST' })}
    <div id="root"></div>
    <script src="${linkTo('boot.js')}"></script>
    <script src="${linkTo('graphiql.js')}"></script>
  </body>
</html>
`,
};
