import { userKey } from '../../../shell/remembered.ts';
import { listUrl, type ListState } from '../list-state.ts';

/*
 * Pages of a query lead only forward. What leads back is the cursor of each page that was shown: those of the last
 * query, in this tab.
 */

interface Shown {
  /** The list, whatever its page. */
  readonly url: string;
  /** By page, from 2. */
  readonly cursors: Readonly<Record<number, string>>;
}

const storageKey = (): string => userKey('pages');

const urlOf = (state: ListState): string =>
  listUrl({ ...state, columns: undefined, page: 1, after: '' });

const shownFor = (state: ListState): Shown => {
  const url = urlOf(state);
  const stored = sessionStorage.getItem(storageKey());
  const shown = stored === null ? undefined : (JSON.parse(stored) as Shown);
  return shown?.url === url ? shown : { url, cursors: {} };
};

/** Remembers where a page and the next one begin. */
export const rememberCursors = (state: ListState, next: string | undefined): void => {
  const { url, cursors } = shownFor(state);
  const known = { ...cursors, [state.page]: state.after, ...(next && { [state.page + 1]: next }) };
  sessionStorage.setItem(storageKey(), JSON.stringify({ url, cursors: known }));
};

/** The state at the page before; undefined at the first one. Without a way back, the first one. */
export const previousPage = (state: ListState): ListState | undefined => {
  const page = state.page - 1;
  if (page < 1) return undefined;
  const after = shownFor(state).cursors[page];
  return after === undefined || page === 1
    ? { ...state, page: 1, after: '' }
    : { ...state, page, after };
};

/** Whether two states show the same list, whatever the page. */
export const isSameList = (one: ListState, other: ListState): boolean =>
  urlOf(one) === urlOf(other);
