import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * The files that differ from the main branch of the repository's origin: committed, not committed, or new. Without an
 * origin, those that differ from the last commit.
 *
 * @param folder of the project.
 * @returns paths from its root; undefined if it is no repository of git.
 */
export const changedFiles = async (folder: string): Promise<readonly string[] | undefined> => {
  const git = async (...args: readonly string[]): Promise<readonly string[]> => {
    const { stdout } = await promisify(execFile)('git', args, { cwd: folder, maxBuffer: 2 ** 26 });
    return stdout.split('\0').filter((path) => path !== '');
  };
  try {
    const [base = 'HEAD'] = await git('merge-base', 'HEAD', 'origin/HEAD').catch(() => []);
    const lists = await Promise.all([
      git('diff', '--name-only', '--no-renames', '-z', base.trim()),
      git('ls-files', '--others', '--exclude-standard', '-z'),
    ]);
    return lists.flat();
  } catch {
    return undefined;
  }
};
