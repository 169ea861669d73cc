import { signal } from '@preact/signals';
import { userKey } from '../../../shell/remembered.ts';

/** A URL of the list with a name, in this browser. */
export interface SavedView {
  readonly name: string;
  /** The query of the URL. */
  readonly query: string;
}

export const viewNameMaxLength = 100;

const storageKey = (): string => userKey('views');

const read = (): readonly SavedView[] =>
  JSON.parse(localStorage.getItem(storageKey()) ?? '[]') as readonly SavedView[];

const shown = signal<readonly SavedView[] | undefined>(undefined);

/** The views of the user, by name. */
export const savedViews = (): readonly SavedView[] => (shown.value ??= read());

/** Reads them first: another tab may have changed them. */
const change = (next: (views: readonly SavedView[]) => readonly SavedView[]): void => {
  shown.value = next(read()).toSorted((one, other) => one.name.localeCompare(other.name));
  localStorage.setItem(storageKey(), JSON.stringify(shown.value));
};

/** Adds a view. One of the same name is replaced. */
export const saveView = (view: SavedView): void =>
  change((views) => [...views.filter(({ name }) => name !== view.name), view]);

/** @returns false if another view has the name. */
export const renameView = (name: string, next: string): boolean => {
  if (name !== next && read().some((view) => view.name === next)) return false;
  change((views) => views.map((view) => (view.name === name ? { ...view, name: next } : view)));
  return true;
};

export const deleteView = (name: string): void =>
  change((views) => views.filter((view) => view.name !== name));
