/** Swagger UI: a page to try REST, on the description at /openapi.json. */
import { keyBarHtml, keyBarScript, keyBarStyle } from './key-bar.ts';
import type { PageDefinition } from './page-routes.ts';

const title = 'Wallet data: REST';

/** Scripts from here only; the page sets styles inline, and tries requests against the public address. */
function contentSecurityPolicy(publicUrl: string | null): string {
  const api = publicUrl === null ? '' : ` ${new URL(publicUrl).origin}`;
  return (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; " +
    `connect-src 'self'${api}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`
  );
}

/** `validatorUrl: null`: a document is never shown to a validator on another host. */
const bootScript = `'use strict';
${keyBarScript}
const dark = matchMedia('(prefers-color-scheme: dark)');
const adapt = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
adapt();
dark.addEventListener('change', adapt);
const description = new URL('../../openapi.json', document.currentScript.src).href;
const show = async () => {
  const text = await (await fetch(description)).text();
  SwaggerUIBundle({
    spec: JSON.parse(walletData.exampleIn(text)),
    dom_id: '#root',
    deepLinking: true,
    presets: [SwaggerUIBundle.presets.apis],
    layout: 'BaseLayout',
    validatorUrl: null,
    docExpansion: 'list',
    tryItOutEnabled: true,
  });
};
addEventListener('DOMContentLoaded', show);
`;

export const docsPage = (publicUrl: string | null): PageDefinition => ({
  name: 'docs',
  path: '/docs',
  contentSecurityPolicy: contentSecurityPolicy(publicUrl),
  bootScript: () => bootScript,
  html: (linkTo) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="icon" type="image/png" href="${linkTo('favicon-32x32.png')}">
    <link rel="stylesheet" href="${linkTo('swagger-ui.css')}">
    <link rel="stylesheet" href="${linkTo('index.css')}">
    <style>${keyBarStyle}
      #root { overflow: auto; background: #fff; }
      .dark-mode #root { background: #1c2022; color-scheme: dark; }
      .swagger-ui .auth-wrapper { display: none; }
    </style>
  </head>
  <body>
    <noscript>This page needs JavaScript.</noscript>
    ${keyBarHtml({ page: 'graphql', name: 'GraphQL' })}
    <div id="root"></div>
    <script src="${linkTo('boot.js')}"></script>
    <script src="${linkTo('swagger-ui-bundle.js')}"></script>
  </body>
</html>
`,
});
