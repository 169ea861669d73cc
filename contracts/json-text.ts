declare const held: unique symbol;

/**
 * The JSON text of a `T`. Rendered text is stored and sent unchanged and never parsed. The type
 * carries `T`, so that it fits exactly where a `T` would. It exists at compile time only: the
 * function that renders the text guarantees that it matches.
 */
export type JsonTextOf<T> = string & { readonly [held]: T };

/** The same as UTF-8, in chunks to be sent one after the other. */
export interface JsonChunksOf<T> {
  readonly chunks: readonly Uint8Array[];
  readonly [held]: T;
}

/** The JSON text of a `T` in parts, for values that are too large to hold in memory as a whole. */
export type JsonPartsOf<T> = AsyncIterable<string> & { readonly [held]: T };
