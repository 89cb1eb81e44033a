/** Swagger UI: a page to try REST, on the description at /openapi.json. */
import type { PageDefinition } from './page-routes.ts';

const title = 'Wallet Data Service';

/** Scripts from here only; the page sets styles inline, and tries requests against the public address. */
function contentSecurityPolicy(publicUrl: string | null): string {
  const api = publicUrl === null ? '' : ` ${new URL(publicUrl).origin}`;
  return (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; " +
    `connect-src 'self'${api}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  );
}

/** `validatorUrl: null`: a document is never shown to a validator on another host. */
const bootScript = `'use strict';
SwaggerUIBundle({
  url: new URL('../../openapi.json', document.currentScript.src).href,
  dom_id: '#swagger-ui',
  deepLinking: true,
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  plugins: [SwaggerUIBundle.plugins.DownloadUrl],
  layout: 'StandaloneLayout',
  validatorUrl: null,
  docExpansion: 'list',
  persistAuthorization: true,
  tryItOutEnabled: true,
});
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
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="${linkTo('swagger-ui-bundle.js')}"></script>
    <script src="${linkTo('swagger-ui-standalone-preset.js')}"></script>
    <script src="${linkTo('boot.js')}"></script>
  </body>
</html>
`,
});
