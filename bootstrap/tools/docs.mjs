/** Generates the pages in `docs` that are made from sources. Tests fail when a page is out of date. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { renderConfigurationPage, withHelpTexts } from './generated-pages.ts';
import { renderPromisesPage } from './promises-page.ts';

const docs = (path) => fileURLToPath(new URL(`../../docs/${path}`, import.meta.url));

writeFileSync(docs('configuration.md'), renderConfigurationPage());
writeFileSync(docs('promises.md'), renderPromisesPage());

const commandLine = docs('command-line.md');
writeFileSync(commandLine, withHelpTexts(readFileSync(commandLine, 'utf8')));
