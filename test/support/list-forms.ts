import type { EncodedItem, ListForm } from '../../core/index.ts';

/** A list of the texts of all items, between two texts. */
export const listFormOf = (
  key: string,
  textOf: (item: EncodedItem) => string,
  { before = '', after = '', separator = '' } = {},
): ListForm<EncodedItem> => {
  const renderOne = (item: EncodedItem, isLast: boolean) => {
    const text = textOf(item);
    return { text: Buffer.from(isLast ? text : `${text}${separator}`), tag: text };
  };
  const tagOf = (tags: readonly string[]): string => tags.join();
  return {
    key,
    renderOne,
    tagOf,
    render: (items) => {
      const values = items.map((item, index) => renderOne(item, index === items.length - 1));
      const tags = values.map(({ tag }) => tag);
      const texts = values.map(({ text }) => text);
      return { text: [Buffer.from(before), ...texts, Buffer.from(after)], tags, tag: tagOf(tags) };
    },
  };
};
