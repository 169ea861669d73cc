declare const held: unique symbol;

/**
 * The JSON text of a `T`. Rendered text is stored and sent unchanged and never parsed. The type
 * carries `T`, so that it fits exactly where a `T` would. It exists at compile time only: the
 * function that renders the text guarantees that it matches.
 */
export type JsonTextOf<T> = string & { readonly [held]: T };

/** The JSON text of a `T` that is rendered when it is sent. The class that renders it belongs to the adapter. */
export interface LateJsonOf<T> {
  readonly size: number;
  readonly [held]: T;
}

/** The JSON text of a `T` in parts, for values that are too large to hold in memory as a whole. */
export type JsonPartsOf<T> = AsyncIterable<string> & { readonly [held]: T };
