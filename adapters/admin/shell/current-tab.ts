const storageKey = 'quoin-tab';

/** How long a page that is being replaced may take to release the lock of its tab. */
const releaseMs = 500;

const lockOf = (tab: string): string => `quoin-tab-${tab}`;

/** A short random text. Browsers have `crypto.randomUUID` only on HTTPS. */
export const randomId = (): string =>
  [...crypto.getRandomValues(new Uint32Array(2))].map((part) => part.toString(36)).join('');

/** Locks a tab until its page ends. @returns false if another page has the lock. */
const lock = (tab: string): Promise<boolean> =>
  new Promise((resolve) => {
    // The browser releases the lock when the page ends.
    const untilPageEnds = (): Promise<void> => {
      resolve(true);
      return Promise.withResolvers<void>().promise;
    };
    navigator.locks
      .request(lockOf(tab), { signal: AbortSignal.timeout(releaseMs) }, untilPageEnds)
      .catch(() => resolve(false));
  });

/** Browsers have locks only on HTTPS and on the machine itself. */
const hasLocks = (): boolean => 'locks' in navigator;

/** Takes the id out of the storage while the page is open, so that a duplicate of the tab does not find it. */
const identifyWithoutLocks = (stored: string | null): string => {
  const tab = stored ?? randomId();
  const hide = (): void => sessionStorage.removeItem(storageKey);
  hide();
  addEventListener('pagehide', () => sessionStorage.setItem(storageKey, tab));
  addEventListener('pageshow', hide);
  return tab;
};

const identify = async (): Promise<string> => {
  try {
    const stored = sessionStorage.getItem(storageKey);
    if (!hasLocks()) return identifyWithoutLocks(stored);
    if (stored !== null && (await lock(stored))) return stored;
    const tab = randomId();
    sessionStorage.setItem(storageKey, tab);
    await lock(tab);
    return tab;
  } catch {
    // The browser blocks the storage of sites.
    return randomId();
  }
};

let current: Promise<string> | undefined;

/**
 * The id of this tab. It stays the same after a reload and when the browser restores the tab after a crash.
 * A duplicate of the tab gets another one.
 */
export const currentTab = (): Promise<string> => (current ??= identify());

/** The ids of the other tabs that are open; empty if the browser does not say. */
export const openTabs = async (): Promise<ReadonlySet<string>> => {
  if (!hasLocks()) return new Set();
  const [{ held = [] }, own] = await Promise.all([navigator.locks.query(), currentTab()]);
  const prefix = lockOf('');
  const tabs = held.map(({ name = '' }) => name).filter((name) => name.startsWith(prefix));
  return new Set(tabs.map((name) => name.slice(prefix.length)).filter((tab) => tab !== own));
};
