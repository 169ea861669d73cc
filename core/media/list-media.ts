import { authorize } from '../access/policy.ts';
import type { Actor } from '../model/actor.ts';
import { parseFolder, type MediaFile, type MediaKind } from '../model/media/media-file.ts';
import type { MediaFilter } from '../model/media/media-filter.ts';
import {
  mediaFoldersMax,
  type MediaFolder,
  type MediaFolders,
} from '../model/media/media-folder.ts';
import type { Dependencies } from '../ports/ports.ts';
import { invalid } from '../primitives/errors.ts';
import { wordsIn } from '../primitives/fold-words.ts';
import { parsePage, type PageRequest } from '../primitives/paging.ts';
import { parseText } from '../primitives/text.ts';

/** Which files. All conditions count. */
export interface FindMedia {
  /**
   * Words, of which a file has to have all: in its names, or in its texts in any language. Each word stands for all that begin
   * with it. Case and accents do not count.
   */
  readonly q?: string | undefined;
  /** Only files in this folder. */
  readonly folder?: string | undefined;
  /** Also those below the folder; by default not. */
  readonly subfolders?: boolean | undefined;
  /** Only files of this kind. */
  readonly type?: MediaKind | undefined;
  /** Only images without alternative text of their own. */
  readonly alt?: 'missing' | undefined;
}

export interface ListMedia extends FindMedia, PageRequest {}

export interface MediaTotal {
  /** Up to {@link mediaTotalMax}. */
  readonly total: number;
  /** Whether there are more. */
  readonly isLowerBound: boolean;
}

/** How far the files of all pages are counted. */
export const mediaTotalMax = 10_000;

/** In characters. */
const queryMaxLength = 200;
const queryMaxWords = 16;

export const listMedia =
  ({ media }: Pick<Dependencies, 'media'>) =>
  async (actor: Actor, command: ListMedia): Promise<readonly MediaFile[]> => {
    authorize(actor, 'read_media');
    return media.list({ ...parsePage(command), ...parseFilter(command) });
  };

export const countMedia =
  ({ media }: Pick<Dependencies, 'media'>) =>
  async (actor: Actor, command: FindMedia): Promise<MediaTotal> => {
    authorize(actor, 'read_media');
    const found = await media.count(parseFilter(command), mediaTotalMax + 1);
    return { total: Math.min(found, mediaTotalMax), isLowerBound: found > mediaTotalMax };
  };

const parseFilter = ({ q, folder, subfolders, type, alt }: FindMedia): MediaFilter => ({
  ...(folder !== undefined && { folder: parseFolder(folder) }),
  ...(folder !== undefined && subfolders === true && { withSubfolders: true }),
  ...(type !== undefined && { kind: type }),
  ...(q !== undefined && { words: parseWords(q) }),
  ...(alt === 'missing' && { withoutOwnAlt: true }),
});

/** @throws DomainError `invalid_input` for a text without a word, or beyond the limits; `invalid_text`. */
const parseWords = (raw: string): readonly string[] => {
  const text = parseText('q', raw, { min: 1, max: queryMaxLength }).normalize('NFC');
  const found = wordsIn(text).filter(({ word, end }, index, all) => {
    // The last character of a run of pairs: in a file, more may follow it.
    const before = all[index - 1];
    return before?.end !== end || !before.word.endsWith(word);
  });
  const words = [...new Set(found.map(({ word }) => word))];
  if (words.length === 0) {
    throw invalid('invalid_input', [{ path: 'q', message: 'must contain a letter or a digit' }]);
  }
  if (words.length > queryMaxWords) {
    const message = `must have at most ${queryMaxWords} words; in scripts without spaces, every character counts`;
    throw invalid('invalid_input', [{ path: 'q', message }]);
  }
  return words;
};

export const listMediaFolders =
  ({ media }: Pick<Dependencies, 'media'>) =>
  async (actor: Actor): Promise<MediaFolders> => {
    authorize(actor, 'read_media');
    const found = await media.listFolders(mediaFoldersMax + 1);
    const hasMore = found.length > mediaFoldersMax;
    return { folders: treeOf(found.slice(0, mediaFoldersMax)), hasMore };
  };

const treeOf = (found: readonly MediaFolder[]): readonly MediaFolder[] => {
  const files = new Map<string, number>();
  for (const { path, files: count } of found) {
    const names = path.split('/');
    for (let depth = 1; depth < names.length; depth += 1) {
      const above = names.slice(0, depth).join('/');
      if (!files.has(above)) files.set(above, 0);
    }
    files.set(path, count);
  }
  return Array.from(files, ([path, count]) => ({ path, files: count })).sort(byNames);
};

/** By the names of the path, one by one: what is below a folder follows it directly. */
const byNames = (left: MediaFolder, right: MediaFolder): number => {
  const [one, other] = [left.path.split('/'), right.path.split('/')];
  const at = one.findIndex((name, index) => name !== other[index]);
  if (at === -1) return one.length - other.length;
  const name = other[at];
  if (name === undefined) return 1;
  return (one[at] ?? '') < name ? -1 : 1;
};
