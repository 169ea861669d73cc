import {
  inlineSpans,
  overlaps,
  strayMarks,
  type Range,
  type Span,
  type SpanKind,
} from './inline-spans.ts';
import {
  apply,
  applyAround,
  escapeAt,
  extend,
  marksAt,
  moveRange,
  union,
  type Edit,
  type Marked,
} from './span-edits.ts';

export type Emphasis = Extract<SpanKind, 'strong' | 'em'>;

/** The first one is preferred; the other ones work where it does not, such as within words. */
export const marksOf: Readonly<Record<Emphasis, readonly string[]>> = {
  strong: ['**', '__'],
  em: ['_', '*'],
};

/** Without the white space, and the marks, at its ends. Undefined if nothing is left. */
export const trim = (text: string, spans: readonly Span[], range: Range): Range | undefined => {
  let { from, to } = range;
  const marks = spans.filter(({ kind }) => kind !== 'link').flatMap(marksAt);
  for (let isDone = false; !isDone && from < to;) {
    const inStart = marks.find((mark) => mark.from <= from && from < mark.to);
    const inEnd = marks.find((mark) => mark.from < to && to <= mark.to);
    if (inStart !== undefined) from = inStart.to;
    else if (inEnd !== undefined) to = inEnd.from;
    else if (/\s/.test(text.charAt(from))) from += 1;
    // A backslash at the end breaks the line.
    else if (/\s/.test(text.charAt(to - 1)) || isLoneBackslash(text, spans, to - 1)) to -= 1;
    else isDone = true;
  }
  return from < to ? { from, to } : undefined;
};

const isLoneBackslash = (text: string, spans: readonly Span[], at: number): boolean =>
  text.charAt(at) === '\\' &&
  !spans.some((span) => span.kind === 'atom' && overlaps(span, { from: at, to: at + 1 }));

interface Shown {
  /** Without marks. */
  readonly text: string;
  /** Of each of its characters, whether it is emphasised. */
  readonly isOn: readonly boolean[];
  /** Of each of its characters, its place in the source. */
  readonly at: readonly number[];
}

export const show = (text: string, kind: Emphasis): Shown => {
  const spans = inlineSpans(text);
  const isMark = new Uint8Array(text.length);
  const isOn = new Uint8Array(text.length);
  for (const span of spans) {
    for (const { from, to } of marksAt(span)) isMark.fill(1, from, to);
    if (span.kind === kind) isOn.fill(1, span.content.from, span.content.to);
  }
  const at = [...text.split('').keys()].filter((index) => isMark[index] === 0);
  return {
    text: at.map((index) => text[index]).join(''),
    isOn: at.map((index) => isOn[index] === 1),
    at,
  };
};

export const isWord = (each: string): boolean => /[^\s\p{P}\p{S}]/u.test(each);

interface Changed {
  /** The text before, in which characters that would be marks now are escaped. */
  readonly source: string;
  readonly text: string;
  /** What was changed, in the source: more than the selection where marks can only be around more. */
  readonly range: Range;
}

/** A block with emphasis added to a range or taken from it, or undefined if Markdown cannot say that. */
const change = (
  text: string,
  kind: Emphasis,
  range: Range,
  isRemoved: boolean,
  mark: string,
): Changed | undefined => {
  const spans = inlineSpans(text);
  const own = spans.filter((span) => span.kind === kind);
  const edits: Edit[] = [];
  const surround = (part: Range): void => {
    const inner = trim(text, spans, part);
    if (inner === undefined) return;
    edits.push({ from: inner.from, to: inner.from, text: mark });
    edits.push({ from: inner.to, to: inner.to, text: mark });
  };
  const others = spans.filter((span) => span.kind !== kind);
  const whole = extend(others, range, () => false);
  let changed = whole;
  let absorbed: readonly Span[];
  if (isRemoved) {
    absorbed = own.filter((span) => overlaps(span.content, changed));
    for (const { content } of absorbed) {
      surround({ from: content.from, to: Math.min(content.to, changed.from) });
      surround({ from: Math.max(content.from, changed.to), to: content.to });
    }
  } else {
    const touches = (span: Span, now: Range): boolean =>
      span.kind === kind && span.from <= now.to && now.from <= span.to;
    changed = extend(spans, range, touches);
    absorbed = own.filter((span) => overlaps(span, changed));
    edits.push({ from: changed.from, to: changed.from, text: mark });
    edits.push({ from: changed.to, to: changed.to, text: mark });
  }
  for (const each of absorbed.flatMap(marksAt)) edits.push({ ...each, text: '' });
  const result = apply(text, edits);
  const [old, made] = [show(text, kind), show(result, kind)];
  const isRight =
    old.text === made.text &&
    old.at.every((at, index) => {
      const isChanged = at >= range.from && at < range.to;
      if (!isWord(old.text.charAt(index))) return true;
      if (isChanged) return made.isOn[index] === !isRemoved;
      const isExtended = at >= changed.from && at < changed.to;
      return isExtended || made.isOn[index] === old.isOn[index];
    });
  return isRight ? { source: text, text: result, range: whole } : undefined;
};

/** Without the punctuation at its ends, beside which marks can be plain characters. */
const withoutPunctuation = (text: string, { from, to }: Range): Range => {
  const inner = text.slice(from, to);
  const start = /^[\p{P}\p{S}\s]*/u.exec(inner)?.[0].length ?? 0;
  const end = /[\p{P}\p{S}\s]*$/u.exec(inner)?.[0].length ?? 0;
  return start + end < inner.length ? { from: from + start, to: to - end } : { from, to };
};

/** With the rest of the words at its ends: no marks are between punctuation and a letter. */
const withWholeWords = (text: string, spans: readonly Span[], range: Range): Range => {
  const { from, to } = extend(spans, range, () => false);
  const words = {
    from: from - (/\S*$/.exec(text.slice(0, from))?.[0].length ?? 0),
    to: to + (/^(?:(?!\\(?:\s|$))\S)*/.exec(text.slice(to))?.[0].length ?? 0),
  };
  return words.from === range.from && words.to === range.to
    ? range
    : withWholeWords(text, spans, words);
};

/**
 * With a backslash before each stray mark, and with asterisks as marks, which work beside letters too. Undefined where
 * other marks would be read then.
 */
export const withoutStrays = (marked: Marked): Marked | undefined => {
  const spans = inlineSpans(marked.text);
  const marks = spans.filter(({ kind }) => kind === 'em' || kind === 'strong').flatMap(marksAt);
  const edits = [
    ...escapeAt(strayMarks(marked.text, marked.range)),
    ...marks.map((mark) => ({ ...mark, text: '*'.repeat(mark.to - mark.from) })),
  ];
  const made = applyAround(marked, edits);
  const shape = (all: readonly Span[], moves: readonly Edit[]): string =>
    JSON.stringify(
      all.flatMap((span) => (span.kind === 'atom' ? [] : [[span.kind, moveRange(span, moves)]])),
    );
  const isSame = shape(spans, edits) === shape(inlineSpans(made.text), []);
  return isSame ? made : undefined;
};

/** A block with emphasis added to a range or taken from it; unchanged where Markdown cannot say that. */
export const changeEmphasis = (
  text: string,
  kind: Emphasis,
  range: Range,
  isRemoved: boolean,
): Changed => {
  const changed = tryMarks(text, kind, range, isRemoved);
  if (changed !== undefined) return changed;
  const plain = withoutStrays({ text, range });
  const again = plain && tryMarks(plain.text, kind, plain.range, isRemoved);
  return again ?? { source: text, text, range };
};

const tryMarks = (
  text: string,
  kind: Emphasis,
  range: Range,
  isRemoved: boolean,
): Changed | undefined => {
  const spans = inlineSpans(text).filter((span) => span.kind !== kind);
  const words = withWholeWords(text, spans, range);
  for (const part of [range, withoutPunctuation(text, range), words]) {
    for (const mark of marksOf[kind]) {
      const changed = change(text, kind, part, isRemoved, mark);
      if (changed !== undefined) return { ...changed, range: union(range, changed.range) };
    }
  }
  return undefined;
};
