import { signal, type ReadonlySignal } from '@preact/signals';
import type { MediaFileDto } from '../../../contracts/operations/media.ts';
import type { MediaKind } from '../../../contracts/client/vocabulary.ts';
import { api } from '../api/client.ts';
import { cutPage, pageQuery } from '../components/pager.tsx';

/** What a list of media files shows. */
export interface MediaQuery {
  /** Undefined for all folders. */
  readonly folder: string | undefined;
  /** Undefined for all types. */
  readonly type: MediaKind | undefined;
  /** From 1. */
  readonly page: number;
}

export interface MediaPage {
  readonly files: readonly MediaFileDto[];
  readonly hasNext: boolean;
}

const folders = signal<readonly string[]>([]);

/** The folders of all files that lists have shown, sorted. The API has no list of folders. */
export const folderNames: ReadonlySignal<readonly string[]> = folders;

const libraryVersion = signal(0);

/** Makes the lists that are shown read again: files were stored or their texts have changed. */
export const libraryChanged = (): void => {
  libraryVersion.value += 1;
};

/** Subscribes an effect that calls it to {@link libraryChanged}. */
export const loadMediaPage = async ({ folder, type, page }: MediaQuery): Promise<MediaPage> => {
  void libraryVersion.value;
  const { body } = await api.listMedia({
    query: { ...pageQuery(page), folder, type },
  });
  const found = new Set([...folders.peek(), ...body.data.map((file) => file.folder)]);
  if (found.size > folders.peek().length) folders.value = [...found].toSorted();
  const { entries, hasNext } = cutPage(body.data);
  return { files: entries, hasNext };
};
