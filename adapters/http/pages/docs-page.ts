import { html, scriptElement, styleElement } from './html.ts';
import { siteHeader, tab } from './page.ts';

/** The paths of the files of Swagger UI. */
export interface DocsAssetPaths {
  readonly script: { readonly path: string };
  readonly style: { readonly path: string };
}

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
export const renderDocsPage = (siteName: string, { script, style }: DocsAssetPaths): string => {
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

/**
 * Starts Swagger UI on the page `/docs`.
 *
 * - The search field finds operations by method, path, summary and tag; Swagger UI's own filter
 *   compares tags only.
 * - Requests go to the address at which the page was opened, which may differ from `PUBLIC_URL`. The
 *   page policy allows no other.
 * - Requests ask for strict handling, unless the user sends another preference.
 * - In a signed-in browser, requests that write carry the CSRF token.
 */
export const docsScript = `
const darkMode = matchMedia('(prefers-color-scheme: dark)');
const applyColorScheme = () =>
  document.documentElement.classList.toggle('dark-mode', darkMode.matches);
applyColorScheme();
darkMode.addEventListener('change', applyColorScheme);

const csrfToken = () =>
  document.cookie.split('; ').find((pair) => pair.startsWith('csrf_token='))?.slice(11);

const opsFilter = (taggedOperations, phrase) => {
  const words = phrase.toLowerCase().split(/\\s+/);
  const matches = (tag, operation) => {
    const summary = operation.getIn(['operation', 'summary']);
    const text = [tag, operation.get('method'), operation.get('path'), summary].join(' ');
    return words.every((word) => text.toLowerCase().includes(word));
  };
  return taggedOperations
    .map((group, tag) =>
      group.update('operations', (all) => all.filter((each) => matches(tag, each))))
    .filter((group) => group.get('operations').size > 0);
};

SwaggerUIBundle({
  dom_id: '#docs',
  url: '/api/',
  validatorUrl: null,
  deepLinking: true,
  filter: true,
  plugins: [{ fn: { opsFilter } }],
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  requestInterceptor: (request) => {
    const { pathname, search } = new URL(request.url, location.href);
    request.url = location.origin + pathname + search;
    if (!request.loadSpec) request.headers.Prefer ??= 'handling=strict';
    const token = csrfToken();
    if (token && !request.loadSpec && request.method !== 'GET') {
      request.headers['X-CSRF-Token'] ??= token;
    }
    return request;
  },
  onComplete: () => {
    const input = document.querySelector('.operation-filter-input');
    input?.setAttribute('placeholder', 'Search operations');
    input?.setAttribute('aria-label', 'Search operations');
  },
});
`;
