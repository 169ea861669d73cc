import { lineEnd, lineStart, type Selected } from '../text-edit.ts';

const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/gm;

/** Whether a position is inside a code block between fences. */
const isInFence = (text: string, position: number): boolean => {
  let open: string | undefined;
  for (const [, marks = '', info = ''] of text
    .slice(0, lineStart(text, position))
    .matchAll(fence)) {
    if (open === undefined) {
      // A line of inline code is no fence.
      if (!(marks.startsWith('`') && info.includes('`'))) open = marks;
    } else if (marks.startsWith(open) && info.trim() === '') open = undefined;
  }
  return open !== undefined;
};

/** Whether a position is between the backticks of a line. */
export const isInCodeSpan = (text: string, position: number): boolean => {
  const start = lineStart(text, position);
  const line = text.slice(start, lineEnd(text, position));
  const at = position - start;
  return [...line.matchAll(/(?<!`)(`+)(?!`)(?:.*?[^`])\1(?!`)/g)].some(
    ({ index, 0: span, 1: marks = '' }) =>
      at >= index + marks.length && at <= index + span.length - marks.length,
  );
};

/** Whether the selection starts in code, where marks of Markdown are plain characters. */
export const isInCode = ({ text, start }: Selected): boolean =>
  isInFence(text, start) || isInCodeSpan(text, start);
