import type { DocsAssets } from './docs-assets.ts';
import { docsScript } from './docs-script.ts';
import { html, scriptElement, styleElement } from './html.ts';

/** Added to the style sheet of Swagger UI. The choice of a server is hidden: there is only this one. */
export const docsStyle = `
:root { color-scheme: light dark; }
body { margin: 0; }
main .servers-title, main .servers { display: none; }
main > p { margin: 2rem; font: 1rem/1.5 system-ui, sans-serif; }
`;

/**
 * The API reference: Swagger UI shows the OpenAPI document and sends requests. Without JavaScript
 * the page links to the document.
 */
export const renderDocsPage = ({ script, style }: DocsAssets): string => {
  const { markup } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Quoin API</title>
        <link rel="stylesheet" href="${style.path}" />
        ${styleElement(docsStyle)}
      </head>
      <body>
        <main id="docs">
          <p>
            The API reference needs JavaScript. Everything in it is in the
            <a href="/api/">OpenAPI document</a> as well.
          </p>
        </main>
        <script src="${script.path}"></script>
        ${scriptElement(docsScript)}
      </body>
    </html> `;
  return markup;
};
