const numbers = new WeakMap<object, number>();
let last = 0;

/** A number that no other object has; 0 for undefined. */
export const numberOf = (object: object | undefined): number => {
  if (object === undefined) return 0;
  const number = numbers.get(object);
  if (number !== undefined) return number;
  last += 1;
  numbers.set(object, last);
  return last;
};
