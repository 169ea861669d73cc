import type { JsonChunksOf, JsonPartsOf, JsonTextOf } from '../../../contracts/index.ts';
import { JsonChunks } from '../answer/chunked-answer.ts';

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
 * Joins texts, and bytes in UTF-8. `Buffer.concat` would need a buffer for each text. The result has memory
 * of its own: in the pool of Node, a small text that is kept would keep the memory of many others.
 */
export const joinBytes = (parts: readonly (string | Uint8Array)[]): Uint8Array => {
  let size = 0;
  for (const part of parts) {
    size += typeof part === 'string' ? Buffer.byteLength(part) : part.length;
  }
  const bytes = Buffer.allocUnsafeSlow(size);
  let at = 0;
  for (const part of parts) {
    if (typeof part === 'string') {
      at += bytes.write(part, at);
    } else {
      bytes.set(part, at);
      at += part.length;
    }
  }
  return bytes;
};

/** Asserts that `text` is the JSON text of a `T`: for text of the renderers above that was stored or cached. */
export const asJsonText = <T>(text: string): JsonTextOf<T> => text as JsonTextOf<T>;

/** The same for UTF-8 in chunks. */
export const asJsonChunks = <T>(first: readonly Uint8Array[], last: Uint8Array): JsonChunksOf<T> =>
  new JsonChunks(first, last) as JsonChunks & JsonChunksOf<T>;

/** Asserts that `parts` together are the JSON text of a `T`. */
export const asJsonParts = <T>(parts: AsyncIterable<string>): JsonPartsOf<T> =>
  parts as JsonPartsOf<T>;
