import type { JsonPartsOf, JsonTextOf } from '../../../contracts/index.ts';
import type { JsonObject, JsonText } from '../../../core/index.ts';

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
 * Renders the object `rest` with one more member, whose value is JSON text. Twice as fast as
 * {@link renderObject}; lists of content use it.
 *
 * @param rest must have at least one member.
 */
export const renderWith = <Rest extends object, Name extends string, T>(
  rest: Rest,
  name: Name,
  text: JsonTextOf<T>,
): JsonTextOf<Rest & { readonly [Key in Name]: T }> =>
  asJsonText(`${JSON.stringify(rest).slice(0, -1)},${JSON.stringify(name)}:${text}}`);

export const renderList = <T>(texts: readonly JsonTextOf<T>[]): JsonTextOf<readonly T[]> =>
  asJsonText(`[${texts.join(',')}]`);

/** The `data` of an item, which is stored as JSON text. */
export const storedJson: (text: JsonText) => JsonTextOf<JsonObject> = (text) => asJsonText(text);

/** Asserts that `text` is the JSON text of a `T`: for text of the renderers above that was stored or cached. */
export const asJsonText = <T>(text: string): JsonTextOf<T> => text as JsonTextOf<T>;

/** Asserts that `parts` together are the JSON text of a `T`. */
export const asJsonParts = <T>(parts: AsyncIterable<string>): JsonPartsOf<T> =>
  parts as JsonPartsOf<T>;
