import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { blocksOfSection, filesOf, readPage } from '../../architecture/doc-examples.ts';
import { runAsShown } from '../documented-commands.ts';
import { freePort } from '../service/server-process.ts';
import { startInstalled } from '../start-installed.ts';

interface FirstSteps {
  readonly page: string;
  /** The folder in /tmp that the page names. */
  readonly folder: string;
  /** The command of the page that installs the package, and its address. */
  readonly install: string;
  readonly address: string;
  /** What the server of the page prints when it is ready. */
  readonly readyText: string;
}

/**
 * Follows the section "In ten minutes" of a page: writes its files, runs its commands, with its server from where the page
 * starts it, and expects what the page shows.
 *
 * @param root takes the place of /tmp.
 * @param modules the installed packages.
 */
export const followFirstSteps = async (
  { page, folder, install, address, readyText }: FirstSteps,
  root: string,
  modules: string,
): Promise<void> => {
  const text = readPage(page);
  const blocks = blocksOfSection(text, 'In ten minutes');
  for (const [path, code] of filesOf(text)) {
    if (!path.startsWith(`${folder}/`)) continue;
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), code);
  }
  const start = blocks.findIndex(({ language }) => language === 'start');
  const command = blocks[start]?.code.trim() ?? '';
  const port = String(await freePort());
  const url = `http://localhost:${port}`;
  const replaced = {
    '/tmp/': `${root}/`,
    // The tests install the packed package once, for all of them.
    [install]: `ln -s ${modules} node_modules`,
    [address]: url,
  };
  await runAsShown(blocks.slice(0, start), { cwd: root, replaced });
  const shownPort = new URL(address).port;
  const words = ['env', `PORT=${port}`, ...command.replaceAll(shownPort, port).split(' ')] as const;
  // Bash leaves its signals to the program that npx starts with it.
  const env = { npm_config_script_shell: 'bash' };
  await using _server = await startInstalled(join(root, folder), words, env, readyText);
  await runAsShown(blocks.slice(start), { cwd: root, replaced });
};
