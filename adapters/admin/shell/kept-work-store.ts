import { currentTab, openTabs } from './current-tab.ts';
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

/** Unsaved work of one tab, which this browser keeps. */
export interface Kept<T> extends WorkPlace {
  readonly tab: string;
  readonly work: T;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Several users may share a browser. */
const accountPrefix = (): string => `${account.value?.id ?? ''}:`;

const keyOf = ({ what, tab }: Pick<Kept<unknown>, 'what' | 'tab'>): string =>
  `${accountPrefix()}${what}:${tab}`;

/** Everything that is kept for this user, the newest first. Empty if the browser stores nothing. */
export const listKept = async (): Promise<readonly Kept<unknown>[]> => {
  const prefix = accountPrefix();
  const range = IDBKeyRange.bound(prefix, `${prefix}\uFFFF`);
  try {
    const copies: readonly Kept<unknown>[] = await inStore('readonly', (store) =>
      store.getAll(range),
    );
    return copies.toSorted((left, right) => right.at - left.at);
  } catch {
    return [];
  }
};

/** The unsaved work that belongs to one thing. */
export interface KeptVersions<T> {
  /** Of this tab. */
  readonly own: Kept<T> | undefined;
  /** Of other tabs, the newest first. */
  readonly others: readonly Kept<T>[];
}

export const readKept = async <T>(what: string): Promise<KeptVersions<T>> => {
  const [tab, copies] = await Promise.all([currentTab(), listKept()]);
  const found = copies.filter((copy) => copy.what === what) as readonly Kept<T>[];
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
export const keep = async (place: WorkPlace, work: object): Promise<void> => {
  const copy: Kept<object> = { ...place, tab: await currentTab(), work, at: Date.now() };
  await inStore('readwrite', (store) => store.put(copy, keyOf(copy)));
};

/** Stores a copy again that was dropped. */
export const keepAgain = async (copy: Kept<unknown>): Promise<void> => {
  await inStore('readwrite', (store) => store.put(copy, keyOf(copy)));
};

/** Without IndexedDB there is nothing to remove. */
export const dropKept = async (copy: Pick<Kept<unknown>, 'what' | 'tab'>): Promise<void> => {
  await inStore('readwrite', (store) => store.delete(keyOf(copy))).catch(() => undefined);
};

/** Drops the copy of this tab. */
export const dropOwn = async (what: string): Promise<void> =>
  dropKept({ what, tab: await currentTab() });

/** Drops a copy whose work is in the form of this tab now, unless its own tab is still open. */
export const dropTaken = async (copy: Kept<unknown>): Promise<void> => {
  if (!(await openTabs()).has(copy.tab)) await dropKept(copy);
};
