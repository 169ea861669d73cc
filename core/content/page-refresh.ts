import type { ListForm } from '../caching/forms.ts';
import type { ListRefresh } from '../caching/kept-text.ts';
import type { ContentReads } from '../ports/content-repository.ts';
import { noId } from '../uuid.ts';
import { pageBytes, type EncodedItem } from './content-item.ts';

interface PageFacts {
  readonly ids?: readonly string[];
  readonly tag?: string;
}

/**
 * Reads only the items of a page that were written. Other writes than those of an item itself change which
 * items a page has, and in which order: see `subjectsOfUpdate`.
 */
export const pageRefresh = <Facts extends PageFacts>(
  contents: ContentReads<EncodedItem>,
  form: ListForm<EncodedItem>,
): ListRefresh<Facts> => ({
  read: async ({ ids = [] }, indexes) => {
    const items = await Promise.all(indexes.map((index) => contents.findById(ids[index] ?? noId)));
    const values = items.flatMap((item, n) =>
      item === undefined ? [] : [form.renderOne(item, indexes[n] === ids.length - 1)],
    );
    return values.length === indexes.length ? values : undefined;
  },
  withTags: (facts, tags) => ({ ...facts, tag: form.tagOf(tags) }),
  // A longer one may have to be read in portions.
  maxBytes: pageBytes,
});
