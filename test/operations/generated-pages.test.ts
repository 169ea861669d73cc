import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import {
  commandHelp,
  renderConfigurationPage,
  renderRoutes,
  withHelpTexts,
} from '../../bootstrap/tools/generated-pages.ts';
import { renderPromisesPage } from '../../bootstrap/tools/promises-page.ts';
import { withRestApiTables } from '../../bootstrap/tools/rest-api-tables.ts';
import { renderUseCasesPage } from '../../bootstrap/tools/use-cases-page.ts';
import { environmentSchema } from '../../bootstrap/config.ts';
import { projectRoot, readSources } from '../architecture/sources.ts';
import * as conformance from '../conformance/index.ts';

const docs = fileURLToPath(new URL('../../docs', import.meta.url));

test('contracts/client/routes.ts equals the operations (npm run docs updates it)', () => {
  const path = join(docs, '../contracts/client/routes.ts');
  expect(readFileSync(path, 'utf8')).toBe(renderRoutes());
});

/** The section of one variable, without its heading mark. */
const sectionOf = (page: string, name: string): string =>
  page.split(/^## /m).find((section) => section.startsWith(`\`${name}\``)) ?? '';

describe('the configuration page', () => {
  const page = renderConfigurationPage();

  test('equals docs/configuration.md (npm run docs updates it)', () => {
    expect(readFileSync(join(docs, 'configuration.md'), 'utf8')).toBe(page);
  });

  test('has a section for each variable, in the order of the schema', () => {
    const names = [...page.matchAll(/^## `(\w+)`$/gm)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(10);
    expect(names).toEqual(Object.keys(environmentSchema.properties));
  });

  test('shows the description, the range and the default of a number', () => {
    const section = sectionOf(page, 'PORT');
    expect(section).toContain('The port to listen on');
    expect(section).toContain('A whole number from 0 to 65535. Default: `8787`.');
  });

  test('shows the choices', () => {
    expect(sectionOf(page, 'LOG_LEVEL')).toContain('One of `silent`, `error`, `warn`, `info`.');
  });

  test('distinguishes an empty default from no default', () => {
    expect(sectionOf(page, 'CORS_ORIGINS')).toContain('Default: empty.');
    expect(sectionOf(page, 'PUBLIC_URL')).not.toContain('Default:');
  });
});

describe('the page of the promises', () => {
  const page = renderPromisesPage();
  const names = [...page.matchAll(/^### (.*)$/gm)].map(([, name = '']) => name);

  test('equals docs/promises.md (npm run docs updates it)', () => {
    expect(readFileSync(join(docs, 'promises.md'), 'utf8')).toBe(page);
  });

  test('has every suite of test/conformance, and the package exports it', async () => {
    const exported: ReadonlySet<unknown> = new Set(
      Object.values(conformance).flatMap((value): readonly unknown[] =>
        Array.isArray(value) ? value : [value],
      ),
    );
    const found: string[] = [];
    for (const { path, text } of readSources()) {
      if (!path.startsWith('test/conformance/') || !/^export const \w+Suite = /m.test(text))
        continue;
      const module: Readonly<Record<string, unknown>> = await import(join(projectRoot, path));
      for (const [name, value] of Object.entries(module)) {
        if (!name.endsWith('Suite') || typeof value !== 'object') continue;
        found.push((value as { readonly port: string }).port);
        expect(exported.has(value), `${path} exports ${name}`).toBe(true);
      }
    }
    expect(found.length).toBeGreaterThan(70);
    expect(names.filter((name) => !name.startsWith('Step ')).toSorted()).toEqual(found.toSorted());
  });

  test('has every promise once', () => {
    const all = [...conformance.storeSuites, ...conformance.restApiSuites];
    expect(page.match(/^- /gm)?.length).toBeGreaterThan(
      all.flatMap(({ cases }): readonly unknown[] => cases).length,
    );
    expect(page).toContain('- the starter collections are claimed once\n');
  });
});

describe('the page of the use cases', () => {
  const page = renderUseCasesPage();
  const create = page.split(/^##+ /m).find((each) => each.startsWith('`cms.content.create`\n'));

  test('equals docs/use-cases.md (npm run docs updates it)', () => {
    expect(readFileSync(join(docs, 'use-cases.md'), 'utf8')).toBe(page);
  });

  test('shows the promise, the signature, the inputs and the errors of a use case', () => {
    expect(create).toContain('\n\nCreates an item.');
    expect(create).toContain(
      '`(actor: Actor, command: CreateContent, remarks?: WriteRemarks) => Promise<ContentItem>`',
    );
    expect(create).toContain(
      '- Inputs: [`CreateContent`](#createcontent), [`WriteRemarks`](#writeremarks)\n',
    );
    expect(create).toContain('- Throws [`not_authenticated`](errors.md#not_authenticated), ');
  });

  test('shows the defaults of inputs', () => {
    expect(page).toContain('| `status?` | `ContentStatus` | Defaults to `draft`. |\n');
  });
});

describe('the tables of the REST API page', () => {
  const page = readFileSync(join(docs, 'rest-api.md'), 'utf8');

  test('equal those of the core (npm run docs updates them)', () => {
    expect(withRestApiTables(page)).toBe(page);
  });

  test('are updated without the text around them', () => {
    const head = '| Setting | Default | Meaning |\n|---|---|---|\n';
    const old = page.replace(/\| `trashDays` .*\n/, '| `gone` | | |\n');
    expect(old).not.toBe(page);
    expect(withRestApiTables(old)).toBe(page);
    expect(() => withRestApiTables(page.replace(head, ''))).toThrow(TypeError);
    const others = page
      .replace('| author | all | yes | own | own | |', '| author | all | | | | |')
      .replace(/(\| `DELETE \/api\/trash` \| )[^|]*/, '$1users ');
    expect(others).not.toBe(page);
    expect(withRestApiTables(others)).toBe(page);
  });
});

describe('the page of the commands', () => {
  const page = readFileSync(join(docs, 'command-line.md'), 'utf8');

  test('has a section for each command, in the order of the overview', () => {
    const names = [...page.matchAll(/^## `quoin ([a-z -]+)`$/gm)].map(([, name]) => name);
    expect(names).toEqual([...commandHelp().keys()]);
  });

  test('shows the help texts of the commands (npm run docs updates them)', () => {
    expect(withHelpTexts(page)).toBe(page);
  });

  test('is updated only in the help texts', () => {
    const old =
      '# A\n\n## `quoin serve`\n\nWords.\n\n```\nUsage: old\n```\n\n## `quoin x`\n\n```\nkept\n```\n';
    const updated = withHelpTexts(old);
    expect(updated).toContain('Words.\n\n```\nUsage: quoin serve [options]\n');
    expect(updated).not.toContain('Usage: old');
    expect(updated).toContain('## `quoin x`\n\n```\nkept\n```\n');
  });
});
