import { signal } from '@preact/signals';
import type { CollectionDto } from '../../../contracts/schemas/collection.ts';
import { urlOf } from './router.ts';
import { userKey } from './remembered.ts';

/** A page of a list of content. */
interface ShownList {
  readonly url: string;
  /** Empty for a list of all collections. */
  readonly collection: string;
  /** The items of its page, in order. */
  readonly ids: readonly string[];
}

const storageKey = (): string => userKey('lists');

const read = (): readonly ShownList[] =>
  JSON.parse(sessionStorage.getItem(storageKey()) ?? '[]') as readonly ShownList[];

/** The last list of each collection in this tab, the latest first. */
const shown = signal<readonly ShownList[] | undefined>(undefined);
const lists = (): readonly ShownList[] => (shown.value ??= read());

/** Remembers a list as the user sees it, for the way back to it. */
export const rememberList = (list: ShownList): void => {
  shown.value = [list, ...lists().filter(({ collection }) => collection !== list.collection)];
  sessionStorage.setItem(storageKey(), JSON.stringify(shown.value));
};

/** The URL of the list that was shown last. */
export const lastListUrl = (): string => lists()[0]?.url ?? urlOf('/content');

/** The URL of the list of a collection, as it was shown last. */
export const lastListIn = (name: string): string =>
  lists().find(({ collection }) => collection === name)?.url ??
  urlOf('/content', { collection: name });

/**
 * The list that an item was opened from. If there is none: the list of its collection or, for a singleton, that of all
 * content, because the list of a singleton opens its item again.
 */
export const listOf = (
  { name, singleton = false }: Pick<CollectionDto, 'name' | 'singleton'>,
  id: string | undefined,
): string =>
  lists().find(({ ids }) => id !== undefined && ids.includes(id))?.url ??
  lastListIn(singleton ? '' : name);

/** The items before and after an item in the list that it was opened from. */
export const neighboursOf = (
  id: string,
): { readonly previous?: string; readonly next?: string } => {
  const ids = lists().find((list) => list.ids.includes(id))?.ids ?? [];
  const index = ids.indexOf(id);
  return index < 0 ? {} : { previous: ids[index - 1], next: ids[index + 1] };
};
