/** From an offset up to another one. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

export const overlaps = (left: Range, right: Range): boolean =>
  left.from < right.to && right.from < left.to;

export type SpanKind = 'strong' | 'em' | 'strike' | 'link' | 'image' | 'atom';

/**
 * A part of a line with a meaning. Its marks surround its content. An atom is all content and stays whole; an image is
 * all mark.
 */
export interface Span extends Range {
  readonly kind: SpanKind;
  readonly content: Range;
}

interface Run {
  readonly mark: string;
  readonly size: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
  /** Of what no span has used yet. */
  from: number;
  to: number;
}

const isSpace = (each: string): boolean => each === '' || /\s/.test(each);
const isPunctuation = (each: string): boolean => /[\p{P}\p{S}]/u.test(each);

const before = (text: string, at: number): string => /[\s\S]$/u.exec(text.slice(0, at))?.[0] ?? '';
const after = (text: string, at: number): string =>
  /^[\s\S]/u.exec(text.slice(at, at + 2))?.[0] ?? '';

/** A run of marks, with the rules of CommonMark about what it can open and close. */
const runAt = (text: string, from: number, to: number): Run => {
  const mark = text.charAt(from);
  const [last, next] = [before(text.slice(Math.max(0, from - 2), from), 2), after(text, to)];
  const opens = !isSpace(next) && (!isPunctuation(next) || isSpace(last) || isPunctuation(last));
  const closes = !isSpace(last) && (!isPunctuation(last) || isSpace(next) || isPunctuation(next));
  const isWord = mark === '_';
  return {
    mark,
    size: to - from,
    canOpen: opens && (!isWord || !closes || isPunctuation(last)),
    canClose: closes && (!isWord || !opens || isPunctuation(next)),
    from,
    to,
  };
};

const matches = (open: Run, close: Run): boolean => {
  if (open.mark !== close.mark || !open.canOpen || open.to === open.from) return false;
  if (open.mark === '~') return open.size === close.size;
  const isEither = open.canClose || close.canOpen;
  return !isEither || close.size % 3 === 0 || (open.size + close.size) % 3 !== 0;
};

const kindOf = (mark: string, size: number): SpanKind =>
  mark === '~' ? 'strike' : size === 2 ? 'strong' : 'em';

/** Pairs runs, the innermost first. */
const pair = (runs: readonly Run[]): readonly Span[] => {
  const spans: Span[] = [];
  let open: Run[] = [];
  for (const close of runs) {
    while (close.canClose && close.to > close.from) {
      const index = open.findLastIndex((each) => matches(each, close));
      const opener = open[index];
      if (opener === undefined) break;
      const rest = Math.min(opener.to - opener.from, close.to - close.from);
      const size = close.mark === '~' ? rest : Math.min(2, rest);
      spans.push({
        kind: kindOf(close.mark, size),
        from: opener.to - size,
        to: close.from + size,
        content: { from: opener.to, to: close.from },
      });
      opener.to -= size;
      close.from += size;
      open = open.slice(0, index + 1);
    }
    if (close.canOpen && close.to > close.from) open.push(close);
  }
  return spans;
};

const atoms = [
  /\\[!-/:-@[-`{-~]/y,
  /(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/y,
  // Backticks that end nowhere are plain characters, but fewer of them could be the marks of code.
  /`+/y,
  /<(?:[a-z][a-z\d+.-]{1,31}:[^\s<>]*|[^\s<>@]+@[^\s<>]+|\/?[a-z][^<>]*|!--[\s\S]*?--)>/iy,
  /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]*);/iy,
  /\[\^[^\]\s]+\]/y,
];

/** Behind the text of a link. */
const target =
  /\]\(\s*(?:<[^<>\n]*>|[^\s()<]*(?:\([^\s()]*\)[^\s()]*)*)(?:\s+(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'))?\s*\)|\]\[[^[\]]*\](?!\()/y;

const matchAt = (pattern: RegExp, text: string, at: number): number => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
};

interface Bracket {
  readonly at: number;
  readonly isImage: boolean;
  /** Whether it opens nothing, because no link is in another one. */
  readonly isPlain: boolean;
  /** How many runs are before it. */
  readonly runs: number;
}

interface Inline {
  readonly spans: readonly Span[];
  /** All runs of marks outside of atoms, each with what no span uses of it. */
  readonly runs: readonly Run[];
}

const readInline = (text: string): Inline => {
  const spans: Span[] = [];
  const all: Run[] = [];
  let brackets: Bracket[] = [];
  let runs: Run[] = [];
  for (let at = 0; at < text.length;) {
    const size = Math.max(0, ...atoms.map((pattern) => matchAt(pattern, text, at)));
    const mark = text.charAt(at);
    if (size > 0) {
      const range = { from: at, to: at + size };
      spans.push({ kind: 'atom', ...range, content: range });
      at += size;
    } else if ('*_~'.includes(mark)) {
      let to = at + 1;
      while (text.charAt(to) === mark) to += 1;
      const run = runAt(text, at, to);
      if (mark !== '~' || run.size < 3) {
        runs.push(run);
        all.push(run);
      }
      at = to;
    } else if (mark === '[') {
      const isImage = text.charAt(at - 1) === '!' && spans.at(-1)?.to !== at;
      brackets.push({ at, isImage, isPlain: false, runs: runs.length });
      at += 1;
    } else if (mark === ']') {
      const bracket = brackets.pop();
      const length = bracket?.isPlain === false ? matchAt(target, text, at) : 0;
      if (bracket !== undefined && length > 0) {
        const { isImage } = bracket;
        const content = { from: bracket.at + 1, to: at };
        const whole = { from: bracket.at - (isImage ? 1 : 0), to: at + length };
        if (isImage) {
          spans.push({ kind: 'image', ...whole, content: { from: whole.from, to: whole.from } });
        } else {
          spans.push({ kind: 'link', ...whole, content }, ...pair(runs.slice(bracket.runs)));
          brackets = brackets.map((each) => ({ ...each, isPlain: !each.isImage }));
        }
        runs = runs.slice(0, bracket.runs);
      }
      at += Math.max(1, length);
    } else at += 1;
  }
  return { spans: [...spans, ...pair(runs)], runs: all };
};

/** The spans of a text without blocks: emphasis, links, and what must stay whole, such as code and escapes. */
export const inlineSpans = (text: string): readonly Span[] => readInline(text).spans;

/** The places of the characters that mark nothing now, but could beside marks in the text or at the ends of a range. */
export const strayMarks = (text: string, range: Range): readonly number[] => {
  const { spans, runs } = readInline(text);
  const images = spans.filter(({ kind }) => kind === 'image');
  return runs
    .filter((run) => {
      const isAt = (end: number): boolean => run.from <= end && end <= run.to;
      return run.canOpen || run.canClose || isAt(range.from) || isAt(range.to);
    })
    .filter((run) => !images.some((image) => overlaps(image, run)))
    .flatMap(({ from, to }) => Array.from({ length: to - from }, (_, index) => from + index));
};
