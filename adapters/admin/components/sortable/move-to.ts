/** The list with one entry at another index, which is cut to the ends of the list. */
export const moveTo = <T extends { readonly id: string }>(
  list: readonly T[],
  id: string,
  index: number,
): readonly T[] => {
  const moved = list.find((each) => each.id === id);
  if (moved === undefined) return list;
  const others = list.filter((each) => each.id !== id);
  return others.toSpliced(Math.max(0, Math.min(index, others.length)), 0, moved);
};
