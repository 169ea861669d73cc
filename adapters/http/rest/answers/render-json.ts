import type { JsonPartsOf, JsonTextOf } from '../../../../contracts/index.ts';

export const renderJson = <T>(value: T): JsonTextOf<T> => asJsonText<T>(JSON.stringify(value));

/** Renders an object from the JSON texts of its members. */
export const renderObject = <T extends object>(members: {
  readonly [Name in keyof T]: JsonTextOf<T[Name]>;
}): JsonTextOf<T> => {
  const rendered = Object.entries<string>(members).map(
    ([name, text]) => `${JSON.stringify(name)}:${text}`,
  );
  return asJsonText<T>(`{${rendered.join(',')}}`);
};

/**
 * The texts, one after the other, in UTF-8. The memory is their own: in the pool of Node, a cached small text
 * would hold that of many others.
 */
export const unpooledBytes = (...texts: readonly string[]): Uint8Array => {
  let size = 0;
  for (const text of texts) size += Buffer.byteLength(text);
  const bytes = Buffer.allocUnsafeSlow(size);
  let at = 0;
  for (const text of texts) at += bytes.write(text, at);
  return bytes;
};

/** Asserts that `text` is the JSON text of a `T`: for text of the renderers above that was stored or cached. */
export const asJsonText = <T>(text: string): JsonTextOf<T> => text as JsonTextOf<T>;

/** Asserts that `parts` together are the JSON text of a `T`. */
export const asJsonParts = <T>(parts: AsyncIterable<string>): JsonPartsOf<T> =>
  parts as JsonPartsOf<T>;
