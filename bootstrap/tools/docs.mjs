/** Generates the files that are made from sources. Tests fail when one is out of date. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { renderConfigurationPage, renderRoutes, withHelpTexts } from './generated-pages.ts';
import { renderPromisesPage } from './promises-page.ts';
import { withRestApiTables } from './rest-api-tables.ts';
import { renderUseCasesPage } from './use-cases-page.ts';

const root = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const docs = (path) => root(`docs/${path}`);

writeFileSync(root('contracts/client/routes.ts'), renderRoutes());

writeFileSync(docs('configuration.md'), renderConfigurationPage());
writeFileSync(docs('promises.md'), renderPromisesPage());
writeFileSync(docs('use-cases.md'), renderUseCasesPage());

const update = (path, change) => writeFileSync(path, change(readFileSync(path, 'utf8')));
update(docs('command-line.md'), withHelpTexts);
update(docs('rest-api.md'), withRestApiTables);
