/** UTF-8 in chunks, to be sent one after the other. Another text may contain the same chunks. */
export type TextChunks = readonly Uint8Array[];

/** How a driving adapter renders content. */
export interface Form<T> {
  /** Part of the cache key: names the adapter, and everything else that changes the text. */
  readonly key: string;
  /** Equal values must give equal text. */
  readonly render: (value: T) => TextChunks;
}

/** A form of lists. The text has one chunk before the values, one for each value, and one after them. */
export interface ListForm<T> {
  readonly key: string;
  /** Equal values must give equal lists. */
  readonly render: (values: readonly T[]) => RenderedList;
  /** One value of a list, as {@link render} renders it. */
  readonly renderOne: (value: T, isLast: boolean) => RenderedValue;
  /** Differs for lists whose values have different tags. */
  readonly tagOf: (tags: readonly string[]) => string;
}

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
