import { expect } from 'vitest';
import type { Actor, Cms } from '../../../core/index.ts';
import type { Change, ContentItem, Perspective } from '../../../core/vocabulary.ts';

export interface Reader {
  readonly name: string;
  readonly actor: Actor;
  readonly collection?: string | undefined;
  readonly perspective?: Perspective;
}

/** What a program has that follows the feed. */
export interface Follower {
  readonly reader: Reader;
  readonly items: Map<string, string>;
  cursor: string;
  /** How often it has started again. */
  starts: number;
}

export const newFollower = (reader: Reader): Follower => ({
  reader,
  items: new Map(),
  cursor: 'start',
  starts: 1,
});

const textOf = ({ origin: _, ...item }: ContentItem): string => JSON.stringify(item);

const startAgain = (follower: Follower): void => {
  follower.items.clear();
  follower.cursor = 'start';
  follower.starts += 1;
};

/** @returns false if the rest of the page has no meaning for the follower. */
const apply = (follower: Follower, { type, id = '', item }: Change): boolean => {
  if (type === 'upserted') follower.items.set(id, textOf(item!));
  if (type === 'removed') follower.items.delete(id);
  if (type !== 'reset') return true;
  startAgain(follower);
  return false;
};

/**
 * Reads a page and applies the first changes of it.
 *
 * @param keep how many changes; all of them for undefined.
 * @returns whether there may be more.
 */
export const readOn = async (
  cms: Cms,
  follower: Follower,
  limit: number,
  keep?: number,
): Promise<boolean> => {
  const { reader, cursor: after } = follower;
  const { actor, collection, perspective } = reader;
  const page = await cms.changes.read(actor, { after, limit, collection, perspective });
  const ids = page.changes.flatMap(({ type, id }) => (id === undefined ? [] : [`${type} ${id}`]));
  expect(new Set(ids).size).toBe(ids.length);
  const kept = page.changes.slice(0, keep);
  for (const change of kept) {
    follower.cursor = change.cursor;
    if (!apply(follower, change)) return true;
  }
  if (kept.length < page.changes.length) return true;
  follower.cursor = page.cursor;
  return page.hasMore;
};

/** Reads to the end of the feed. */
export const readToEnd = async (cms: Cms, follower: Follower, limit = 100): Promise<void> => {
  while (await readOn(cms, follower, limit));
};

/** What lists show to the reader. */
const expected = async (cms: Cms, { actor, collection, perspective }: Reader) => {
  const { value } = await cms.content.readPage(actor, {
    of: { list: { limit: 1_000, collection } },
    perspective,
    client: '192.0.2.1',
  });
  if (value.kind !== 'items') throw new Error('The page is too large for this test');
  return new Map(value.items.map((item) => [item.id, textOf(item)]));
};

/** Asserts that the follower has what lists show to its reader. */
export const expectUpToDate = async (cms: Cms, follower: Follower): Promise<void> => {
  const shown = await expected(cms, follower.reader);
  expect(follower.items, follower.reader.name).toEqual(shown);
};
