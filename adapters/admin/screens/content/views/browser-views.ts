import { signal } from '@preact/signals';
import { savedViewLimits } from '../../../../../contracts/client/vocabulary.ts';
import type { SavedViewDto } from '../../../../../contracts/schemas/saved-view-schemas.ts';
import { api } from '../../../api/client.ts';
import { userKey } from '../../../shell/remembered.ts';

/** A view that this browser has from the time before the service stored views. */
export interface BrowserView {
  readonly name: string;
  /** The query of its URL. */
  readonly query: string;
}

const storageKey = (): string => userKey('views');

const read = (): readonly BrowserView[] =>
  JSON.parse(localStorage.getItem(storageKey()) ?? '[]') as readonly BrowserView[];

const kept = signal<readonly BrowserView[] | undefined>(undefined);

/** The views of the user that are only in this browser. */
export const browserViews = (): readonly BrowserView[] => (kept.value ??= read());

/** Reads first: another tab may have moved some. */
const forget = ({ name }: BrowserView): void => {
  kept.value = read().filter((view) => view.name !== name);
  localStorage.setItem(storageKey(), JSON.stringify(kept.value));
};

/** A name that the service accepts, and that no other view has. */
const freeName = (name: string, taken: ReadonlySet<string>): string => {
  const accepted = name.replace(/\p{Cc}/gu, ' ').trim();
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? '' : ` (${number})`;
    const start = accepted.slice(0, savedViewLimits.name - end.length).toWellFormed();
    if (!taken.has(start + end)) return start + end;
  }
};

const isSame = (one: SavedViewDto['query'], other: SavedViewDto['query']): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value);

/**
 * Moves the views of this browser to the service. Each stays in the browser until the service has it; those that it
 * refuses stay, and the others move all the same.
 *
 * @param own the views of the user that the service has. One that was moved before is not stored twice.
 * @throws ApiError, OfflineError: the first one.
 */
export const moveViews = async (own: readonly SavedViewDto[]): Promise<void> => {
  const taken = new Set(own.map(({ name }) => name));
  const failures: unknown[] = [];
  for (const view of read()) {
    const query = Object.fromEntries(new URLSearchParams(view.query));
    const name = freeName(view.name, taken);
    const isThere = own.some((each) => each.name === view.name && isSame(each.query, query));
    try {
      if (!isThere) await api.createView({ body: { name, query } });
      taken.add(name);
      forget(view);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
};
