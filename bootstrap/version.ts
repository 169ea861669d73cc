import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

let version: Promise<string> | undefined;

/**
 * The version of this program, with the commit if it is known: `0.1.0+4af9e314`. A checkout has the commit in its
 * repository, a package and an image in the member `gitHead` of the manifest.
 */
export const readVersion = (): Promise<string> => (version ??= readVersionIn(ownFolder));

const ownFolder = fileURLToPath(new URL('..', import.meta.url));

/** The version of the program in a folder. */
export const readVersionIn = async (folder: string): Promise<string> => {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    readonly version: string;
    readonly gitHead?: string;
  };
  const commit = manifest.gitHead ?? (await readCommit(folder));
  return commit === undefined ? manifest.version : `${manifest.version}+${commit.slice(0, 8)}`;
};

/** The commit that a checkout is at, without the program git; undefined if the folder is no checkout. */
export const readCommit = async (folder: string): Promise<string | undefined> => {
  try {
    const repository = await repositoryOf(folder);
    const head = (await readFile(join(repository, 'HEAD'), 'utf8')).trim();
    const [, branch] = /^ref: (.+)$/.exec(head) ?? [];
    const commit = branch === undefined ? head : await commitOf(repository, branch);
    return commit !== undefined && /^[\da-f]{40,64}$/.test(commit) ? commit : undefined;
  } catch {
    return undefined;
  }
};

/** `.git` is a folder, or a file with its path if the checkout is one of several of a repository. */
const repositoryOf = async (folder: string): Promise<string> => {
  const path = join(folder, '.git');
  const text = await readFile(path, 'utf8').catch(() => '');
  const [, other] = /^gitdir: (.+)$/m.exec(text) ?? [];
  return other === undefined ? path : resolve(folder, other);
};

/** A branch is a file, or a line in a file of many. All checkouts of a repository share them. */
const commitOf = async (repository: string, branch: string): Promise<string | undefined> => {
  const shared = await readFile(join(repository, 'commondir'), 'utf8').catch(() => '.');
  const folder = resolve(repository, shared.trim());
  const own = await readFile(join(folder, branch), 'utf8').catch(() => undefined);
  if (own !== undefined) return own.trim();
  const packed = await readFile(join(folder, 'packed-refs'), 'utf8');
  return packed
    .split('\n')
    .find((line) => line.endsWith(` ${branch}`))
    ?.split(' ', 1)[0];
};
