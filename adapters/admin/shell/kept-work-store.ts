import { account } from './session.ts';

const databaseName = 'quoin-admin';
const storeName = 'kept-work';

const result = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')));
  });

let opened: Promise<IDBDatabase> | undefined;

const open = (): Promise<IDBDatabase> => {
  if (opened === undefined) {
    const request = indexedDB.open(databaseName, 2);
    request.addEventListener('upgradeneeded', () => {
      // Of an earlier version of the admin, whose copies have another form.
      for (const name of request.result.objectStoreNames) request.result.deleteObjectStore(name);
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

/** The place of a copy: per user, because several may share a browser. */
export const keptKey = (what: string): string => `${account.value?.id ?? ''}:${what}`;

/** Unsaved work that this browser keeps. */
export interface Kept<T> {
  readonly work: T;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** @returns undefined if there is none, or if the browser stores nothing. */
export const readKept = async <T>(key: string): Promise<Kept<T> | undefined> => {
  try {
    return (await inStore('readonly', (store) => store.get(key))) as Kept<T> | undefined;
  } catch {
    return undefined;
  }
};

/** Stores a copy in this browser: it survives a reload and a crash. @throws DOMException if it is full. */
export const keep = async (key: string, work: object): Promise<void> => {
  await inStore('readwrite', (store) => store.put({ work, at: Date.now() }, key));
};

/** Without IndexedDB there is nothing to remove. */
export const dropKept = async (key: string): Promise<void> => {
  await inStore('readwrite', (store) => store.delete(key)).catch(() => undefined);
};
