import { counted } from '../catalogue/forms.ts';
import { t } from '../catalogue/texts.ts';
import { signal } from '@preact/signals';
import type { MediaFileDto } from '../../../contracts/operations/media.ts';
import type { MediaKind } from '../../../contracts/client/vocabulary.ts';
import { api } from '../api/client.ts';
import { cutPage, pageQuery } from '../components/pager.tsx';

/** What a list of media files shows. */
export interface MediaQuery {
  /** Words; empty for all files. */
  readonly q: string;
  /** With everything below it; undefined for all folders. */
  readonly folder: string | undefined;
  /** Undefined for all types. */
  readonly type: MediaKind | undefined;
  /** Only images without alternative text. */
  readonly isWithoutAlt: boolean;
  /** From 1. */
  readonly page: number;
}

export const allMedia: MediaQuery = {
  q: '',
  folder: undefined,
  type: undefined,
  isWithoutAlt: false,
  page: 1,
};

/** Whether the query leaves out files. */
export const isFiltered = ({ q, folder, type, isWithoutAlt }: MediaQuery): boolean =>
  q !== '' || folder !== undefined || type !== undefined || isWithoutAlt;

export interface MediaPage {
  readonly files: readonly MediaFileDto[];
  readonly hasNext: boolean;
  /** “2,002 files”. */
  readonly total: string;
}

export interface FolderNode {
  /** The whole path. */
  readonly path: string;
  /** Its last name. */
  readonly name: string;
  /** How many folders contain it. */
  readonly depth: number;
  /** Directly in it. */
  readonly files: number;
}

const libraryVersion = signal(0);

/** Makes the lists that are shown read again: files were stored, moved or deleted, or their texts have changed. */
export const libraryChanged = (): void => {
  libraryVersion.value += 1;
};

/** Whether a text contains a word that can be searched for. */
const hasWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** Subscribes an effect that calls it to {@link libraryChanged}. */
export const loadMediaPage = async ({
  q,
  folder,
  type,
  isWithoutAlt,
  page,
}: MediaQuery): Promise<MediaPage> => {
  void libraryVersion.value;
  const { body } = await api.listMedia({
    query: {
      ...pageQuery(page),
      ...(hasWord(q) && { q: q.trim() }),
      ...(folder !== undefined && { folder, subfolders: true }),
      ...(type !== undefined && { type }),
      ...(isWithoutAlt && { alt: 'missing' }),
      total: true,
    },
  });
  const { entries, hasNext } = cutPage(body.data);
  const { total = 0, totalIsLowerBound = false } = body.meta;
  return { files: entries, hasNext, total: totalText(total, totalIsLowerBound) };
};

/** “2,002 files”, or “More than 10,000 files”. */
const totalText = (count: number, isLowerBound: boolean): string => {
  const text = counted(count, t.library.files);
  return isLowerBound ? t.library.moreThan(text) : text;
};

/** Subscribes an effect that calls it to {@link libraryChanged}. */
export const loadFolders = async (): Promise<readonly FolderNode[]> => {
  void libraryVersion.value;
  const { data } = (await api.listMediaFolders()).body;
  return data.map(({ path, files }) => {
    const names = path.split('/');
    return { path, files, name: names.at(-1) ?? path, depth: names.length - 1 };
  });
};
