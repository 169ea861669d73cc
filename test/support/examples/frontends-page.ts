import { basename } from 'node:path';
import { expect } from 'vitest';
import { operator } from '../../../core/index.ts';
import { blocksOfSection, readPage } from '../../architecture/doc-examples.ts';
import { projectRoot } from '../../architecture/sources.ts';
import { runAsShown } from '../documented-commands.ts';
import { serveClientPackage } from './client-registry.ts';
import { expectLocked } from './example-site.ts';
import { testPassword, type TestApp } from '../http/app.ts';
import { startInstalled, type InstalledServer } from '../start-installed.ts';

export const frontendsPage = readPage('docs/frontends.md');

/** The sections with commands. Both kinds of sites need the first one. */
export const commandSections = [
  'Before you start',
  'A static site',
  'A site with a server',
] as const;

export interface BuiltSite {
  /** Where it is, with its packages. */
  readonly path: string;
  /** The variables with which the page starts its server. */
  readonly settings: Readonly<Record<string, string>>;
  /** Runs the command of the page that starts its server. */
  readonly start: (readyText: string) => Promise<InstalledServer>;
}

/** Vitest sets NODE_ENV, with which frameworks build something else. */
const { NODE_ENV: _environment, ...inherited } = process.env;
const quiet = {
  ASTRO_TELEMETRY_DISABLED: '1',
  NEXT_TELEMETRY_DISABLED: '1',
  npm_config_ignore_scripts: 'true',
  npm_config_prefer_offline: 'true',
  // It leaves its signals to the program that it starts.
  npm_config_script_shell: 'bash',
};

/**
 * Creates the account that the page names, runs all commands of the page for a kind of site, and compares what they print
 * with the page.
 *
 * @param folder takes the place of `/tmp`.
 */
export const buildFromPage = async (
  section: (typeof commandSections)[1 | 2],
  { url, cms }: Pick<TestApp, 'url' | 'cms'>,
  folder: string,
): Promise<BuiltSite> => {
  const account = { email: 'ada@example.com', password: testPassword, role: 'admin' } as const;
  await cms.users.create(operator, account);
  const blocks = [commandSections[0], section].flatMap((heading) =>
    blocksOfSection(frontendsPage, heading),
  );
  const starts = blocks.filter(({ language }) => language === 'start');
  expect(starts).toHaveLength(1);
  await using registry = await serveClientPackage(folder);
  const [setting, value] = registry.setting;
  const surroundings = {
    cwd: projectRoot,
    env: { ...inherited, ...quiet, [`npm_config_${setting}`]: value },
    replaced: { '/tmp/': `${folder}/`, 'http://localhost:8787': url },
  };
  // The shell replaces its variables.
  const last = `pwd\necho "${starts[0]?.code.trim()}"`;
  const [path = '', command = ''] = (await runAsShown(blocks, surroundings, last))
    .replaceAll('/tmp/', `${folder}/`)
    .replaceAll('http://localhost:8787', url)
    .split('\n');
  expectLocked(basename(path), path);
  const words = command.split(' ');
  const isSetting = (word: string): boolean => word.includes('=');
  const settings = words.filter(isSetting).map((word) => word.split('=', 2) as [string, string]);
  return {
    path,
    settings: Object.fromEntries(settings),
    start: (readyText) => startInstalled(path, ['env', ...words], quiet, readyText),
  };
};
