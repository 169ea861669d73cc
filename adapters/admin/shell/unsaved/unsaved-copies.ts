import { currentTab, openTabs, randomId } from '../current-tab.ts';
import { account } from '../session.ts';

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
    const request = indexedDB.open(databaseName, 3);
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

/** What unsaved work belongs to. */
export interface WorkPlace {
  /** The id of an item; `new:` and the id of a new one; `collection:` and the id of a collection. */
  readonly what: string;
  /** For people, in lists of unsaved work. */
  readonly title: string;
  /** The screen that restores it. */
  readonly url: string;
}

/** Unsaved work of one tab, stored in this browser. */
export interface UnsavedCopy<T> extends WorkPlace {
  readonly tab: string;
  readonly work: T;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Several users may share a browser. */
const accountPrefix = (): string => `${account.value?.id ?? ''}:`;

const keyOf = ({ what, tab }: Pick<UnsavedCopy<unknown>, 'what' | 'tab'>): string =>
  `${accountPrefix()}${what}:${tab}`;

/** All copies of this user, the newest first. Empty if the browser stores nothing. */
export const listCopies = async (): Promise<readonly UnsavedCopy<unknown>[]> => {
  const prefix = accountPrefix();
  const range = IDBKeyRange.bound(prefix, `${prefix}\uFFFF`);
  try {
    const copies: readonly UnsavedCopy<unknown>[] = await inStore('readonly', (store) =>
      store.getAll(range),
    );
    return copies.toSorted((left, right) => right.at - left.at);
  } catch {
    return [];
  }
};

/** The unsaved work that belongs to one thing. */
export interface UnsavedCopies<T> {
  /** Of this tab. */
  readonly own: UnsavedCopy<T> | undefined;
  /** Of other tabs, the newest first. */
  readonly others: readonly UnsavedCopy<T>[];
}

export const readCopies = async <T>(what: string): Promise<UnsavedCopies<T>> => {
  const [tab, copies] = await Promise.all([currentTab(), listCopies()]);
  const found = copies.filter((copy) => copy.what === what) as readonly UnsavedCopy<T>[];
  return {
    own: found.find((copy) => copy.tab === tab),
    others: found.filter((copy) => copy.tab !== tab),
  };
};

/**
 * Stores the copy of this tab in the browser: it survives a reload and a crash.
 *
 * @throws DOMException if the browser is full.
 */
export const storeCopy = async (place: WorkPlace, work: object): Promise<void> => {
  const copy: UnsavedCopy<object> = { ...place, tab: await currentTab(), work, at: Date.now() };
  await inStore('readwrite', (store) => store.put(copy, keyOf(copy)));
};

/** Stores work that makes room for another version of the same thing: as that of a tab that is closed. */
export const storeAside = async <T extends object>(
  place: WorkPlace,
  work: T,
): Promise<UnsavedCopy<T>> => {
  const copy = { ...place, tab: randomId(), work, at: Date.now() };
  await storeAgain(copy);
  return copy;
};

/** Stores a copy again that was dropped. */
export const storeAgain = async (copy: UnsavedCopy<unknown>): Promise<void> => {
  await inStore('readwrite', (store) => store.put(copy, keyOf(copy)));
};

/** Without IndexedDB there is nothing to remove. */
export const dropCopy = async (copy: Pick<UnsavedCopy<unknown>, 'what' | 'tab'>): Promise<void> => {
  await inStore('readwrite', (store) => store.delete(keyOf(copy))).catch(() => undefined);
};

/** Drops the copy of this tab. */
export const dropOwn = async (what: string): Promise<void> =>
  dropCopy({ what, tab: await currentTab() });

/** Drops a copy whose work is in the form of this tab now, unless its own tab is still open. */
export const dropTaken = async (copy: UnsavedCopy<unknown>): Promise<void> => {
  if (!(await openTabs()).has(copy.tab)) await dropCopy(copy);
};
