import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { renderConfigurationPage } from '../../bootstrap/configuration-page.ts';
import { environmentSchema } from '../../bootstrap/environment.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What the page says of one variable: everything below its heading. */
const sectionOf = (page: string, name: string): string =>
  page.split(/^## /m).find((section) => section.startsWith(`\`${name}\``)) ?? '';

describe('the configuration page', () => {
  const page = renderConfigurationPage();

  test('is what docs/configuration.md holds; otherwise run: npm run docs', () => {
    expect(readFileSync(join(root, 'docs/configuration.md'), 'utf8')).toBe(page);
  });

  test('has a section for each variable, in the order of the schema', () => {
    const names = [...page.matchAll(/^## `(\w+)`$/gm)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(10);
    expect(names).toEqual(Object.keys(environmentSchema.properties));
  });

  test('tells the meaning, the range and the default of a number', () => {
    const section = sectionOf(page, 'PORT');
    expect(section).toContain('The port to listen on');
    expect(section).toContain('A whole number from 0 to 65535. Unless set: `8787`.');
  });

  test('tells the choices where there are some', () => {
    expect(sectionOf(page, 'LOG_LEVEL')).toContain('One of `silent`, `error`, `warn`, `info`.');
  });

  test('tells an empty default from one that there is not', () => {
    expect(sectionOf(page, 'CORS_ORIGINS')).toContain('Unless set: empty.');
    expect(sectionOf(page, 'PUBLIC_URL')).not.toContain('Unless set:');
  });
});
