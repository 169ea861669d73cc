import { inlineSpans, type Range } from './inline-spans.ts';
import { textBlocks } from './text-blocks.ts';
import {
  lineEnd,
  lineStart,
  type Replacement,
  type Selected,
  type TextEdit,
} from '../text-edit.ts';

const runsIn = (text: string): readonly number[] =>
  [...text.matchAll(/`+/g)].map(([run]) => run.length);

/** A fence of a block, which the code does not contain. */
export const fenceFor = (code: string): string => '`'.repeat(Math.max(2, ...runsIn(code)) + 1);

/** The text that Markdown reads code in; of a text that is in none, the line. */
const blockAround = ({ text, start, end }: Selected): Range =>
  textBlocks(text).find(({ from, to }) => from <= start && end <= to) ?? {
    from: lineStart(text, start),
    to: lineEnd(text, end),
  };

const withoutSpaces = (text: string, { from, to }: Range): Range => {
  const inner = text.slice(from, to);
  const start = from + inner.length - inner.trimStart().length;
  return { from: start, to: Math.max(start, to - (inner.length - inner.trimEnd().length)) };
};

/** The code between the fences of a span. Undefined for backticks that are no fences. */
const contentOf = (source: string): string | undefined => {
  const between = /^(`+)(?!`)([\s\S]*[^`])\1$/.exec(source)?.[2];
  return between !== undefined && /^ [\s\S]*\S[\s\S]* $/.test(between)
    ? between.slice(1, -1)
    : between;
};

interface Fenced {
  readonly text: string;
  /** Where the code begins in it. */
  readonly at: number;
}

/** A code between fences. Undefined where backticks beside it, or around it, would become a part of them. */
const fenced = (source: string, { from, to }: Range, code: string): Fenced | undefined => {
  const space = /^`|`$/.test(code) ? ' ' : '';
  // The first backtick of a run can be escaped.
  const runs = new Set(runsIn(source).flatMap((length) => [length, length - 1]));
  // Longer fences than one that the text does not have would change nothing.
  for (let size = 1, isLast = false; !isLast; size += 1) {
    isLast = !runs.has(size);
    const fence = '`'.repeat(size);
    const text = fence + space + code + space + fence;
    const isCode = inlineSpans(source.slice(0, from) + text + source.slice(to)).some(
      (span) => span.kind === 'atom' && span.from === from && span.to === from + text.length,
    );
    if (isCode) return { text, at: size + space.length };
  }
  return undefined;
};

/** A range with everything that it overlaps or touches, and with a backslash that would escape its fence. */
const withNeighbours = (source: string, range: Range, spans: readonly Range[]): Range => {
  const near = spans.filter(({ from, to }) => from <= range.to && range.from <= to);
  const from = Math.min(range.from, ...near.map((span) => span.from));
  const to = Math.max(range.to, ...near.map((span) => span.to));
  const whole = { from: source.charAt(from - 1) === '\\' ? from - 1 : from, to };
  const isSame = whole.from === range.from && whole.to === range.to;
  return isSame ? range : withNeighbours(source, whole, spans);
};

/**
 * Makes the selection code, as it is written: backticks in it, and in its paragraph, make the fence longer. Within code
 * it takes the fence away.
 *
 * @param sample what is made code if nothing is selected.
 */
export const inlineCode =
  (sample: string): TextEdit =>
  (selected) => {
    const block = blockAround(selected);
    const source = selected.text.slice(block.from, block.to);
    const range = withoutSpaces(source, {
      from: selected.start - block.from,
      to: selected.end - block.from,
    });
    const replace = (part: Range, text: string, at: number, length: number): Replacement => ({
      start: block.from + part.from,
      end: block.from + part.to,
      text,
      selection: [at, at + length],
    });
    const isEmpty = range.from === range.to;
    const atoms = inlineSpans(source).filter(({ kind }) => kind === 'atom');
    for (const { from, to } of atoms) {
      const content = contentOf(source.slice(from, to));
      const isAround = isEmpty
        ? from < range.from && range.to < to
        : from <= range.from && range.to <= to;
      if (isAround && content !== undefined) {
        return replace({ from, to }, content, 0, content.length);
      }
    }
    for (const part of [range, withNeighbours(source, range, atoms)]) {
      const before = source.slice(part.from, range.from);
      const inner = isEmpty ? sample : source.slice(range.from, range.to);
      const made = fenced(source, part, before + inner + source.slice(range.to, part.to));
      if (made !== undefined) {
        return replace(part, made.text, made.at + before.length, inner.length);
      }
    }
    return replace(range, source.slice(range.from, range.to), 0, range.to - range.from);
  };
