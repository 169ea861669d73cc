import { html, scriptElement, styleElement, type Html } from './html.ts';
import { pageStyle } from './page-style.ts';

export interface Page {
  readonly title: string;
  readonly main: Html;
  /** A constant that the page policy names. */
  readonly script?: string;
}

/** A whole document in the style of the service's own pages. */
export const renderPage = ({ title, main, script }: Page): string => {
  const { markup } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${styleElement(pageStyle)}
      </head>
      <body>
        <main>${main}</main>
        ${script !== undefined && scriptElement(script)}
      </body>
    </html> `;
  return markup;
};
