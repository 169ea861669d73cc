declare const held: unique symbol;

/**
 * The JSON text of a `T`. What was rendered once is stored and sent as it is, never parsed; the
 * type keeps what it holds, so that it fits exactly where a `T` would. Exists for the compiler
 * only: a renderer vouches for the text.
 */
export type JsonTextOf<T> = string & { readonly [held]: T };

/** The same in parts, for what should not be in memory as a whole. */
export type JsonPartsOf<T> = AsyncIterable<string> & { readonly [held]: T };
