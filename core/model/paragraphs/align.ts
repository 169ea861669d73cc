/** Entries of a list that are replaced: those from `start` up to `end`, without the last one, by others. */
export interface ListChange {
  readonly start: number;
  readonly end: number;
  readonly inserted: readonly string[];
}

type Pair = readonly [before: number, after: number];

/** The place of each entry that is in the list once. Places of others are undefined. */
const uniquePlaces = (list: readonly string[]): ReadonlyMap<string, number | undefined> => {
  const places = new Map<string, number | undefined>();
  for (const [place, entry] of list.entries()) {
    places.set(entry, places.has(entry) ? undefined : place);
  }
  return places;
};

/** As many pairs as possible whose places grow in both lists. @param pairs by growing places in the first list. */
const longestInOrder = (pairs: readonly Pair[]): readonly Pair[] => {
  /** For each length, the index of the pair with the lowest place that ends so long a list. */
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  const placeAt = (index: number | undefined): number => pairs[index ?? 0]?.[1] ?? 0;
  for (const [index, [, place]] of pairs.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (placeAt(ends[middle]) < place) low = middle + 1;
      else high = middle;
    }
    previous.push(ends[low - 1]);
    ends[low] = index;
  }
  const found: Pair[] = [];
  for (let index = ends.at(-1); index !== undefined; index = previous[index]) {
    const pair = pairs[index];
    if (pair !== undefined) found.push(pair);
  }
  return found.toReversed();
};

/** Entries that both lists have once, in the order of both. */
const anchorsOf = (before: readonly string[], after: readonly string[]): readonly Pair[] => {
  const places = uniquePlaces(after);
  const pairs = [...uniquePlaces(before)].flatMap(([entry, place]): readonly Pair[] => {
    const other = places.get(entry);
    return place === undefined || other === undefined ? [] : [[place, other]];
  });
  return longestInOrder(pairs);
};

/** A change of as many entries as it inserts is one change for each entry. */
const splitEvenly = (before: readonly string[], change: ListChange): readonly ListChange[] => {
  const { start, end, inserted } = change;
  if (inserted.length !== end - start) return [change];
  return inserted.flatMap((entry, index) =>
    entry === before[start + index]
      ? []
      : [{ start: start + index, end: start + index + 1, inserted: [entry] }],
  );
};

/**
 * How one list becomes another: changes in their order, which do not overlap. What both have once stays where it is; of
 * repeated entries, those beside it. Takes time in proportion to the lists and the logarithm of their length, so it does
 * not always find the smallest change.
 */
export const changesBetween = (
  before: readonly string[],
  after: readonly string[],
): readonly ListChange[] => {
  const changes: (readonly ListChange[])[] = [];
  let [start, afterFrom] = [0, 0];
  const ends: Pair = [before.length, after.length];
  for (const [anchor, afterAnchor] of [...anchorsOf(before, after), ends]) {
    let [end, afterTo] = [anchor, afterAnchor];
    while (start < end && afterFrom < afterTo && before[start] === after[afterFrom]) {
      start += 1;
      afterFrom += 1;
    }
    while (start < end && afterFrom < afterTo && before[end - 1] === after[afterTo - 1]) {
      end -= 1;
      afterTo -= 1;
    }
    if (start < end || afterFrom < afterTo) {
      changes.push(splitEvenly(before, { start, end, inserted: after.slice(afterFrom, afterTo) }));
    }
    [start, afterFrom] = [anchor + 1, afterAnchor + 1];
  }
  return changes.flat();
};
