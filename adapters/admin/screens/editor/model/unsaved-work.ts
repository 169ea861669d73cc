import type { ItemText } from './merge.ts';

/** What a user has typed and not saved, and what it was based on. */
export interface UnsavedWork {
  readonly text: ItemText;
  readonly base: ItemText;
  /** The version of the base; undefined for a new item. */
  readonly etag: string | undefined;
  /** Whether the slug was typed, so that it no longer follows the title. */
  readonly hasOwnSlug: boolean;
  /** Epoch milliseconds. */
  readonly at: number;
}

const databaseName = 'quoin-admin';
const storeName = 'unsaved-work';

const result = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')));
  });

let opened: Promise<IDBDatabase> | undefined;

const open = (): Promise<IDBDatabase> => {
  if (opened === undefined) {
    const request = indexedDB.open(databaseName, 1);
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore(storeName);
    });
    opened = result(request);
  }
  return opened;
};

const inStore = async <T>(
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> => result(use((await open()).transaction(storeName, mode).objectStore(storeName)));

/** The copy in this browser. @returns undefined without one, or if the browser stores nothing. */
export const readUnsavedWork = async (key: string): Promise<UnsavedWork | undefined> => {
  try {
    return (await inStore('readonly', (store) => store.get(key))) as UnsavedWork | undefined;
  } catch {
    return undefined;
  }
};

/** Stores a copy in this browser: it survives a reload and a crash. @throws DOMException if it is full. */
export const keepUnsavedWork = async (key: string, work: UnsavedWork): Promise<void> => {
  await inStore('readwrite', (store) => store.put(work, key));
};

/** Without IndexedDB there is nothing to remove. */
export const dropUnsavedWork = async (key: string): Promise<void> => {
  await inStore('readwrite', (store) => store.delete(key)).catch(() => undefined);
};
