/** A character class, an escape (some with an argument in braces), a repetition count, or a character. */
const token = /\[\^?(?:\\.|[^\]\\])*\]|\\[pPxu](?:\{[^}]*\})?|\\.|\{(\d+),?(\d*)\}|./gsu;

/**
 * Counts the steps of a pattern once its counted repetitions are written out. Each character, class, escape
 * and group is a step: `(ab{3}){10}` has 50.
 */
export const expandedSize = (pattern: string): number => {
  const totals = [0];
  let last = 0;
  const add = (size: number): void => {
    totals.push((totals.pop() ?? 0) + size);
  };
  for (const [text, least, most] of pattern.matchAll(token)) {
    if (text === '(') {
      totals.push(1);
      last = 0;
    } else if (text === ')') {
      last = (totals.length > 1 ? totals.pop() : undefined) ?? 0;
      add(last);
    } else if (least === undefined) {
      last = 1;
      add(last);
    } else {
      const extra = last * (Math.max(Number(least), Number(most), 1) - 1);
      last += extra;
      add(extra);
    }
  }
  return totals.reduce((sum, size) => sum + size);
};
