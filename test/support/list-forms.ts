import { formOfLists, type EncodedItem, type ListForm } from '../../core/index.ts';

/** A list of the texts of all items. */
export const listFormOf = (
  key: string,
  textOf: (item: EncodedItem) => string,
  { before = '', separator = '' } = {},
): ListForm<EncodedItem> =>
  formOfLists({
    key,
    opening: Buffer.from(before),
    closing: Buffer.alloc(0),
    renderOne: (item, isLast) => {
      const text = textOf(item);
      return { text: Buffer.from(isLast ? text : `${text}${separator}`), tag: text };
    },
    tagOf: (tags) => tags.join(),
  });
