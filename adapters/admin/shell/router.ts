import { batch, computed, signal } from '@preact/signals';
import { rememberTop, scrollScreen, startScrolling, topOf } from './scroll.ts';

/** The address of a screen below `/admin`. */
export interface Address {
  /** Without `/admin`; `/` is the dashboard. */
  readonly path: string;
  readonly query: URLSearchParams;
}

const base = '/admin';

const read = (): Address => ({
  path: location.pathname.slice(base.length).replace(/\/+$/, '') || '/',
  query: new URLSearchParams(location.search),
});

export const address = signal(read());
export const currentPath = computed(() => address.value.path);

/** Asks before unsaved work is left. Resolves to false to stay. */
export type LeaveGuard = () => Promise<boolean>;

/** Those of the forms and dialogs of the current screen. */
let guards: readonly LeaveGuard[] = [];

/** Adds a guard; returns a function that removes it. */
export const guardLeaving = (next: LeaveGuard): (() => void) => {
  guards = [...guards, next];
  return () => {
    guards = guards.filter((each) => each !== next);
  };
};

/** Asks the guards one after the other, the latest first: a dialog is above its form. */
const mayLeave = async (): Promise<boolean> => {
  for (const guard of guards.toReversed()) if (!(await guard())) return false;
  return true;
};

const positionIn = (state: unknown): number | undefined =>
  (state as { position?: number } | null)?.position;

/** The place of the current entry in the history, to undo a step back that the user cancels. */
let position = positionIn(history.state) ?? history.length;

/** Counts the screens that were opened: each visit starts a screen anew, also at the same path. */
export const visit = signal(0);

const show = (top: number): void => {
  batch(() => {
    address.value = read();
    visit.value += 1;
  });
  scrollScreen(top);
};

/** The names of the current place, by which the way back finds how far it was scrolled. */
const entry = (): string => String(position);
const leave = (): void => rememberTop(entry(), location.href);

/** The full URL of a screen; empty query values are left out. */
export const urlOf = (
  path: string,
  query: Readonly<Record<string, string | number | undefined>> = {},
): string => {
  const set = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString();
  return `${base}${path === '/' ? '' : path}${text === '' ? '' : `?${text}`}`;
};

interface Navigation {
  /** Replaces the current entry of the history. */
  readonly replace?: boolean;
  /** Does not ask about unsaved work: it has just been saved. */
  readonly force?: boolean;
  /** Goes back to a screen as the user left it, scrolled as far. */
  readonly isReturn?: boolean;
}

/** Opens a screen. */
export const navigate = async (
  url: string,
  { replace = false, force = false, isReturn = false }: Navigation = {},
): Promise<void> => {
  if (!force && !(await mayLeave())) return;
  leave();
  if (replace) history.replaceState({ position }, '', url);
  else {
    position += 1;
    history.pushState({ position }, '', url);
  }
  show(isReturn ? topOf(location.href) : 0);
};

/** Changes the query of the current screen without a new entry in the history. */
export const replaceQuery = (
  query: Readonly<Record<string, string | number | undefined>>,
): void => {
  history.replaceState({ position }, '', urlOf(address.value.path, query));
  address.value = read();
};

/** Gives the current screen another address, without opening it anew: a new item has got its id. */
export const rename = (url: string): void => {
  history.replaceState({ position }, '', url);
  address.value = read();
};

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);

const screenLink = (event: MouseEvent): HTMLAnchorElement | undefined => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link?.target !== '' || link.hasAttribute('download')) return undefined;
  const isScreen =
    link.origin === location.origin && /^\/admin(?:$|\/)/.test(link.pathname) && link.hash === '';
  return isScreen ? link : undefined;
};

/**
 * Makes links open screens without loading the page again, and the back button ask about unsaved work. A
 * link with `data-return` opens its screen as the user left it.
 */
export const startRouter = (): void => {
  startScrolling(entry);
  if (positionIn(history.state) !== undefined) scrollScreen(topOf(entry()));
  history.replaceState({ position }, '');
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || !isPlainClick(event)) return;
    const link = screenLink(event);
    if (link === undefined) return;
    event.preventDefault();
    void navigate(link.href, { isReturn: link.dataset['return'] !== undefined });
  });
  addEventListener('popstate', (event) => {
    void followHistory(event.state);
  });
};

/** Called when the browser is back at the entry whose screen is shown. */
let onReturned: (() => void) | undefined;

const returnTo = (steps: number): Promise<void> =>
  new Promise((resolve) => {
    onReturned = resolve;
    history.go(steps);
  });

const followHistory = async (state: unknown): Promise<void> => {
  const target = positionIn(state) ?? 0;
  if (onReturned !== undefined) {
    onReturned();
    onReturned = undefined;
    return;
  }
  const steps = position - target;
  if (guards.length > 0 && steps !== 0) {
    // The browser has already changed the address: it goes back while the user is asked. A browser
    // drops a step that is followed at once by the opposite one, so this waits for both.
    const [isLeaving] = await Promise.all([mayLeave(), returnTo(steps)]);
    if (!isLeaving) return;
    guards = [];
    history.go(-steps);
    return;
  }
  rememberTop(entry());
  position = target;
  show(topOf(entry()));
};
