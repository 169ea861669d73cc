import type { Cms } from '../../../core/index.ts';
import { settingDefaults } from '../../../core/vocabulary.ts';
import type { SessionCookies } from '../caller/cookies.ts';
import type { CsrfTokens } from '../caller/csrf.ts';
import { html, scriptElement, styleElement, trusted, type Html } from './html.ts';
import type { Language } from './language.ts';
import { scriptTexts } from './script-texts.ts';

/** What every page needs. */
export interface PageFacts {
  readonly siteName: string;
  readonly language: Language;
}

export interface Page extends PageFacts {
  readonly title: string;
  readonly main: Html;
  /** Of the scripts in `page-policy.ts`. */
  readonly scripts?: readonly string[];
}

/** The tab: the title of the page with the name of the site, and the favicon. */
export const tab = (title: string): Html => html`
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width, initial-scale=1" />
  <title>${title}</title>
  <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
`;

/** The logo and the name of the site. */
export const siteHeader = (siteName: string): Html =>
  html`<header>${trusted(logo)}<span>${siteName}</span></header>`;

/** An HTML document in the style of all pages except `/docs`. */
export const renderPage = ({ siteName, language, title, main, scripts = [] }: Page): string => {
  const { markup } = html`<!doctype html>
    <html lang="${language}">
      <head>
        ${tab(`${title} · ${siteName}`)}
        <meta name="robots" content="noindex" />
        ${styleElement(pageStyle)}
      </head>
      <body>
        ${siteHeader(siteName)}
        <main ${scripts.length > 0 && scriptTexts(language)}>${main}</main>
        ${scripts.map(scriptElement)}
      </body>
    </html> `;
  return markup;
};

/** The style sheet of all pages except `/docs`. Follows the dark mode of the system. */
export const pageStyle = `
:root { color-scheme: light dark; --ink: #1c1f24; --quiet: #5b6370; --paper: #f6f7f9;
  --card: #fff; --line: #d5d9e0; --accent: #2558c9; --primary: #2558c9; --alarm: #b3261e;
  --alarm-paper: #fdf1f0; }
@media (prefers-color-scheme: dark) { :root { --ink: #e7e9ee; --quiet: #a3abb8; --paper: #14161a;
  --card: #1d2026; --line: #3a404b; --primary: #3a6ae0; --accent: #8fb1ff; --alarm: #ffb4ab;
  --alarm-paper: #33201f; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; align-items: center;
  justify-content: center; gap: 1.25rem; padding: 1.5rem 1rem; background: var(--paper);
  color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
header, main { width: 100%; max-width: 24rem; }
header { display: flex; align-items: center; gap: .75rem; font-size: 1.125rem; font-weight: 700;
  line-height: 1.3; }
svg { flex: none; }
main { padding: 2rem; background: var(--card); border: 1px solid var(--line);
  border-radius: .75rem; }
@media (max-width: 30rem) { main { padding: 1.5rem 1.25rem; } }
h1 { margin: 0; font-size: 1.375rem; line-height: 1.25; }
p { margin: .5rem 0 0; color: var(--quiet); }
code { font-size: .9375em; color: var(--ink); }
form { display: grid; gap: 1rem; margin-top: 1.25rem; }
form + h1 { margin-top: 2rem; padding-top: 2rem; border-top: 1px solid var(--line); }
label { display: block; margin-bottom: .25rem; font-weight: 600; font-size: .9375rem; }
small { display: block; margin-top: .25rem; color: var(--quiet); font-size: .875rem; }
input { width: 100%; min-height: 2.75rem; padding: .5rem .75rem; border: 1px solid var(--quiet);
  border-radius: .5rem; background: var(--card); color: var(--ink); font: inherit; }
[type=checkbox] { width: auto; min-height: 0; accent-color: var(--primary); }
.choice { display: flex; align-items: center; gap: .5rem; margin: 0; font-weight: 400; }
button { min-height: 2.75rem; padding: .5rem 1rem; border: 0; border-radius: .5rem;
  background: var(--primary); color: #fff; font: inherit; font-weight: 600;
  cursor: pointer; }
a.button { display: flex; align-items: center; justify-content: center; margin-top: 1.25rem;
  min-height: 2.75rem; padding: .5rem 1rem; border: 1px solid var(--quiet); border-radius: .5rem;
  color: var(--ink); font-weight: 600; text-align: center; text-decoration: none; }
a.button:hover { border-color: var(--accent); }
form > div { position: relative; }
[aria-pressed] { position: absolute; top: 0; right: 0; min-height: 1.5rem; padding: 0 .25rem;
  background: none; color: var(--accent); font-size: .875rem; }
button[disabled] { opacity: .6; cursor: progress; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
[role=alert] { margin: 1rem 0 0; padding: .75rem 1rem; border: 1px solid var(--alarm);
  border-radius: .5rem; background: var(--alarm-paper); color: var(--alarm); }
[aria-invalid=true] { border-color: var(--alarm); }
[role=alert] a { color: inherit; }
[role=alert]:empty, [hidden] { display: none; }
`;

/** The logo as markup for pages: stones of a quoin, the corner of a wall. */
const logo =
  '<svg width="32" height="32" viewBox="0 0 32 32" aria-hidden="true">' +
  '<rect width="32" height="32" rx="8" fill="#2558c9"/>' +
  '<path fill="#fff" d="M7 7h11v5H7zM20 7h5v5h-5zM7 13.5h5v5H7zM14 13.5h11v5H14zM7 20h11v5H7zM20 20h5v5h-5z"/></svg>';

/** The logo as a file. */
export const favicon = logo.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"');

/** What pages need besides the core. */
export interface PageOptions {
  readonly cookies: SessionCookies;
  readonly csrf: CsrfTokens;
  /** The name of the site, at the top of every page. */
  readonly siteName: SiteName;
}

export type SiteName = () => Promise<string>;

/** The name in the settings; the default if they cannot be read, so that error pages can be shown. */
export const siteNameOf =
  ({ settings }: Pick<Cms, 'settings'>): SiteName =>
  () =>
    settings.siteName().catch(() => settingDefaults.siteName);
