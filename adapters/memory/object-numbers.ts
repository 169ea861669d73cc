const numbers = new WeakMap<object, number>();
let last = 0;

/** A number that no other object has; 0 for undefined. */
export const numberOf = (object: object | undefined): number => {
  if (object === undefined) return 0;
  const known = numbers.get(object);
  if (known !== undefined) return known;
  last += 1;
  numbers.set(object, last);
  return last;
};
