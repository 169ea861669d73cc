import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { projectRoot } from '../../architecture/sources.ts';

/** Another version of the service. Disposing removes its files, unless the folder was there before. */
export interface OtherVersion extends AsyncDisposable {
  readonly name: string;
  /** The file that Node runs. */
  readonly program: string;
}

const run = (folder: string, command: string, ...args: readonly string[]): void => {
  const { status } = spawnSync(command, args, { cwd: folder, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed in ${folder}`);
};

/**
 * Installs and builds another version as `npm start` does.
 *
 * @param version a folder with its sources, or a commit, which is checked out.
 * @param temporary an empty folder is made there for a commit.
 */
export const openOtherVersion = async (
  version: string,
  temporary: string,
): Promise<OtherVersion> => {
  await using stack = new AsyncDisposableStack();
  const isFolder = existsSync(join(version, 'package.json'));
  const folder = isFolder ? resolve(version) : join(temporary, 'other-version');
  if (!isFolder) {
    run(projectRoot, 'git', 'worktree', 'add', '--quiet', '--detach', folder, version);
    stack.defer(() => run(projectRoot, 'git', 'worktree', 'remove', '--force', folder));
  }
  for (const tool of ['install', 'build-admin', 'build-service']) {
    run(folder, process.execPath, `bootstrap/tools/${tool}.mjs`);
  }
  const opened = stack.move();
  return {
    name: version,
    program: join(folder, 'bootstrap', 'dist', 'main.mjs'),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
};
