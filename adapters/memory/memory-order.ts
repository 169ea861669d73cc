/** Compares by UTF-16 code units: the order of ids and keys in all adapters. */
export const ascending = (left: string, right: string): number => {
  if (left === right) return 0;
  return left < right ? -1 : 1;
};

/** Compares by code points: the order of slugs in all adapters. UTF-16 has surrogates before U+E000. */
export const byCodePoints = (left: string, right: string): number => {
  const [codes, others] = [left, right].map((text) =>
    Array.from(text, (character) => character.codePointAt(0) ?? 0),
  ) as [number[], number[]];
  const place = codes.findIndex((code, index) => code !== others[index]);
  if (place === -1) return codes.length - others.length;
  return (codes[place] ?? 0) - (others[place] ?? -1);
};

interface Dated {
  readonly id: string;
  readonly createdAt: number;
}

export const oldestFirst = (left: Dated, right: Dated): number =>
  left.createdAt - right.createdAt || ascending(left.id, right.id);

export const newestFirst = (left: Dated, right: Dated): number => oldestFirst(right, left);

/** Up to `limit` entries after `id`, by ascending id; the first ones for undefined. */
export const nextById = <T extends { readonly id: string }>(
  entries: readonly T[],
  id: string | undefined,
  limit: number,
): readonly T[] =>
  entries
    .filter((entry) => id === undefined || entry.id > id)
    .sort((left, right) => ascending(left.id, right.id))
    .slice(0, limit);
