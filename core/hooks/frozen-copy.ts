/** A copy of plain data in which nothing can be changed, however deep. The original stays as it is. */
export const frozenCopyOf = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null) return value;
  const copy: unknown = Array.isArray(value)
    ? value.map((item: unknown) => frozenCopyOf(item))
    : Object.fromEntries(
        Object.entries(value).map(([name, member]) => [name, frozenCopyOf<unknown>(member)]),
      );
  return Object.freeze(copy) as T;
};
