/** Of the API's page: contents beside the text where there is room, dark where the system is. */
export const docsStyle = `
:root { color-scheme: light dark; --ink: #1c1f24; --quiet: #575f6c; --paper: #fff; --raised: #f5f6f9;
  --line: #dde1e8; --accent: #2558c9; --get: #0b6e4f; --post: #2558c9; --put: #8a5a00;
  --delete: #b3261e; --sans: system-ui, sans-serif;
  --mono: ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e8ed; --quiet: #a4acb9; --paper: #14161a;
  --raised: #1c1f25; --line: #333943; --accent: #8fb1ff; --get: #6fd3ac; --post: #8fb1ff;
  --put: #f0c067; --delete: #ffb4ab; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 var(--sans); }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 1rem; padding: .5rem 1rem; background: var(--paper); z-index: 1; }
code, pre { font-family: var(--mono); font-size: .875em; }
code { overflow-wrap: anywhere; }
pre { margin: 1rem 0; padding: 1rem; overflow-x: auto; background: var(--raised);
  border: 1px solid var(--line); border-radius: .5rem; line-height: 1.5; }
pre code { font-size: 1em; overflow-wrap: normal; }
nav { max-height: 40vh; padding: 1.25rem; overflow-y: auto; background: var(--raised);
  border-bottom: 1px solid var(--line); font-size: .875rem; }
nav a { color: inherit; text-decoration: none; }
nav a:hover { text-decoration: underline; }
nav .brand { margin: 0 0 .75rem; font-size: 1.0625rem; font-weight: 700; }
nav h2 { margin: 1.25rem 0 .25rem; font-size: .8125rem; letter-spacing: .03em; }
nav ul { margin: 0; padding: 0; list-style: none; }
nav li a { display: flex; gap: .5rem; align-items: baseline; padding: .1875rem 0; }
nav .method { flex: 0 0 3.5rem; font-size: .6875rem; }
main { max-width: 60rem; padding: 1.25rem; }
h1, h2, h3, h4 { line-height: 1.3; text-wrap: balance; }
h1 { margin: 0 0 .5rem; font-size: 2rem; }
h1 small, h4 small { color: var(--quiet); font-weight: 400; }
main section > h2 { margin: 3rem 0 .5rem; padding-top: 1.5rem; border-top: 1px solid var(--line);
  font-size: 1.5rem; }
main .topics > h2 { margin-top: 2rem; padding: 0; border: 0; font-size: 1.25rem; }
.lead { color: var(--quiet); }
article { margin: 2rem 0; }
article h3 { margin: 0 0 .25rem; font-size: 1.1875rem; }
article h3 a { color: inherit; text-decoration: none; }
article h3 a:hover { text-decoration: underline; }
article:target > h3 { text-decoration: underline; text-decoration-color: var(--accent);
  text-underline-offset: .25em; }
h4 { margin: 1.25rem 0 .5rem; font-size: .9375rem; }
.route { margin: 0 0 .5rem; }
.route code { font-weight: 600; }
.method { font: 700 .75rem/1.5 var(--mono); color: var(--get); }
.method.post { color: var(--post); }
.method.put { color: var(--put); }
.method.delete { color: var(--delete); }
.auth, .type, .refusals { margin: .5rem 0; color: var(--quiet); font-size: .9375rem; }
.scroll { margin: .5rem 0; overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: .9375rem; }
th, td { padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line); text-align: left;
  vertical-align: top; }
thead th:nth-child(1) { width: 30%; }
thead th:nth-child(2) { width: 25%; }
thead th { color: var(--quiet); font-size: .8125rem; font-weight: 600; }
tbody th { font-weight: 400; white-space: nowrap; }
.required, .optional { font: .75rem var(--sans); }
.required { color: var(--delete); }
.optional { color: var(--quiet); }
.limit { color: var(--quiet); font-size: .875rem; white-space: nowrap; }
summary { margin: .5rem 0; cursor: pointer; color: var(--quiet); }
@media (min-width: 64rem) {
  body { display: grid; grid-template-columns: 19rem minmax(0, 1fr); }
  nav { position: sticky; top: 0; height: 100vh; max-height: none; border-bottom: 0;
    border-right: 1px solid var(--line); }
  main { padding: 2.5rem 3rem; }
}
@media print { nav { display: none; } details > * { display: block; } }
`;
