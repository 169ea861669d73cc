import {
  parseSlug,
  type ContentChange,
  type ContentItem,
  type Redirect,
  type Repositories,
  type Slug,
  type Store,
} from '../../../../core/index.ts';
import { ok } from '../../assert.ts';
import { itemsOf } from '../../cases.ts';
import { trashingOf } from '../../trash/trashed-items.ts';
import { basisOf, pageOf, revisionOf, updateOf, valueOf, withParts } from '../content-changes.ts';

export const slug = (text: string): Slug => parseSlug(text);

/** Changes an item of a sample collection, and remembers the slug that it had. */
export const remembering = (before: ContentItem, changes: Partial<ContentItem>): ContentChange =>
  withParts(updateOf(before, revisionOf(before, changes)), { formerSlug: before.slug });

/** Gives a published item another slug, which the store remembers. @returns the stored item. */
export const rename = async (
  store: Store,
  before: ContentItem,
  to: string,
): Promise<ContentItem> => {
  const change = remembering(before, { slug: slug(to) });
  ok(await store.commit([change]), 'the item was renamed');
  return change.item;
};

/** Moves a published item into the trash, and remembers its slug. */
export const trashPublished = async (store: Store, item: ContentItem): Promise<void> => {
  const change = withParts(trashingOf(item), { formerSlug: item.slug });
  ok(await store.commit([change]), 'the item was moved into the trash');
};

const whole = { limit: 1_000, offset: 0, within: 'all' } as const;

/** The id of the item that is found by a slug, by `getBySlug` and by a list, which must agree. */
export const foundBy = async (
  repositories: Repositories,
  text: string,
): Promise<string | undefined> => {
  const basis = await basisOf(repositories);
  const item = valueOf(await repositories.contents.getBySlug(slug(text), basis));
  const [listed] = itemsOf(await pageOf(repositories, { ...whole, slug: slug(text) }));
  ok(item?.id === listed?.id, `getBySlug and the list agree about ${text}`);
  return item?.id;
};

export const allRedirects = async (repositories: Repositories): Promise<readonly Redirect[]> =>
  valueOf(await repositories.redirects.list(whole, await basisOf(repositories)));

/** All redirects as texts: `from > to`. */
export const redirectTexts = async (repositories: Repositories): Promise<readonly string[]> =>
  (await allRedirects(repositories)).map(({ from, to }) => `${from} > ${to}`);
