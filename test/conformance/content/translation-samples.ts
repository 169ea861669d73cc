import type {
  ContentChange,
  MemberSource,
  Prints,
  SourceState,
  Store,
  TranslationSource,
} from '../../../core/store.ts';
import type { ContentItem } from '../../../core/vocabulary.ts';
import { ok } from '../assert.ts';
import {
  basisOf,
  creationOf,
  insertItems,
  revisionOf,
  updateOf,
  valueOf,
  withParts,
} from './content-changes.ts';
import { entering, original, translationOf, withLocalized } from './translations.ts';
import { wholeView } from './views.ts';

/** Of the items from which samples are made. */
export const made: Prints = { title: '"Title"', 'data.a': '1' };

/** The creation of a translation that records its source. */
export const translationFrom = (first: ContentItem, item: ContentItem): ContentChange =>
  withParts(entering(creationOf(item)), {
    source: { id: first.id, version: first.version, versions: [first.version], prints: made },
  });

/** Stores a translation with its record. */
export const translate = async (
  store: Store,
  first: ContentItem,
  item: ContentItem,
): Promise<void> => {
  ok(await store.commit([translationFrom(first, item)]), 'the translation was stored');
};

/** An item and a translation of it, in a localised collection. */
export const withTranslation = async (
  store: Store,
): Promise<readonly [first: ContentItem, second: ContentItem]> => {
  await withLocalized(store);
  const first = original(1);
  const second = translationOf(first, 2, 'de');
  await insertItems(store, [first]);
  await translate(store, first, second);
  return [first, second];
};

/** Stores the next version of an item. @param state undefined for a change that its translations are not compared with. */
export const revise = async (
  store: Store,
  id: string,
  state: SourceState | undefined,
): Promise<void> => {
  const before = await store.repositories.contents.findById(id);
  if (before === undefined) throw new Error('The item is there');
  const change = withParts(updateOf(before, revisionOf(before, {})), { state });
  ok(await store.commit([change]), 'it was changed');
};

/** The record of an item, if it counts. */
export const sourceOf = async (
  { repositories }: Store,
  { id }: ContentItem,
): Promise<MemberSource | undefined> => {
  const basis = await basisOf(repositories);
  const group = valueOf(await repositories.translations.listGroup(id, wholeView, basis));
  return group.find((member) => member.id === id)?.source;
};

export const idsInGroup = async (
  { repositories }: Store,
  { id }: ContentItem,
): Promise<readonly string[]> => {
  const basis = await basisOf(repositories);
  const group = valueOf(await repositories.translations.listGroup(id, wholeView, basis));
  return group.map((member) => member.id).toSorted();
};

export const recordOf = (
  item: ContentItem,
  source: ContentItem,
  prints: Prints,
): TranslationSource => ({
  contentId: item.id,
  sourceId: source.id,
  version: 7,
  prints,
});
