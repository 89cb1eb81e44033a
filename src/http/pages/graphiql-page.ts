/** GraphiQL: a page to try GraphQL, with all of its files from here. */
import { graphiqlOptions } from '../../graphql/graphiql.ts';
import { keyBarHtml, keyBarScript, keyBarStyle } from './key-bar.ts';
import type { PageDefinition } from './page-routes.ts';

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
 * somebody has put it.
 */
const keylessStorage = `{
  getItem: (name) => localStorage.getItem(name),
  setItem(name, value) {
    let kept = value;
    try { kept = JSON.stringify(JSON.parse(value, (field, inner) => (field === 'headers' ? null : inner))); } catch {}
    if (/:headers$/.test(name)) return;
    localStorage.setItem(name, kept.replace(/wd[kp]_\\w+|eyJ[\\w-]+\\.[\\w-]+\\.[\\w-]+/g, '…'));
  },
  removeItem: (name) => localStorage.removeItem(name),
  get length() { return localStorage.length; },
  clear: () => localStorage.clear(),
}`;

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
