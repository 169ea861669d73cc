import type { ErrorDto } from '../../../contracts/index.ts';
import { html, scriptElement, styleElement, type Html } from './html.ts';

export interface Page {
  readonly title: string;
  readonly main: Html;
  /** One of the scripts in `page-policy.ts`. */
  readonly script?: string;
}

/** An HTML document in the style of all pages except `/docs`. */
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

/** An error as a page. */
export const renderErrorPage = (status: number, { error, details }: ErrorDto): string =>
  renderPage({
    title: `${status}: ${error}`,
    main: html`<h1>${error}</h1>
      <p>${details ?? `The server answered ${status}.`}</p>
      <p><a href="/auth/login">Go to the login page</a></p>`,
  });

/** The style sheet of all pages except `/docs`. Follows the dark mode of the system. */
export const pageStyle = `
:root { color-scheme: light dark; --ink: #1c1f24; --quiet: #5b6370; --paper: #f6f7f9;
  --card: #fff; --line: #d5d9e0; --accent: #2558c9; --on-accent: #fff; --alarm: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --ink: #e7e9ee; --quiet: #a3abb8; --paper: #14161a;
  --card: #1d2026; --line: #3a404b; --accent: #8fb1ff; --on-accent: #10131a; --alarm: #ffb4ab; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem;
  background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 24rem; padding: 2rem; background: var(--card);
  border: 1px solid var(--line); border-radius: .75rem; }
h1 { margin: 0 0 .25rem; font-size: 1.375rem; line-height: 1.25; }
p { margin: 0 0 1rem; color: var(--quiet); }
form { display: grid; gap: 1rem; margin-top: 1.25rem; }
form + h1 { margin-top: 2.5rem; }
label { display: block; margin-bottom: .25rem; font-weight: 600; font-size: .9375rem; }
small { color: var(--quiet); font-size: .875rem; }
input { width: 100%; min-height: 2.75rem; padding: .5rem .75rem; border: 1px solid var(--quiet);
  border-radius: .5rem; background: var(--card); color: var(--ink); font: inherit; }
button { min-height: 2.75rem; padding: .5rem 1rem; border: 0; border-radius: .5rem;
  background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600;
  cursor: pointer; }
button[disabled] { opacity: .6; cursor: progress; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
[role=alert] { margin: 1rem 0 0; padding: .75rem 1rem; border: 1px solid var(--alarm);
  border-radius: .5rem; color: var(--alarm); font-weight: 600; }
[role=alert]:empty, [hidden] { display: none; }
`;
