import { signal, type ReadonlySignal } from '@preact/signals';
import type { MediaFileDto } from '../../../contracts/operations/media.ts';
import type { MediaKind } from '../../../contracts/client/vocabulary.ts';
import { api } from '../api/client.ts';

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

const pageSize = 50;

const folders = signal<readonly string[]>([]);

/** The folders of all files that lists have shown, sorted. The API has no list of folders. */
export const folderNames: ReadonlySignal<readonly string[]> = folders;

const libraryVersion = signal(0);

/** Makes the lists that are shown read again: files were stored or their texts have changed. */
export const libraryChanged = (): void => {
  libraryVersion.value += 1;
};

/**
 * Reads one entry more than a page has, because the API does not count. Subscribes an effect that calls
 * it to {@link libraryChanged}.
 */
export const loadMediaPage = async ({ folder, type, page }: MediaQuery): Promise<MediaPage> => {
  void libraryVersion.value;
  const { body } = await api.listMedia({
    query: { limit: pageSize + 1, offset: (page - 1) * pageSize, folder, type },
  });
  const found = new Set([...folders.peek(), ...body.data.map((file) => file.folder)]);
  if (found.size > folders.peek().length) folders.value = [...found].toSorted();
  return { files: body.data.slice(0, pageSize), hasNext: body.data.length > pageSize };
};
