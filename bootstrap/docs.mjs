/** Writes what is made from the sources in `docs`; tests tell when it is out of date. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { withUsage } from './command-line-page.ts';
import { renderConfigurationPage } from './configuration-page.ts';

const docs = (path) => fileURLToPath(new URL(`../docs/${path}`, import.meta.url));

writeFileSync(docs('configuration.md'), renderConfigurationPage());

const commandLine = docs('command-line.md');
writeFileSync(commandLine, withUsage(readFileSync(commandLine, 'utf8')));
