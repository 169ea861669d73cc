/** A deep copy of plain data: records, arrays and scalars. */
export const copyOf = <T>(value: T): T => copy(value) as T;

const copy = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copy);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copy(inner)]));
};
