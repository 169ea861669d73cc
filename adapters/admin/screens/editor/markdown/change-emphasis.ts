import { inlineSpans, overlaps, type Range, type Span, type SpanKind } from './inline-spans.ts';

export type Emphasis = Extract<SpanKind, 'strong' | 'em'>;

/** The first one is preferred; the other ones work where it does not, such as within words. */
export const marksOf: Readonly<Record<Emphasis, readonly string[]>> = {
  strong: ['**', '__'],
  em: ['_', '*'],
};

interface Edit extends Range {
  readonly text: string;
}

const apply = (text: string, edits: readonly Edit[]): string =>
  edits
    // At one place, what is removed comes first.
    .toSorted((left, right) => right.from - left.from || right.to - left.to)
    .reduce((now, { from, to, text: added }) => now.slice(0, from) + added + now.slice(to), text);

const marksAt = ({ from, to, content }: Span): readonly Range[] =>
  [
    { from, to: content.from },
    { from: content.to, to },
  ].filter((mark) => mark.from < mark.to);

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

/** Extends a range over everything that it would cut, and over what `absorbed` says. */
const extend = (
  spans: readonly Span[],
  range: Range,
  absorbed: (span: Span, range: Range) => boolean,
): Range => {
  let now = range;
  for (let isDone = false; !isDone;) {
    isDone = true;
    for (const span of spans) {
      const isInside = span.from >= now.from && span.to <= now.to;
      const isAround = span.content.from <= now.from && now.to <= span.content.to;
      const isCut = overlaps(span, now) && !isInside && (span.kind === 'atom' || !isAround);
      if ((isCut || absorbed(span, now)) && !isInside) {
        now = union(now, span);
        isDone = false;
      }
    }
  }
  return now;
};

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
  readonly text: string;
  /** What was changed, in the text before: more than the selection where marks can only be around more. */
  readonly range: Range;
}

const union = (left: Range, right: Range): Range => ({
  from: Math.min(left.from, right.from),
  to: Math.max(left.to, right.to),
});

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
  return isRight ? { text: result, range: whole } : undefined;
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

/** A block with emphasis added to a range or taken from it; unchanged where Markdown cannot say that. */
export const changeEmphasis = (
  text: string,
  kind: Emphasis,
  range: Range,
  isRemoved: boolean,
): Changed => {
  const spans = inlineSpans(text).filter((span) => span.kind !== kind);
  const words = withWholeWords(text, spans, range);
  for (const part of [range, withoutPunctuation(text, range), words]) {
    for (const mark of marksOf[kind]) {
      const changed = change(text, kind, part, isRemoved, mark);
      if (changed !== undefined) return { ...changed, range: union(range, changed.range) };
    }
  }
  return { text, range };
};
