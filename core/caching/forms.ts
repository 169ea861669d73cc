/** UTF-8 in chunks, to be sent one after the other. Another text may contain the same chunks. */
export type TextChunks = readonly Uint8Array[];

/** How a driving adapter renders content. */
export interface Form<T> {
  /** Part of the cache key: names the adapter, and everything else that changes the text. */
  readonly key: string;
  /** Equal values must give equal text. */
  readonly render: (value: T) => TextChunks;
}

/** How a driving adapter renders lists: one value after the other, between two texts. */
export interface ListParts<T> {
  /** See {@link Form}. */
  readonly key: string;
  readonly opening: Uint8Array;
  readonly closing: Uint8Array;
  /** Equal values must give equal text. */
  readonly renderOne: (value: T, isLast: boolean) => RenderedValue;
  /** Differs for lists whose values have different tags. */
  readonly tagOf: (tags: readonly string[]) => string;
}

/** A form of lists. The text has one chunk before the values, one for each value, and one after them. */
export interface ListForm<T> extends ListParts<T> {
  readonly render: (values: readonly T[]) => RenderedList;
}

/** Makes a form of lists. */
export const formOfLists = <T>(parts: ListParts<T>): ListForm<T> => {
  const { opening, closing, renderOne, tagOf } = parts;
  const render = (values: readonly T[]): RenderedList => {
    const all = values.map((value, index) => renderOne(value, index === values.length - 1));
    const tags = all.map(({ tag }) => tag);
    return { text: [opening, ...all.map((one) => one.text), closing], tags, tag: tagOf(tags) };
  };
  return { ...parts, render };
};

export interface RenderedList {
  readonly text: TextChunks;
  /** Of each value. */
  readonly tags: readonly string[];
  readonly tag: string;
}

export interface RenderedValue {
  readonly text: Uint8Array;
  /** Differs for values whose text differs. */
  readonly tag: string;
}
