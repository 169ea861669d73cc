import type { ContentChange, Repositories, Store } from '../../../../core/store.ts';
import {
  parseSlug,
  type ContentItem,
  type Redirect,
  type Slug,
} from '../../../../core/vocabulary.ts';
import { ok } from '../../assert.ts';
import { itemsOf } from '../../cases.ts';
import { collectionId } from '../../samples.ts';
import { trashingOf } from '../../trash/trashed-items.ts';
import { basisOf, pageOf, revisionOf, updateOf, valueOf, withParts } from '../content-changes.ts';
import { wholeView } from '../views.ts';

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
  const [listed] = itemsOf(await pageOf(repositories, { ...whole, slug: slug(text) }));
  const asked = { slug: slug(text), collectionId: listed?.collectionId ?? collectionId(1) };
  const item = valueOf(await repositories.contents.getBySlug(asked, wholeView, basis));
  ok(item?.id === listed?.id, `getBySlug and the list agree about ${text}`);
  return item?.id;
};

export const allRedirects = async (repositories: Repositories): Promise<readonly Redirect[]> =>
  valueOf(await repositories.redirects.list(whole, await basisOf(repositories)));

/** All redirects as texts: `from > to`. */
export const redirectTexts = async (repositories: Repositories): Promise<readonly string[]> =>
  (await allRedirects(repositories)).map(({ from, to }) => `${from} > ${to}`);
