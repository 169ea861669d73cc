import { pageBytes, type BasedRead, type SizedItem } from '../../core/store.ts';
import { utf8Length, type JsonText } from '../../core/vocabulary.ts';

interface WithData {
  readonly data: JsonText;
}

/** Counting takes longer than the rest of a list. A stored entry never changes. */
const sizes = new WeakMap<WithData, number>();

export const bytesOf = (entry: WithData): number => {
  const bytes = sizes.get(entry) ?? utf8Length(entry.data);
  sizes.set(entry, bytes);
  return bytes;
};

/** A page as its sizes only, if its `data` together exceeds `pageBytes`; otherwise undefined. */
export const sizedIfLarge = (items: readonly (WithData & { readonly id: string })[]) => {
  const large = items.map((item) => ({ id: item.id, bytes: bytesOf(item) }));
  const sum = large.reduce((total, { bytes }) => total + bytes, 0);
  return sum > pageBytes ? { large } : undefined;
};

/** The first entries, including the one with which the sum of all `data` exceeds `pageBytes`. */
export const upToPageBytes = <T>(
  entries: readonly T[],
  partsOf: (entry: T) => readonly WithData[],
): readonly T[] => {
  let bytes = 0;
  const last = entries.findIndex((entry) => {
    for (const part of partsOf(entry)) bytes += bytesOf(part);
    return bytes > pageBytes;
  });
  return last === -1 ? entries : entries.slice(0, last + 1);
};

/** The ids and sizes of items that were read. */
export const sizesOf = (
  read: BasedRead<readonly (WithData & { readonly id: string })[]>,
): BasedRead<readonly SizedItem[]> =>
  read.isCurrent
    ? { ...read, value: read.value.map((item) => ({ id: item.id, bytes: bytesOf(item) })) }
    : read;
