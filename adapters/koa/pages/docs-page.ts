import type { DocsAssets } from './docs-assets.ts';
import { docsScript } from './docs-script.ts';
import { html, scriptElement, styleElement } from './html.ts';
import { siteHeader, tab } from './page.ts';

/** Added to the style sheet of Swagger UI. The choice of a server is hidden: there is only this one. */
export const docsStyle = `
:root { color-scheme: light dark; }
body { margin: 0; }
header { display: flex; align-items: center; gap: .75rem; max-width: 1460px; margin: 0 auto;
  padding: 1rem 20px 0; font: 700 1.125rem/1.3 system-ui, sans-serif; overflow-wrap: anywhere; }
header svg { flex: none; }
main .servers-title, main .servers { display: none; }
main > p { margin: 2rem; font: 1rem/1.5 system-ui, sans-serif; }
`;

/**
 * The API reference: Swagger UI shows the OpenAPI document and sends requests. Without JavaScript
 * the page links to the document.
 */
export const renderDocsPage = (siteName: string, { script, style }: DocsAssets): string => {
  const { markup } = html`<!doctype html>
    <html lang="en">
      <head>
        ${tab(`API · ${siteName}`)}
        <link rel="stylesheet" href="${style.path}" />
        ${styleElement(docsStyle)}
      </head>
      <body>
        ${siteHeader(siteName)}
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
