/**
 * Everything that is read page by page, in constant memory.
 *
 * @param read the next items by ascending key: those after `after`, or the first ones. An empty page
 *   is the end.
 */
export async function* readAll<T>(
  read: (after: string | undefined) => Promise<readonly T[]>,
  keyOf: (item: T) => string,
): AsyncGenerator<T> {
  let last: T | undefined;
  for (;;) {
    const items = await read(last && keyOf(last));
    if (items.length === 0) return;
    yield* items;
    last = items.at(-1);
  }
}
