/** What is the same at both ends of two texts or lists. */
interface SharedEnds {
  /** How much of the start. */
  readonly start: number;
  /** How much of the end; nothing of it is part of the start. */
  readonly end: number;
}

export const sharedEnds = <T>(left: ArrayLike<T>, right: ArrayLike<T>): SharedEnds => {
  const most = Math.min(left.length, right.length);
  let start = 0;
  while (start < most && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < most - start && left[left.length - 1 - end] === right[right.length - 1 - end]) {
    end += 1;
  }
  return { start, end };
};
