import type { Json, JsonObject } from '../../../core/index.ts';

export interface NamedValue {
  /** In the spelling of the front matter. */
  readonly name: string;
  readonly value: Json;
}

/** The values of front matter that are present: not null and not empty. Hugo ignores the case of names. */
export interface NamedValues {
  /** The first of the names that is present. */
  readonly find: (names: readonly string[]) => NamedValue | undefined;
  /** All of the names that are present, in the order of `names`. */
  readonly all: (names: readonly string[]) => readonly NamedValue[];
}

export const namedValues = (matter: JsonObject): NamedValues => {
  const byName = new Map<string, NamedValue>();
  for (const [name, value] of Object.entries(matter)) {
    const key = name.toLowerCase();
    if (value === null || value === '' || (byName.has(key) && name !== key)) continue;
    byName.set(key, { name, value });
  }
  const all = (names: readonly string[]): readonly NamedValue[] =>
    [...new Set(names.map((name) => name.toLowerCase()))].flatMap((name) => byName.get(name) ?? []);
  return { find: (names) => all(names)[0], all };
};
